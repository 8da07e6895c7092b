//! Embedded project kit: the SDK and the contract, so that a new project needs only a toolchain and the crates
//! that both depend on.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

/// Crates of the kit, by directory.
const CRATES: [&str; 4] = ["sdk", "sdk/macros", "sdk/regex", "wit"];

/// The level of compression.
const LEVEL: i32 = 19;

/// Directories that are not embedded.
const LEFT_OUT: [&str; 2] = ["sdk/examples", "sdk/tests"];

/// Returns the paths and contents of the kit as compressed JSON.
///
/// # Errors
/// Returns an error if a file cannot be read.
pub(crate) fn archive(workspace: &Path) -> Result<Vec<u8>, String> {
    let mut kit = vec![("Cargo.toml".to_owned(), manifest(workspace)?)];
    let mut files = BTreeSet::new();
    for directory in ["sdk", "wit"] {
        collect(workspace, Path::new(directory), &mut files)?;
    }
    files.extend(["LICENSE-APACHE", "LICENSE-MIT"].map(PathBuf::from));
    for file in files {
        let fault = |error: std::io::Error| format!("{}: {error}", file.display());
        kit.push((file.display().to_string(), fs::read_to_string(workspace.join(&file)).map_err(fault)?));
    }
    let json = serde_json::to_vec(&kit).map_err(|error| error.to_string())?;
    zstd::bulk::compress(&json, LEVEL).map_err(|error| error.to_string())
}

fn collect(workspace: &Path, directory: &Path, files: &mut BTreeSet<PathBuf>) -> Result<(), String> {
    let fault = |error: std::io::Error| format!("{}: {error}", directory.display());
    for entry in fs::read_dir(workspace.join(directory)).map_err(fault)? {
        let entry = entry.map_err(fault)?;
        let path = directory.join(entry.file_name());
        if LEFT_OUT.iter().any(|known| Path::new(known) == path) {
            continue;
        }
        if entry.file_type().map_err(fault)?.is_dir() {
            collect(workspace, &path, files)?;
        } else {
            files.insert(path);
        }
    }
    Ok(())
}

/// Builds the manifest of a workspace that contains only the kit's crates, with the dependency versions of this
/// workspace.
fn manifest(workspace: &Path) -> Result<String, String> {
    let read = |path: PathBuf| -> Result<Table, String> {
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        text.parse().map_err(|error| format!("{}: {error}", path.display()))
    };
    let mut used = BTreeSet::new();
    for directory in CRATES {
        dependencies(&read(workspace.join(directory).join("Cargo.toml"))?, &mut used);
    }
    let mut whole = read(workspace.join("Cargo.toml"))?;
    let Some(Value::Table(mut workspace)) = whole.remove("workspace") else {
        return Err("there is no workspace".into());
    };
    workspace.remove("default-members");
    workspace.insert("resolver".into(), "3".into());
    workspace.insert("members".into(), CRATES.map(Value::from).to_vec().into());
    if let Some(Value::Table(known)) = workspace.get_mut("dependencies") {
        known.retain(|name, _| used.contains(name));
    }
    let about = "# The sdk of Marotte and the contract: everything that a provider is built on.\n";
    Ok(about.to_owned() + &Table::from_iter([("workspace".to_owned(), Value::Table(workspace))]).to_string())
}

fn dependencies(table: &Table, used: &mut BTreeSet<String>) {
    for (name, value) in table {
        let Value::Table(inner) = value else { continue };
        if name.ends_with("dependencies") {
            used.extend(inner.keys().cloned());
        } else {
            dependencies(inner, used);
        }
    }
}
