//! Imports that the host does not define, and imports that the manifest does not need. Tools of some languages import all
//! interfaces of a world.

use runtime::Package;
use runtime::manifest::Manifest;

/// Returns the name of the contract's interface that an import refers to; `None` for other imports.
#[must_use]
pub fn interface(import: &str) -> Option<&str> {
    let name = import.strip_prefix("marotte:provider/")?;
    Some(name.split('@').next().unwrap_or(name))
}

/// Returns the imports that the host does not define.
#[must_use]
pub fn undefined(package: &Package) -> Vec<&str> {
    package.imports.iter().map(String::as_str).filter(|import| !runtime::is_exposed(import)).collect()
}

/// Returns the imports that are not needed by the manifest, each with the section that would need it.
#[must_use]
pub fn unneeded(package: &Package) -> Vec<(&str, &'static str)> {
    let of_section = |import| {
        let (is_needed, section) = need(interface(import)?, &package.manifest)?;
        (!is_needed).then_some((import, section))
    };
    package.imports.iter().filter_map(|import| of_section(import)).collect()
}

/// Returns whether the manifest has grants for an interface, and the section of these grants. `None` for
/// interfaces that need no grant, such as users and groups.
fn need(interface: &str, manifest: &Manifest) -> Option<(bool, &'static str)> {
    let Manifest { files, commands, given, network, secrets, resources, .. } = manifest;
    Some(match interface {
        "fs-write" => (!files.write.is_empty(), "[files]"),
        "process-mutate" => {
            let is_asked = commands.values().any(|command| !command.mutate.is_empty());
            (is_asked || !given.mutate.is_empty(), "[commands] or [given]")
        }
        "process-query" => {
            (!commands.is_empty() || !given.query.is_empty() || !given.mutate.is_empty(), "[commands] or [given]")
        }
        "http" | "download" => (!network.read.is_empty() || !network.write.is_empty(), "[network]"),
        "secrets" => (!secrets.reveal.is_empty(), "[secrets]"),
        "catalog" => (!resources.find.is_empty(), "[resources]"),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn import_without_grant_is_reported() {
        let manifest = "[package]\nname = 'a/b'\nversion = '1.0.0'\ninterface = '0.1'\n[files]\nwrite = ['@path']\n";
        let manifest = Manifest::from_toml(manifest).unwrap();
        assert_eq!(need("fs-write", &manifest), Some((true, "[files]")));
        assert_eq!(need("http", &manifest), Some((false, "[network]")));
        assert_eq!(need("secrets", &manifest), Some((false, "[secrets]")));
        assert_eq!(need("identity", &manifest), None);
    }
}
