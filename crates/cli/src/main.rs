//! The `asunder` command.

fn main() {}
