//! Itanium linker names and the reference name printers.
