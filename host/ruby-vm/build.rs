//! Compresses the Ruby library, which the crate embeds.

use std::path::{Path, PathBuf};
use std::{env, fs, process};

/// The directory of the library.
const DIRECTORY: &str = "lib";

/// The level of compression.
const LEVEL: i32 = 19;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={DIRECTORY}");
    if let Err(reason) = embed() {
        println!("cargo::error={reason}");
        process::exit(1);
    }
}

/// Writes paths and contents as compressed JSON.
fn embed() -> Result<(), String> {
    let mut files = Vec::new();
    collect(Path::new(DIRECTORY), &mut files)?;
    files.sort();
    let json = serde_json::to_vec(&files).map_err(|error| error.to_string())?;
    let compressed = zstd::bulk::compress(&json, LEVEL).map_err(|error| error.to_string())?;
    let target = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("library.zst");
    fs::write(&target, compressed).map_err(|error| format!("{}: {error}", target.display()))
}

fn collect(directory: &Path, files: &mut Vec<(String, String)>) -> Result<(), String> {
    let fault = |error: std::io::Error| format!("{}: {error}", directory.display());
    for entry in fs::read_dir(directory).map_err(fault)? {
        let path = entry.map_err(fault)?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            let text = fs::read_to_string(&path).map_err(fault)?;
            let name = path.strip_prefix(DIRECTORY).unwrap_or(&path).display().to_string();
            files.push((name, text));
        }
    }
    Ok(())
}
