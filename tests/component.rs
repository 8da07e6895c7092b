//! Tests of the build script with a missing target of the components, with fakes of rustc and rustup.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a panic fails the test; a build script prints instructions for cargo"
)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

#[path = "../host/engine/build/component.rs"]
#[expect(dead_code, reason = "tests use only a part of it")]
mod component;

/// Creates a fake rustc with its standard library in `std`, and a fake rustup that runs a shell command.
fn tools(directory: &TempDir, rustup: &str) -> (PathBuf, PathBuf) {
    let std = directory.path().join("std");
    let script = |name: &str, line: &str| {
        let path = directory.path().join(name);
        fs::write(&path, format!("#!/bin/sh\n{line}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    };
    let rustup = rustup.replace("STD", &std.display().to_string());
    (script("rustc", &format!("echo {}", std.display())), script("rustup", &rustup))
}

#[test]
fn missing_target_is_installed() {
    let directory = tempfile::tempdir().unwrap();
    let (rustc, rustup) =
        tools(&directory, "[ \"$*\" = 'target add wasm32-wasip2' ] && mkdir STD && touch STD/libstd.rlib");
    assert_eq!(component::require_target(&rustc, &rustup), Ok(()));
    assert!(directory.path().join("std/libstd.rlib").exists());
    // With the target installed, rustup is not run.
    assert_eq!(component::require_target(&rustc, Path::new("/nowhere/rustup")), Ok(()));
}

#[test]
fn failed_target_installation_is_reported_in_one_line() {
    let directory = tempfile::tempdir().unwrap();
    let (rustc, failing) = tools(&directory, "exit 1");
    let (_, useless) = tools(&directory, "exit 0");
    for rustup in [&*failing, &*useless, Path::new("/nowhere/rustup")] {
        let line = component::require_target(&rustc, rustup).unwrap_err();
        assert!(line.ends_with("run: rustup target add wasm32-wasip2"), "{line}");
        assert_eq!(line.lines().count(), 1);
    }
}
