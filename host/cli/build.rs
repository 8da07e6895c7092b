//! Builds the built-in providers as components and writes the list that the binary embeds.

#[path = "build/component.rs"]
mod component;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs, process};

use sha2::{Digest as _, Sha256};

fn main() {
    component::watch(&["providers", "sdk", "wit", "Cargo.lock", "host/cli/build"]);
    if let Err(reason) = embed() {
        println!("cargo::error={reason}");
        process::exit(1);
    }
}

fn embed() -> Result<(), String> {
    let names = provider_names()?;
    let packages: Vec<String> = names.iter().map(|name| format!("marotte-provider-{name}")).collect();
    let artifacts = component::build(&packages)?;
    let mut list = String::from("&[\n");
    for (name, artifact) in names.iter().zip(&artifacts) {
        let bytes = fs::read(artifact).map_err(|e| format!("{}: {e}", artifact.display()))?;
        let digest: [u8; 32] = Sha256::digest(&bytes).into();
        let _ = writeln!(list, "    ({name:?}, include_bytes!({:?}), {digest:?}),", artifact.display().to_string());
    }
    list.push_str("]\n");
    let target = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("components.rs");
    fs::write(&target, list).map_err(|e| format!("{}: {e}", target.display()))
}

/// Each folder of `providers` is one provider.
fn provider_names() -> Result<Vec<String>, String> {
    let folder = component::workspace().join("providers");
    let entries = fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut names: Vec<String> = entries
        .filter_map(Result::ok)
        .filter(|entry| entry.path().join("Cargo.toml").exists())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    Ok(names)
}
