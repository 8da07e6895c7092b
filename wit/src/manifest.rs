//! Owns the provider manifest, `provider.toml`: who made a component and what it asks to be granted. Grants are denied by
//! default; what is not in the manifest cannot be done.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The manifest of a component, as in `provider.toml` and in the section `marotte:manifest`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Name and version.
    pub package: Package,
    /// Files that it may touch.
    #[serde(default)]
    pub files: FileGrants,
    /// Commands that it may run, by the name that it uses for them.
    #[serde(default)]
    pub commands: BTreeMap<String, CommandGrant>,
    /// Commands that the resource itself names.
    #[serde(default)]
    pub given: GivenGrants,
    /// Secrets that it may see in clear.
    #[serde(default)]
    pub secrets: SecretGrants,
    /// Resources that it may add to a catalog.
    #[serde(default)]
    pub resources: ResourceGrants,
}

/// Who and what the component is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Package {
    /// `namespace/name`.
    pub name: String,
    /// Semantic version.
    pub version: String,
    /// The version of the contract that it was built against: `0.1`.
    pub interface: String,
    /// SPDX expression.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub license: Option<String>,
}

/// Files that a component may touch. An entry is an absolute path, a glob (`/etc/nginx/**`), or `@attribute`: exactly the
/// path that this attribute of the resource in hand names. `@attribute/**` is everything beneath it too, `@attribute->` what a
/// link there leads to.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileGrants {
    /// May be read. What may be written may be read, too.
    #[serde(default)]
    pub read: Vec<String>,
    /// May be written, with the right to change owner and mode.
    #[serde(default)]
    pub write: Vec<String>,
}

/// A command by name.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandGrant {
    /// Absolute paths or names to look for in PATH, the first found counts.
    pub find: Vec<String>,
    /// Argument lists that only read. `*` stands for one argument, a last `**` for any number of them.
    #[serde(default)]
    pub query: Vec<Vec<String>>,
    /// Argument lists that may change something.
    #[serde(default)]
    pub mutate: Vec<Vec<String>>,
}

/// Commands whose text comes from the resource: the names of attributes (`unless`).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GivenGrants {
    /// May be run while reading.
    #[serde(default)]
    pub query: Vec<String>,
    /// May be run while writing.
    #[serde(default)]
    pub mutate: Vec<String>,
}

/// Secrets that a component may see in clear. Without, it can put them into files and inputs of commands, and never sees them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SecretGrants {
    /// The names of the attributes whose `Sensitive` values it may see.
    #[serde(default)]
    pub reveal: Vec<String>,
}

/// Resources that a component may add to a catalog by `generate` and `expand`: what such a resource does is done with the rights
/// of *its* provider.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResourceGrants {
    /// The names of types, its own included.
    #[serde(default)]
    pub add: Vec<String>,
}

impl Manifest {
    /// Reads a manifest.
    ///
    /// # Errors
    /// Says where the text is not TOML or which field is unknown or missing.
    pub fn from_toml(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_lists_its_grants() {
        let manifest = Manifest::from_toml(
            "[package]\nname = 'acme/nginx'\nversion = '1.0.0'\ninterface = '0.1'\n\
             [files]\nwrite = ['@path']\n[commands.nginx]\nfind = ['nginx']\nquery = [['-t']]\n[given]\nquery = ['unless']\n[resources]\nadd = ['file']\n",
        )
        .unwrap();
        assert_eq!(manifest.files.write, ["@path"]);
        assert_eq!(manifest.commands["nginx"].query, [["-t"]]);
        assert_eq!(manifest.given.query, ["unless"]);
        assert_eq!(manifest.resources.add, ["file"]);
    }

    #[test]
    fn an_unknown_field_is_refused() {
        let text = "[package]\nname = 'a/b'\nversion = '1.0.0'\ninterface = '0.1'\ncolour = 'red'\n";
        assert!(Manifest::from_toml(text).unwrap_err().to_string().contains("colour"));
    }
}
