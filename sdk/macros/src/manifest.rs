//! Validation of `provider.toml`: syntax, contract version, and references to attributes.

use std::fmt;
use std::path::{Path, PathBuf};

use marotte_contract::manifest::Manifest;
use marotte_contract::network::HostGrant;
use marotte_contract::schema::PackageSchema;

use crate::model::{Errors, Package};

/// The version of the contract that components are built against.
const INTERFACE: &str = "0.1";

/// The manifest with its text and path.
pub(crate) struct ManifestSource {
    pub(crate) parsed: Manifest,
    pub(crate) text: String,
    pub(crate) path: String,
}

/// Reason why the manifest of a crate is rejected.
#[derive(Debug)]
pub(crate) enum ManifestError {
    /// The macro does not run under cargo.
    NoCargo,
    Unreadable {
        path: PathBuf,
        error: std::io::Error,
    },
    Invalid {
        path: PathBuf,
        fault: ManifestFault,
    },
}

impl fmt::Display for ManifestError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCargo => formatter.write_str("CARGO_MANIFEST_DIR is not set; build with cargo"),
            Self::Unreadable { path, error } => write!(formatter, "cannot read {}: {error}", path.display()),
            Self::Invalid { path, fault } => write!(formatter, "{}: {fault}", path.display()),
        }
    }
}

/// A rule violated by a manifest.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum ManifestFault {
    Format(String),
    /// The version of the contract is not that of this SDK.
    Interface(String),
    Host {
        entry: String,
        reason: String,
    },
    /// A grant refers to attributes of a type that `[resources] find` does not list.
    TypeNotListed(String),
    UnknownAttribute(String),
}

impl fmt::Display for ManifestFault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Format(reason) => formatter.write_str(reason),
            Self::Interface(version) => {
                write!(formatter, "interface = '{version}', but this SDK is for '{INTERFACE}'")
            }
            Self::Host { entry, reason } => write!(formatter, "the host '{entry}': {reason}"),
            Self::TypeNotListed(name) => {
                write!(formatter, "it refers to attributes of the type '{name}', which [resources] find does not list")
            }
            Self::UnknownAttribute(name) => {
                write!(formatter, "it refers to the attribute '{name}', which no type of this package has")
            }
        }
    }
}

/// Reads the manifest of the crate being compiled: the nearest one in the directories above the source file, up
/// to the one next to `Cargo.toml`.
pub(crate) fn read(schema: &PackageSchema, source: Option<&Path>) -> Result<ManifestSource, ManifestError> {
    let root = std::env::var_os("CARGO_MANIFEST_DIR").ok_or(ManifestError::NoCargo)?;
    let root = Path::new(&root);
    let source = source.and_then(|source| source.canonicalize().ok());
    let directories =
        source.iter().flat_map(|source| source.ancestors().skip(1)).take_while(|directory| *directory != root);
    let nearest = directories.map(|directory| directory.join("provider.toml")).find(|path| path.is_file());
    let path = nearest.filter(|path| path.starts_with(root)).unwrap_or_else(|| root.join("provider.toml"));
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) => return Err(ManifestError::Unreadable { path, error }),
    };
    match check(&text, schema) {
        Ok(parsed) => Ok(ManifestSource { parsed, text, path: path.display().to_string() }),
        Err(fault) => Err(ManifestError::Invalid { path, fault }),
    }
}

/// Checks that the manifest has the commands in the conditions of providers: a condition on another command never
/// holds. Providers without an implementation run no commands.
pub(crate) fn check_commands(package: &Package, manifest: &Manifest, errors: &mut Errors) {
    let built = package.resources.iter().flat_map(|resource| &resource.providers).filter(|known| known.by.is_some());
    for (name, span) in built.flat_map(|provider| &provider.commands) {
        if !manifest.commands.contains_key(name) {
            let message = format!("provider.toml has no section [commands.{name}]");
            errors.add(syn::Error::new(*span, message));
        }
    }
}

fn check(text: &str, schema: &PackageSchema) -> Result<Manifest, ManifestFault> {
    let manifest = Manifest::from_toml(text).map_err(|error| ManifestFault::Format(error.to_string()))?;
    if manifest.package.interface != INTERFACE {
        return Err(ManifestFault::Interface(manifest.package.interface));
    }
    let declared = |name: &str| {
        if let Some((type_name, name)) = name.split_once('.') {
            // The attributes of another package's type are unknown here.
            let own = schema.types.iter().find(|declared| declared.name == type_name);
            return manifest.resources.find.iter().any(|known| known == type_name)
                && own.is_none_or(|own| own.attribute(name).is_some());
        }
        schema.types.iter().any(|declared| declared.attribute(name).is_some())
            || schema.providers.iter().any(|provider| provider.attributes.iter().any(|known| known == name))
    };
    let (files, network) = (&manifest.files, &manifest.network);
    let lists = [&files.read, &files.write, &files.chown, &files.suid, &network.read, &network.write];
    let attribute = |grant: &str| {
        let name = grant.split('/').next().unwrap_or(grant);
        name.trim_end_matches("->").trim_end_matches('~').to_owned()
    };
    let named = lists.into_iter().flatten().filter_map(|grant| grant.strip_prefix('@')).map(attribute);
    for entry in network.read.iter().chain(&network.write) {
        HostGrant::parse(entry)
            .map_err(|reason| ManifestFault::Host { entry: entry.clone(), reason: reason.to_string() })?;
    }
    let given = manifest.given.query.iter().chain(&manifest.given.mutate).cloned();
    // `@type.attribute` is an attribute of another type.
    let (others, own): (Vec<String>, Vec<String>) = named.chain(given).partition(|name| name.contains('.'));
    let is_found = |name: &&str| manifest.resources.find.iter().any(|known| known == name);
    if let Some(name) = others.iter().filter_map(|name| name.split('.').next()).find(|name| !is_found(name)) {
        return Err(ManifestFault::TypeNotListed(name.to_owned()));
    }
    match own.into_iter().find(|name| !declared(name)) {
        Some(name) => Err(ManifestFault::UnknownAttribute(name)),
        None => Ok(manifest),
    }
}

#[cfg(test)]
mod tests {
    use marotte_contract::schema::{Attribute, TypeSchema};

    use super::*;

    fn checked(rest: &str) -> Result<(), ManifestFault> {
        let path = Attribute { name: "path".into(), ..Attribute::default() };
        let schema = TypeSchema { attributes: vec![path], ..TypeSchema::default() };
        let schema = PackageSchema { version: 1, types: vec![schema], providers: Vec::new() };
        check(&format!("[package]\nname = 'a/b'\nversion = '1.0.0'\ninterface = '0.1'\n{rest}"), &schema).map(drop)
    }

    #[test]
    fn grant_refers_to_an_existing_attribute() {
        assert_eq!(checked("[files]\nwrite = ['@path/**', '@path->', '/etc/x']\n[given]\nquery = ['path']"), Ok(()));
        assert_eq!(checked("[files]\nread = ['@path~/.ssh/*', '@file.source']\n[resources]\nfind = ['file']"), Ok(()));
        assert!(
            checked("[files]\nread = ['@path~/.ssh/*', '@file.source']")
                .unwrap_err()
                .to_string()
                .contains("type 'file'")
        );
        assert!(checked("[files]\nread = ['@paht~/x']").unwrap_err().to_string().contains("'paht'"));
        assert!(checked("[files]\nread = ['@paht']").unwrap_err().to_string().contains("'paht'"));
        assert_eq!(checked("[files]\nread = ['@other.source']\n[resources]\nfind = ['other']"), Ok(()));
        assert!(checked("[files]\nread = ['@other.source']").unwrap_err().to_string().contains("type 'other'"));
        assert!(checked("[files]\nsuid = ['@pith']").unwrap_err().to_string().contains("'pith'"));
        assert!(checked("[network]\nread = ['@url->']").unwrap_err().to_string().contains("'url'"));
        assert!(checked("[network]\nwrite = ['ftp://x']").unwrap_err().to_string().contains("'ftp://x'"));
        assert!(checked("[given]\nmutate = ['command']").unwrap_err().to_string().contains("'command'"));
    }

    #[test]
    fn other_contract_version_is_rejected() {
        let text = "[package]\nname = 'a/b'\nversion = '1.0.0'\ninterface = '9.9'\n";
        let schema = PackageSchema { version: 1, types: Vec::new(), providers: Vec::new() };
        assert!(check(text, &schema).unwrap_err().to_string().contains("9.9"));
    }
}
