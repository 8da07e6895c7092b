//! Owns `provider build`: the component of a project, looked at as the host would.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context as _, Result, bail};
use runtime::{ComponentSource, Config, Package, Runtime};
use serde_json::Value;

use super::show;
use crate::args::ProviderBuild;
use crate::components;
use crate::console::{Console, Level};
use crate::exit;
use crate::settings::Settings;

/// The platform that components are built for.
const TARGET: &str = "wasm32-wasip2";

/// Builds the component and tells what it is.
///
/// # Errors
/// It can't be built, or what was built is nothing that the host would take.
pub(crate) fn run(arguments: &ProviderBuild, console: &mut Console) -> Result<ExitCode> {
    Settings::of(&arguments.common, None, "user", console)?;
    let file = build(&arguments.folder, arguments.offline)?;
    let bytes = components::read(&file)?;
    let path = file.display();
    let package = runtime::read_package("component", &bytes).with_context(|| format!("'{path}' is not a provider"))?;
    check(&package, bytes.clone())?;
    for import in package.imports.iter().filter(|import| !runtime::is_lent(import)) {
        let words = format!("It imports {import}, which is not lent: a call of it ends the resource's turn");
        console.log(Level::Warning, "", &words);
    }
    let digest = runtime::sha256(&bytes);
    if console.is_json() {
        let mut answer = show::to_json(&package, &digest);
        answer["file"] = path.to_string().into();
        answer["size"] = bytes.len().into();
        console.answer(&format!("{answer:#}\n"));
    } else {
        console.tell(&format!("{path}: {} kB\n\n{}", bytes.len().div_ceil(1000), show::to_text(&package, &digest)));
    }
    Ok(ExitCode::from(exit::SUCCESS))
}

/// Runs cargo, whose own words are for whoever builds, and returns the component.
fn build(folder: &Path, is_offline: bool) -> Result<PathBuf> {
    let manifest = folder.join("Cargo.toml");
    if !manifest.is_file() {
        let shown = folder.display();
        bail!("'{shown}' is no project of a provider: it has no Cargo.toml. marotte provider new NAME makes one");
    }
    let mut command = Command::new("cargo");
    command.args(["build", "--release", "--lib", "--target", TARGET, "--message-format=json-render-diagnostics"]);
    command.args(is_offline.then_some("--offline"));
    // There its toolchain is found, too.
    let output = command.current_dir(folder).stdin(Stdio::null()).stderr(Stdio::inherit()).output();
    let output = output.context("Could not run cargo; it comes with Rust, by rustup")?;
    if !output.status.success() {
        bail!(
            "The project was not built; what cargo says about it is above. If the platform is missing: rustup target add {TARGET}"
        );
    }
    let manifest = manifest.canonicalize()?;
    let messages = String::from_utf8_lossy(&output.stdout);
    let component = messages.lines().rev().find_map(|line| component(line, &manifest));
    component.context("cargo built no component: the library needs crate-type = [\"cdylib\", \"rlib\"]")
}

/// Returns the component that a message of cargo's says was made of a project.
fn component(message: &str, manifest: &Path) -> Option<PathBuf> {
    let message: Value = serde_json::from_str(message).ok()?;
    if message["reason"] != "compiler-artifact" || Path::new(message["manifest_path"].as_str()?) != manifest {
        return None;
    }
    let files = message["filenames"].as_array()?.iter().filter_map(Value::as_str);
    files.map(PathBuf::from).find(|file| file.extension().is_some_and(|extension| extension == "wasm"))
}

/// The host would find out at the first use.
fn check(package: &Package, bytes: Vec<u8>) -> Result<()> {
    let mut runtime = Runtime::new(Config::new(vec![ComponentSource::new("component", bytes)]))?;
    for schema in &package.schema.types {
        let said = runtime.check_description(&schema.name);
        said.map_err(anyhow::Error::msg).context("The component and its section do not agree")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_component_is_the_one_of_the_project() {
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
