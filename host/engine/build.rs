//! Builds the built-in providers as components, compiles them to native code, and writes the list that the
//! library embeds: the description and the compressed native code of each.

#[path = "build/component.rs"]
mod component;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, process};

use runtime::{ComponentRegistry, ComponentSource, Precompiler};
use sha2::{Digest as _, Sha256};

/// The component that runs resource types in Ruby.
const RUBY: &str = "marotte-ruby-component";

fn main() {
    component::watch(&[
        "host/ruby-vm/component",
        "providers",
        "sdk",
        "wit",
        "Cargo.lock",
        "Cargo.toml",
        "host/engine/build",
    ]);
    if let Err(reason) = embed() {
        println!("cargo::error={reason}");
        process::exit(1);
    }
}
fn embed() -> Result<(), String> {
    let names = provider_names()?;
    let packages: Vec<String> = names.iter().map(|name| format!("marotte-provider-{name}")).collect();
    let built: Vec<String> = packages.iter().cloned().chain([RUBY.to_owned()]).collect();
    let artifacts = component::build(&built, &["--lib"])?;
    let directory = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let (from, to) = (artifacts.join(component::file_name(RUBY)), directory.join("ruby.wasm"));
    fs::copy(&from, &to).map_err(|e| format!("{}: {e}", from.display()))?;
    let precompiler = precompiler();
    let mut sources = Vec::new();
    let mut list = String::from("&[\n");
    for (name, package) in names.iter().zip(&packages) {
        let artifact = artifacts.join(component::file_name(package));
        let bytes = fs::read(&artifact).map_err(|e| format!("{}: {e}", artifact.display()))?;
        sources.push(ComponentSource::new(name, bytes.clone()));
        let digest: [u8; 32] = Sha256::digest(&bytes).into();
        let (embedded, native) = match &precompiler {
            Some(precompiler) => {
                let native = native(precompiler, &bytes, &digest, &directory.join("native").join(name))?;
                (description(name, &bytes, &directory)?, native)
            }
            None => (artifact, "None".to_owned()),
        };
        let _ = writeln!(
            list,
            "    ({name:?}, include_bytes!({:?}), {digest:?}, {native}, {}),",
            embedded.display().to_string(),
            outline(name, &bytes)?
        );
    }
    list.push_str("]\n");
    // Checks that the components are compatible with each other.
    ComponentRegistry::new(sources).map_err(|reason| reason.to_string())?;
    let target = directory.join("components.rs");
    fs::write(&target, list).map_err(|e| format!("{}: {e}", target.display()))
}

/// Writes the component without its code, which the native code replaces, and returns the path.
fn description(name: &str, component: &[u8], directory: &Path) -> Result<PathBuf, String> {
    let bytes = runtime::without_code(name, component).map_err(|reason| reason.to_string())?;
    let path = directory.join(format!("{name}.wasm"));
    fs::write(&path, bytes).map_err(|e| format!("{}: {e}", path.display()))?;
    Ok(path)
}

/// Returns the expression that embeds the names in a component's schema.
fn outline(name: &str, component: &[u8]) -> Result<String, String> {
    let package = runtime::read_package(name, component).map_err(|reason| reason.to_string())?;
    let types: Vec<&str> = package.schema.types.iter().map(|schema| schema.name.as_str()).collect();
    let mut provides: Vec<&str> = package.schema.providers.iter().map(|provider| provider.type_name.as_str()).collect();
    provides.dedup();
    let finds = &package.manifest.resources.find;
    Ok(format!(
        "ComponentIndex {{ types: NameList::Fixed(&{types:?}), provides: NameList::Fixed(&{provides:?}), finds: NameList::Fixed(&{finds:?}) }}"
    ))
}

/// Returns `None` for a platform that the build cannot compile for; native code is then compiled on the first run.
fn precompiler() -> Option<Precompiler> {
    let platform = env::var("TARGET").unwrap_or_default();
    let made = Precompiler::new(&platform);
    made.inspect_err(|reason| println!("cargo::warning=no native code for {platform}: {reason}")).ok()
}

/// Compiles a component to native code unless the file of an earlier build exists, and returns the expression
/// that embeds it. `directory` is exclusive to the component.
fn native(precompiler: &Precompiler, component: &[u8], digest: &[u8; 32], directory: &Path) -> Result<String, String> {
    let file = directory.join(precompiler.name(digest));
    if !file.exists() {
        let fault = |error: std::io::Error| format!("{}: {error}", file.display());
        let code = precompiler.compile(component).map_err(|reason| format!("{}: {reason}", directory.display()))?;
        if directory.exists() {
            fs::remove_dir_all(directory).map_err(fault)?;
        }
        fs::create_dir_all(directory).map_err(fault)?;
        let draft = file.with_extension("draft");
        fs::write(&draft, code).and_then(|()| fs::rename(&draft, &file)).map_err(fault)?;
    }
    Ok(format!("Some(include_bytes!({:?}))", file.display().to_string()))
}

/// Returns the names of the providers. Each directory of `providers` is one provider.
fn provider_names() -> Result<Vec<String>, String> {
    let directory = component::workspace().join("providers");
    let entries = fs::read_dir(&directory).map_err(|e| format!("{}: {e}", directory.display()))?;
    let mut names: Vec<String> = entries
        .filter_map(Result::ok)
        .filter(|entry| entry.path().join("Cargo.toml").exists())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    Ok(names)
}
