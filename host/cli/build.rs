//! Options of the linker, and the version with the commit that the program is built from.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The root of the source tree.
const ROOT: &str = "../..";

/// The sources of the program, besides the crates of this directory's parent.
const SOURCES: [&str; 5] = ["providers", "sdk", "wit", "Cargo.toml", "Cargo.lock"];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // The version is determined when a source changes, and the program is built again anyway. A commit alone does not
    // do that.
    for source in SOURCES {
        println!("cargo::rerun-if-changed={ROOT}/{source}");
    }
    for entry in fs::read_dir("..").expect("the crates of the host") {
        let sources = entry.expect("a crate of the host").path().join("src");
        if sources.is_dir() {
            println!("cargo::rerun-if-changed={}", sources.display());
        }
    }
    let version = env::var("CARGO_PKG_VERSION").expect("the version of the package");
    let commit = commit().map_or_else(String::new, |commit| format!(" ({commit})"));
    println!("cargo::rustc-env=MAROTTE_VERSION={version}{commit}");
    if env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        link_release();
    }
}

/// Strips the program, and places the functions that short runs call next to each other. With `MAROTTE_LINK_MAP`, does neither but
/// writes a map of the program to that file, for `tests/bench/startup.py`, which records these functions.
fn link_release() {
    println!("cargo::rerun-if-env-changed=MAROTTE_LINK_MAP");
    if let Ok(map) = env::var("MAROTTE_LINK_MAP") {
        println!("cargo::rustc-link-arg-bins=-Wl,--no-demangle,-Map={map}");
        return;
    }
    println!("cargo::rustc-link-arg-bins=-Wl,--strip-all");
    // lld is rustc's linker on this platform alone.
    if env::var("TARGET").is_ok_and(|target| target == "x86_64-unknown-linux-gnu") {
        println!("cargo::rerun-if-changed=startup.ld");
        println!("cargo::rustc-link-arg-bins=-T{}/startup.ld", env::var("CARGO_MANIFEST_DIR").unwrap_or_default());
    }
}

/// Returns hash and date of the commit; `None` outside of a repository, as in a source archive, or without git.
fn commit() -> Option<String> {
    // A source archive may be unpacked within another repository.
    if !Path::new(ROOT).join(".git").exists() {
        return None;
    }
    let commit = git(&["log", "-1", "--abbrev=8", "--date=short", "--format=%h %cd"])?;
    let is_modified =
        !git(&["status", "--porcelain", "--untracked-files=no", "--", "host", "sdk", "wit", "providers"])?.is_empty();
    Some(if is_modified { commit + ", modified" } else { commit })
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(["--no-optional-locks", "-C", ROOT]).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
