//! Owns which components this program can run at all: those of its version of the contract that import nothing else.

use marotte_wit::package::{Package, PackageError};

use crate::gate::import::ALL;

/// Interfaces that only name the forms of values.
const FORMS: [&str; 5] = ["values", "errors", "fs-types", "http-types", "process-types"];

/// Tells whether this program can run a component.
///
/// # Errors
/// It was built for another version of the contract, or imports what is not in it.
pub(crate) fn check(package: &Package) -> Result<(), PackageError> {
    package.check_version()?;
    let is_foreign = |import: &&str| !import.starts_with("wasi:") && !is_ours(import);
    let foreign: Vec<&str> = package.imports.iter().map(String::as_str).filter(is_foreign).collect();
    if foreign.is_empty() {
        return Ok(());
    }
    Err(PackageError::Foreign { name: package.name.clone(), imports: foreign.join(", ") })
}

fn is_ours(import: &str) -> bool {
    let contract = marotte_wit::PACKAGE.split('@').next().unwrap_or_default();
    let interface = import.strip_prefix(contract).and_then(|rest| rest.strip_prefix('/')?.split('@').next());
    interface.is_some_and(|name| FORMS.contains(&name) || ALL.iter().any(|known| known.interface == name))
}

#[cfg(test)]
mod tests {
    use marotte_wit::manifest::Manifest;
    use marotte_wit::schema::PackageSchema;

    use super::*;

    #[test]
    fn an_unknown_import_is_told() {
        let schema = PackageSchema::from_json(r#"{"version":1}"#).unwrap();
        let manifest = "[package]\nname = 'a/b'\nversion = '1.0.0'\ninterface = '0.1'\n";
        let manifest = Manifest::from_toml(manifest).unwrap();
        let imports = ["marotte:provider/log@0.1.7", "wasi:io/poll@0.2.6"].map(String::from).to_vec();
        let mut package = Package { name: "x".into(), digest: None, schema, manifest, imports, exports: Vec::new() };
        assert!(check(&package).is_ok());
        package.imports.extend(["marotte:provider/teleport@0.1.0", "evil:thing/x"].map(String::from));
        let said =
            "the component 'x' imports marotte:provider/teleport@0.1.0, evil:thing/x, which is not in the contract";
        assert_eq!(check(&package).unwrap_err().to_string(), said);
    }
}
