//! Names the shared library for the loader: programs ask for this version of the interface.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libasunder_capi.so.1");
}
