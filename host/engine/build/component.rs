//! Build script support for WebAssembly components: target libraries, nested cargo, artifacts. Used by the
//! build scripts of the engine and of the tests.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The target of components.
const TARGET: &str = "wasm32-wasip2";

/// The profile of components. It is the same for all, so that the macros of the SDK are built once.
const PROFILE: &str = "component";

/// Builds packages of this workspace as components and returns the directory with the `.wasm` files;
/// components of examples are in its directory `examples`. `what` contains the flags of cargo that select the
/// targets.
///
/// Artifacts go to a subdirectory of the target directory that all profiles of the host share, so that the
/// nested cargo does not wait for the lock of the outer one.
///
/// # Errors
/// Returns a one-line message with the remedy.
pub(crate) fn build(packages: &[String], what: &[&str]) -> Result<PathBuf, String> {
    let program = |variable: &str, name: &str| env::var_os(variable).map_or_else(|| PathBuf::from(name), PathBuf::from);
    require_target(&program("RUSTC", "rustc"), Path::new("rustup"))?;
    let directory = target_directory().join("components");
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["build", "--quiet", "--profile", PROFILE, "--target", TARGET, "--target-dir"]).arg(&directory);
    command.args(what);
    for package in packages {
        command.args(["--package", package]);
    }
    for variable in ["CARGO_ENCODED_RUSTFLAGS", "RUSTFLAGS", "RUSTC_WRAPPER", "RUSTC_WORKSPACE_WRAPPER"] {
        command.env_remove(variable);
    }
    let status = command.current_dir(workspace()).status().map_err(|e| format!("cargo does not start: {e}"))?;
    if !status.success() {
        return Err(format!("building {} for {TARGET} failed; the errors are above", packages.join(", ")));
    }
    Ok(directory.join(TARGET).join(PROFILE))
}

/// Returns the file name of the component of a package.
pub(crate) fn file_name(package: &str) -> String {
    package.replace('-', "_") + ".wasm"
}

/// Returns the root of the workspace.
pub(crate) fn workspace() -> PathBuf {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let root = manifest.ancestors().find(|directory| directory.join("rust-toolchain.toml").exists());
    root.unwrap_or(&manifest).to_path_buf()
}

/// Requests a rerun of the build script when a file below these directories of the workspace changes.
pub(crate) fn watch(directories: &[&str]) {
    for directory in directories {
        println!("cargo::rerun-if-changed={}", workspace().join(directory).display());
    }
}

/// Ensures that the target's standard library is installed, since rustup does not always install it.
///
/// # Errors
/// Returns an error if the library cannot be installed; the message contains the remedy.
pub(crate) fn require_target(rustc: &Path, rustup: &Path) -> Result<(), String> {
    let is_there = || {
        let output = Command::new(rustc).args(["--print", "target-libdir", "--target", TARGET]).output();
        output.is_ok_and(|o| {
            let directory = String::from_utf8_lossy(&o.stdout);
            fs::read_dir(Path::new(directory.trim())).is_ok_and(|mut entries| entries.next().is_some())
        })
    };
    if is_there() {
        return Ok(());
    }
    let added = Command::new(rustup).args(["target", "add", TARGET]).current_dir(workspace()).status();
    if added.is_ok_and(|status| status.success()) && is_there() {
        return Ok(());
    }
    Err(format!("the Rust target {TARGET} is missing and could not be added; run: rustup target add {TARGET}"))
}

/// `OUT_DIR` is `<target directory>/<profile>/build/<package>/out`.
fn target_directory() -> PathBuf {
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    out.ancestors().nth(4).map_or_else(|| workspace().join("target"), Path::to_path_buf)
}
