//! Embeds the SDK for new provider projects.

#[path = "../engine/build/component.rs"]
#[expect(dead_code, reason = "this build script builds no components")]
mod component;
#[path = "build/kit.rs"]
mod kit;

use std::path::PathBuf;
use std::{env, fs, process};

fn main() {
    component::watch(&["sdk", "wit", "Cargo.lock", "Cargo.toml", "host/authoring/build"]);
    if let Err(reason) = embed() {
        println!("cargo::error={reason}");
        process::exit(1);
    }
}

fn embed() -> Result<(), String> {
    let target = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("kit.zst");
    let kit = kit::archive(&component::workspace())?;
    fs::write(&target, kit).map_err(|error| format!("{}: {error}", target.display()))
}
