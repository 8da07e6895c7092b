//! Building WebAssembly components from a build script: the target's std, the inner cargo, the artifacts. Used by the
//! build scripts of the binary and of the tests.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The platform that components are built for.
const TARGET: &str = "wasm32-wasip2";

/// The profile that they are built with: the same for all, so that the macros of the sdk are built once.
const PROFILE: &str = "component";

/// Builds packages of this workspace as components and returns the directory with the `.wasm` files;
/// components of examples are in its directory `examples`. `what` holds the flags of cargo that select the
/// targets.
///
/// They go to a directory of their own below the target directory: one for all profiles of the host, and without waiting for
/// the lock that the outer cargo holds.
///
/// # Errors
/// One line that says what to do.
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

/// Returns the name of the file that a package becomes.
pub(crate) fn file_name(package: &str) -> String {
    package.replace('-', "_") + ".wasm"
}

/// Returns the root of the workspace.
pub(crate) fn workspace() -> PathBuf {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let root = manifest.ancestors().find(|directory| directory.join("rust-toolchain.toml").exists());
    root.unwrap_or(&manifest).to_path_buf()
}

/// Lets cargo run the build script again when anything below these directories of the workspace changes.
pub(crate) fn watch(directories: &[&str]) {
    for directory in directories {
        println!("cargo::rerun-if-changed={}", workspace().join(directory).display());
    }
}

/// Makes sure that the target's std is there; rustup does not always add it by itself.
///
/// # Errors
/// It is not and could not be added; the line says what to do.
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
