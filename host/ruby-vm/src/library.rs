//! The Ruby library: the interfaces of Puppet and Facter for code of modules.

/// The paths and contents of the library as compressed JSON. `marotte.rb` requires the other files.
pub(crate) static COMPRESSED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/library.zst"));

/// Returns the paths and contents of the library.
pub(crate) fn files() -> Vec<(String, String)> {
    let json = zstd::decode_all(COMPRESSED).expect("the build script has compressed the library");
    serde_json::from_slice(&json).expect("the build script has written the library as JSON")
}
