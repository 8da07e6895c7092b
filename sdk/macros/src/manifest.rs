//! Owns the check of `provider.toml`: it is well formed, of this version of the contract, and what it names exists.

use std::path::Path;

use marotte_wit::manifest::Manifest;
use marotte_wit::network::HostGrant;
use marotte_wit::schema::PackageSchema;

/// The version of the contract that components are built against.
const INTERFACE: &str = "0.1";

/// The manifest's text and where it is.
pub(crate) struct Source {
    pub(crate) text: String,
    pub(crate) path: String,
}

/// Reads the manifest of the crate that is being compiled: the one nearest above the source file, at the latest beside
/// `Cargo.toml`.
pub(crate) fn read(schema: &PackageSchema, source: Option<&Path>) -> Result<Source, String> {
    let root = std::env::var_os("CARGO_MANIFEST_DIR").ok_or("CARGO_MANIFEST_DIR is not set; build with cargo")?;
    let root = Path::new(&root);
    let source = source.and_then(|source| source.canonicalize().ok());
    let folders = source.iter().flat_map(|source| source.ancestors().skip(1)).take_while(|folder| *folder != root);
    let nearest = folders.map(|folder| folder.join("provider.toml")).find(|path| path.is_file());
    let path = nearest.filter(|path| path.starts_with(root)).unwrap_or_else(|| root.join("provider.toml"));
    let text = std::fs::read_to_string(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    check(&text, schema).map_err(|message| format!("{}: {message}", path.display()))?;
    Ok(Source { text, path: path.display().to_string() })
}

fn check(text: &str, schema: &PackageSchema) -> Result<(), String> {
    let manifest = Manifest::from_toml(text).map_err(|error| error.to_string())?;
    if manifest.package.interface != INTERFACE {
        return Err(format!("interface = '{}', but this sdk is for '{INTERFACE}'", manifest.package.interface));
    }
    let declared = |name: &str| {
        if let Some((type_name, name)) = name.split_once('.') {
            // Of another package's type nobody knows here what it has.
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
        HostGrant::parse(entry).map_err(|reason| format!("the host '{entry}': {reason}"))?;
    }
    let given = manifest.given.query.iter().chain(&manifest.given.mutate).cloned();
    // `@type.attribute` is an attribute of others.
    let (others, own): (Vec<String>, Vec<String>) = named.chain(given).partition(|name| name.contains('.'));
    let is_found = |name: &&str| manifest.resources.find.iter().any(|known| known == name);
    if let Some(name) = others.iter().filter_map(|name| name.split('.').next()).find(|name| !is_found(name)) {
        return Err(format!("it reads what resources of the type '{name}' name, which [resources] find does not list"));
    }
    match own.into_iter().find(|name| !declared(name)) {
        Some(name) => Err(format!("it names the attribute '{name}', which no type of this package has")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use marotte_wit::schema::{Attribute, TypeSchema};

    use super::*;

    fn checked(rest: &str) -> Result<(), String> {
        let path = Attribute { name: "path".into(), ..Attribute::default() };
        let schema = TypeSchema { attributes: vec![path], ..TypeSchema::default() };
        let schema = PackageSchema { version: 1, types: vec![schema], providers: Vec::new() };
        check(&format!("[package]\nname = 'a/b'\nversion = '1.0.0'\ninterface = '0.1'\n{rest}"), &schema)
    }

    #[test]
    fn grants_name_attributes_that_exist() {
        assert_eq!(checked("[files]\nwrite = ['@path/**', '@path->', '/etc/x']\n[given]\nquery = ['path']"), Ok(()));
        assert_eq!(checked("[files]\nread = ['@path~/.ssh/*', '@file.source']\n[resources]\nfind = ['file']"), Ok(()));
        assert!(checked("[files]\nread = ['@path~/.ssh/*', '@file.source']").unwrap_err().contains("type 'file'"));
        assert!(checked("[files]\nread = ['@paht~/x']").unwrap_err().contains("'paht'"));
        assert!(checked("[files]\nread = ['@paht']").unwrap_err().contains("'paht'"));
        assert_eq!(checked("[files]\nread = ['@other.source']\n[resources]\nfind = ['other']"), Ok(()));
        assert!(checked("[files]\nread = ['@other.source']").unwrap_err().contains("type 'other'"));
        assert!(checked("[files]\nsuid = ['@pith']").unwrap_err().contains("'pith'"));
        assert!(checked("[network]\nread = ['@url->']").unwrap_err().contains("'url'"));
        assert!(checked("[network]\nwrite = ['ftp://x']").unwrap_err().contains("'ftp://x'"));
        assert!(checked("[given]\nmutate = ['command']").unwrap_err().contains("'command'"));
    }

    #[test]
    fn another_interface_is_refused() {
        let text = "[package]\nname = 'a/b'\nversion = '1.0.0'\ninterface = '9.9'\n";
        let schema = PackageSchema { version: 1, types: Vec::new(), providers: Vec::new() };
        assert!(check(text, &schema).unwrap_err().contains("9.9"));
    }
}
