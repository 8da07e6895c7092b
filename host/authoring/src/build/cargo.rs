//! Builds components with cargo, reproducibly for any location of the project, its crates and the toolchain.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use launcher::{Launch, StreamMode};
use serde_json::Value;

use super::CrateSource;

/// The platform that components are built for.
const TARGET: &str = "wasm32-wasip2";

/// Runs cargo, which prints its own messages, and returns the component.
///
/// # Errors
/// Returns an error if cargo is missing, the build fails, or the project does not build a component.
pub(super) fn build(directory: &Path, crates: CrateSource) -> Result<PathBuf> {
    let manifest = directory.join("Cargo.toml").canonicalize()?;
    let mut arguments: Vec<String> =
        ["build", "--release", "--lib", "--target", TARGET, "--message-format=json-render-diagnostics"]
            .map(str::to_owned)
            .into();
    arguments.extend(crates.is_offline.then(|| "--offline".to_owned()));
    arguments.extend(crates.is_locked.then(|| "--locked".to_owned()));
    let flag = |(place, name): &(PathBuf, String)| format!("--remap-path-prefix={}={name}", place.display());
    let flags: Vec<String> = replaced_paths(directory)?.iter().map(flag).collect();
    // An array of strings has the same syntax in JSON and TOML. The flags are added to those of the project.
    let flags = serde_json::to_string(&flags)?;
    arguments.extend(["--config".to_owned(), format!("target.{TARGET}.rustflags={flags}")]);
    let mut launch = tool("cargo", arguments, directory)?;
    launch.errors = StreamMode::Inherited;
    launch.limit = usize::MAX;
    // These variables would override the flags above, and are meant for native programs.
    launch.environment.retain(|(name, _)| name != "RUSTFLAGS" && name != "CARGO_ENCODED_RUSTFLAGS");
    let output = launch.run().context("Could not run cargo; install Rust with rustup")?;
    expect(output.status, crates)?;
    let messages = String::from_utf8_lossy(&output.stdout);
    let component = messages.lines().rev().find_map(|line| component(line, &manifest));
    component.context("cargo built no component: the library needs crate-type = [\"cdylib\", \"rlib\"]")
}

/// Returns the command of a tool, to run in the directory of a project; its toolchain file applies there.
///
/// # Errors
/// Returns an error if the tool is not in PATH.
pub(super) fn tool(name: &str, arguments: Vec<String>, directory: &Path) -> Result<Launch> {
    let program = launcher::find_program(name.as_ref(), env::var_os("PATH").as_deref());
    let program = program.with_context(|| format!("'{name}' is not installed, or not in PATH"))?;
    Ok(Launch { directory: Some(directory.to_path_buf()), ..Launch::inheriting(program, arguments) })
}

fn expect(status: i32, crates: CrateSource) -> Result<()> {
    if status == 0 {
        return Ok(());
    }
    let locked = if crates.is_locked {
        ". If Cargo.lock is not up to date: marotte provider build, and keep the file with the project"
    } else {
        ""
    };
    bail!(
        "The build failed; cargo's messages are above. If the target is not installed: rustup target add {TARGET}{locked}"
    )
}

/// Returns the local paths that would end up in a component, and their replacements: the directory of crates,
/// and that of the standard library's source, which has this name if it is not installed. Paths of the project
/// are relative.
fn replaced_paths(directory: &Path) -> Result<Vec<(PathBuf, String)>> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(Path::new(&env::var_os("HOME")?).join(".cargo")));
    let mut replaced_paths: Vec<(PathBuf, String)> = home.into_iter().map(|home| (home, "/cargo".to_owned())).collect();
    let (sysroot, about) = (rustc(directory, &["--print", "sysroot"])?, rustc(directory, &["-vV"])?);
    let source = Path::new(sysroot.trim()).join("lib/rustlib/src/rust");
    let commit = about.lines().find_map(|line| line.strip_prefix("commit-hash: "));
    replaced_paths.extend(commit.map(|commit| (source, format!("/rustc/{commit}"))));
    Ok(replaced_paths)
}

fn rustc(directory: &Path, words: &[&str]) -> Result<String> {
    let words = words.iter().map(|word| (*word).to_owned()).collect();
    let output = tool("rustc", words, directory).and_then(|launch| Ok(launch.run()?));
    let output = output.context("Could not run rustc; install Rust with rustup")?;
    if output.status != 0 {
        bail!("rustc did not print its version: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// Returns the component of a project according to a message of cargo.
fn component(message: &str, manifest: &Path) -> Option<PathBuf> {
    let message: Value = serde_json::from_str(message).ok()?;
    if message["reason"] != "compiler-artifact" || Path::new(message["manifest_path"].as_str()?) != manifest {
        return None;
    }
    let files = message["filenames"].as_array()?.iter().filter_map(Value::as_str);
    files.map(PathBuf::from).find(|file| file.extension().is_some_and(|extension| extension == "wasm"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn component_is_that_of_the_project() {
        let message = |manifest: &str, file: &str| {
            let message = serde_json::json!({
                "reason": "compiler-artifact", "manifest_path": manifest, "filenames": [file, "/t/libmotd.rlib"],
            });
            component(&message.to_string(), Path::new("/p/Cargo.toml"))
        };
        assert_eq!(message("/p/Cargo.toml", "/t/motd.wasm"), Some("/t/motd.wasm".into()));
        assert_eq!(message("/p/Cargo.toml", "/t/motd.rmeta"), None);
        assert_eq!(message("/p/marotte/sdk/Cargo.toml", "/t/sdk.wasm"), None);
        assert_eq!(component("error: no JSON", Path::new("/p/Cargo.toml")), None);
    }
}
