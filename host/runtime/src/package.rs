//! Compatibility of components with this program: the version of the contract, and no unknown imports.

use marotte_contract::package::{Package, PackageError};
use serde_json::Value;

use crate::gate::import::ALL;

/// Interfaces that only define types.
const TYPE_INTERFACES: [&str; 5] = ["values", "errors", "fs-types", "http-types", "process-types"];

/// Interfaces that every component exports.
const OFFERED: [&str; 2] = ["types", "providers"];

/// Checks whether this program can run a component, as far as this can be determined without running it.
///
/// # Errors
/// Returns an error if the component was built for another version of the contract, has unknown imports, lacks an
/// export, or has a manifest entry with misleading characters.
pub fn check(package: &Package) -> Result<(), PackageError> {
    package.check_version()?;
    let is_foreign = |import: &&str| !import.starts_with("wasi:") && !is_known_import(import);
    let foreign: Vec<&str> = package.imports.iter().map(String::as_str).filter(is_foreign).collect();
    if !foreign.is_empty() {
        return Err(PackageError::Foreign { name: package.name.clone(), imports: foreign.join(", ") });
    }
    let unusable = |reason| PackageError::Unreadable { name: package.name.clone(), reason };
    let entries = serde_json::to_value(&package.manifest).map_err(|error| unusable(error.to_string()))?;
    if let Some(hidden) = find_hidden(&entries, false) {
        let shown: String = hidden.escape_debug().take(200).collect();
        return Err(unusable(format!(
            "the entry \"{shown}\" of its manifest has a character that cannot be displayed"
        )));
    }
    let is_offered = |name: &&str| package.exports.iter().any(|export| interface(export) == Some(name));
    match OFFERED.iter().find(|name| !is_offered(name)) {
        Some(missing) => {
            Err(unusable(format!("it does not export '{missing}', which the contract requires: it cannot run")))
        }
        None => Ok(()),
    }
}

/// Returns a string in a manifest that is displayed misleadingly. Arguments of commands may be scripts with several
/// lines.
fn find_hidden(entries: &Value, is_script: bool) -> Option<&str> {
    match entries {
        Value::String(text) => Some(text.as_str()).filter(|text| hides(text, is_script)),
        Value::Array(elements) => elements.iter().find_map(|element| find_hidden(element, is_script)),
        Value::Object(fields) => fields.iter().find_map(|(key, value)| {
            let is_script = matches!(key.as_str(), "query" | "mutate");
            find_hidden(value, is_script).or_else(|| Some(key.as_str()).filter(|key| hides(key, false)))
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

/// Returns whether a text contains characters that can disguise it: line breaks, cursor movements, changes of
/// text direction. The user must see exactly the text that is granted.
fn hides(text: &str, is_script: bool) -> bool {
    let turns = |letter| matches!(letter, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let breaks = |letter| is_script && matches!(letter, '\n' | '\t');
    text.chars().any(|letter| (letter.is_control() && !breaks(letter)) || turns(letter))
}

/// Returns the interface of an import or export if it belongs to the contract.
fn interface(name: &str) -> Option<&str> {
    let contract = marotte_contract::PACKAGE.split('@').next().unwrap_or_default();
    name.strip_prefix(contract)?.strip_prefix('/')?.split('@').next()
}

fn is_known_import(import: &str) -> bool {
    let name = import.split('@').next().unwrap_or_default();
    interface(import).is_some_and(|name| TYPE_INTERFACES.contains(&name))
        || ALL.iter().any(|known| known.full_interface() == name)
}

#[cfg(test)]
mod tests {
    use marotte_contract::manifest::Manifest;
    use marotte_contract::schema::PackageSchema;

    use super::*;

    #[test]
    fn misleading_manifest_entry_is_found() {
        let find = |entries: &str| {
            let package = "package.name = 'a/b'\npackage.version = '1.0.0'\npackage.interface = '0.1'";
            let text = format!("{package}\n{entries}\n");
            let entries = serde_json::to_value(Manifest::from_toml(&text).unwrap()).unwrap();
            find_hidden(&entries, false).map(str::to_owned)
        };
        for plain in [r#"files.read = ["/srv/été/**"]"#, r#"commands.x = { find = ["x"], query = [["-c", "a\n\tb"]] }"#]
        {
            assert_eq!(find(plain), None, "{plain}");
        }
        for hidden in [
            r#"package.license = "MIT\n  + may nothing""#,
            r#"files.read = ["/x\n\nacme/thing 1.0.0 (checked)\n  + may write @path"]"#,
            r#"commands."x\u001b[8m" = { find = ["x"] }"#,
            r#"commands.x = { find = ["x\ny"] }"#,
            r#"commands.x = { find = ["x"], query = [["-t", "\u202Ex"]] }"#,
            r#"resources.add = ["file\rx"]"#,
        ] {
            assert!(find(hidden).is_some(), "{hidden}");
        }
    }

    #[test]
    fn unknown_import_and_missing_export_are_reported() {
        let schema = PackageSchema::from_json(r#"{"version":1}"#).unwrap();
        let manifest = "[package]\nname = 'a/b'\nversion = '1.0.0'\ninterface = '0.1'\n";
        let manifest = Manifest::from_toml(manifest).unwrap();
        let imports = ["marotte:provider/log@0.1.7", "wasi:io/poll@0.2.6"].map(String::from).to_vec();
        let exports = ["marotte:provider/types@0.1.0", "marotte:provider/providers@0.1.0"].map(String::from).to_vec();
        let mut package = Package { name: "x".into(), digest: None, schema, manifest, imports, exports };
        assert!(check(&package).is_ok());
        let providers = package.exports.pop().unwrap();
        let message = "the component 'x': it does not export 'providers', which the contract requires: it cannot run";
        assert_eq!(check(&package).unwrap_err().to_string(), message);
        package.exports.push(providers);
        package.imports.extend(["marotte:provider/teleport@0.1.0", "evil:thing/x"].map(String::from));
        let message =
            "the component 'x' imports marotte:provider/teleport@0.1.0, evil:thing/x, which is not in the contract";
        assert_eq!(check(&package).unwrap_err().to_string(), message);
    }
}
