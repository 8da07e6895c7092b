//! Builds of projects in other languages. Their tools build components that only describe themselves when
//! called, so the component is called once to add the sections that the macro adds to Rust components.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use engine::components;
use files::Durability;
use launcher::{Launch, StreamMode};
use runtime::manifest::{Manifest, PackageInfo as Head};
use runtime::{ComponentSource, Runtime, RuntimeConfig};

use super::cargo::tool;

/// The output path of the tools.
const OUTPUT: &str = "target/component.wasm";

/// The placeholder type of a component before it has described itself.
const UNKNOWN: &str = "unknown";

/// The tool of a language.
pub(super) trait Tool {
    /// Returns the command to run in a project.
    ///
    /// # Errors
    /// Returns an error if the tool is not installed; the error explains how to install it.
    fn command(&self, directory: &Path) -> Result<Launch>;
}

/// JavaScript, built with the script `build` of package.json.
pub(super) struct Npm;

impl Tool for Npm {
    fn command(&self, directory: &Path) -> Result<Launch> {
        if !directory.join("node_modules").is_dir() {
            bail!("The tools of the project are not installed: npm install, in '{}'", directory.display());
        }
        tool("npm", ["run", "--silent", "build"].map(str::to_owned).into(), directory)
    }
}

/// Python, built with componentize-py of the project's virtual environment or of the system.
pub(super) struct Python;

impl Tool for Python {
    fn command(&self, directory: &Path) -> Result<Launch> {
        let own = directory.join(".venv/bin/componentize-py");
        let program = if own.is_file() { std::path::absolute(own)? } else { "componentize-py".into() };
        let arguments = ["-d", "wit", "-w", "component", "componentize", "app", "-s", "-o", OUTPUT];
        tool(&program.to_string_lossy(), arguments.map(str::to_owned).into(), directory)
    }
}

/// Runs the tool, which prints its own messages, and returns the component with its sections.
///
/// # Errors
/// Returns an error if the tool is missing, the build fails, or the component does not describe itself.
pub(super) fn build(directory: &Path, tool: &impl Tool) -> Result<PathBuf> {
    let path = directory.join("provider.toml");
    let text = fs::read_to_string(&path).with_context(|| format!("Could not read '{}'", path.display()))?;
    let manifest = Manifest::from_toml(&text).with_context(|| format!("'{}' is not a manifest", path.display()))?;
    let output_file = directory.join(OUTPUT);
    let _ = fs::remove_file(&output_file);
    fs::create_dir_all(directory.join("target"))
        .with_context(|| format!("Could not write to '{}'", directory.display()))?;
    let launch = tool.command(directory);
    run(launch.context("The tools of the project are missing; its README describes how to install them")?)?;
    let bytes = components::read(&output_file).context("The build created no component")?;
    let schema = schema_of(&bytes, &manifest.package)?;
    let name = manifest.package.name.rsplit('/').next().unwrap_or_default();
    let file = directory.join("target").join(name).with_extension("wasm");
    let whole = runtime::embed(&bytes, schema.as_bytes(), text.as_bytes());
    let written = files::replace(&file, 0o644, Durability::Lazy, |out| out.write_all(&whole));
    written.with_context(|| format!("Could not write '{}'", file.display()))?;
    Ok(file)
}

fn run(mut launch: Launch) -> Result<()> {
    (launch.output, launch.errors) = (StreamMode::Inherited, StreamMode::Inherited);
    let program = launch.program.display().to_string();
    let output = launch.run().with_context(|| format!("Could not run '{program}'"))?;
    if output.status != 0 {
        bail!("The build failed; the messages of '{program}' are above");
    }
    Ok(())
}

/// Requests the schema from a component, without any grants.
fn schema_of(bytes: &[u8], head: &Head) -> Result<String> {
    let attributes = r#"[{"name":"name","traits":["namevar"]}]"#;
    let schema = format!(r#"{{"version":1,"types":[{{"name":"{UNKNOWN}","attributes":{attributes}}}]}}"#);
    let Head { name, version, interface, .. } = head;
    let manifest = format!("[package]\nname = {name:?}\nversion = {version:?}\ninterface = {interface:?}\n");
    let component = runtime::embed(bytes, schema.as_bytes(), manifest.as_bytes());
    let mut runtime = Runtime::new(RuntimeConfig::new(vec![ComponentSource::new("component", component)]))?;
    runtime.description(UNKNOWN).context("The component has no description")
}
