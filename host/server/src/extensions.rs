//! Short names of extensions in certificates, from the file `custom_trusted_oid_mapping.yaml` in Puppet's format.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Result, anyhow, bail};
use catalog::Value;
use engine::Settings;
use ownership::OwnershipRule;
use ruby::yaml::Dates;
use value::yaml;

/// The key of the names.
const KEY: &str = "oid_mapping";

/// Short names by object identifier.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct ExtensionNames(pub(crate) BTreeMap<String, String>);

impl ExtensionNames {
    /// Reads the content of a file.
    ///
    /// # Errors
    /// Returns an error with the line if the file is not YAML, or with the object identifier that has no names, is not valid or
    /// whose short name stands for another one.
    pub(crate) fn read(text: &str, path: &Path) -> Result<Self> {
        let place = || format!("(file: {})", path.display());
        let document = yaml::parse_plain(text, Dates::Refused).map_err(|error| anyhow!("{error} {}", place()))?;
        let Some(mapping) = entry(&document, KEY) else { bail!("There is no key '{KEY}' {}", place()) };
        let Value::Hash(mapping) = mapping else { bail!("The value of '{KEY}' is not a hash {}", place()) };
        let (mut names, mut known) = (BTreeMap::new(), BTreeSet::new());
        for (oid, names_of_oid) in mapping {
            let oid = oid.to_string();
            let name = match (entry(names_of_oid, "shortname"), entry(names_of_oid, "longname")) {
                (Some(Value::String(short)), Some(Value::String(_))) if !short.is_empty() => short.to_string(),
                _ => bail!("'{oid}' has not both shortname and longname {}", place()),
            };
            if !is_identifier(&oid) {
                bail!("'{oid}' is not an object identifier {}", place());
            }
            if let Some(own) = identity::short_name(&oid) {
                bail!("'{oid}' has the name '{own}' {}", place());
            }
            if identity::is_short_name(&name) || !known.insert(name.clone()) {
                bail!("The name '{name}' of '{oid}' stands for another object identifier {}", place());
            }
            names.insert(oid, name);
        }
        Ok(Self(names))
    }
}

/// Returns the short names of extensions in the file of the settings, by object identifier.
///
/// # Errors
/// Returns an error with the line if the file cannot be read, or is not valid.
pub fn extension_names(settings: &Settings) -> Result<BTreeMap<String, String>> {
    let path = &settings.trusted_oid_mapping_file.value;
    match settings.checker.read(path, OwnershipRule::Trusted) {
        Err(error) if error.is_missing() => Ok(BTreeMap::new()),
        bytes => Ok(ExtensionNames::read(&String::from_utf8(bytes?)?, path)?.0),
    }
}

fn is_identifier(text: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    text.contains('.') && text.split('.').all(is_number)
}

fn entry<'v>(hash: &'v Value, key: &str) -> Option<&'v Value> {
    let Value::Hash(entries) = hash else { return None };
    entries.iter().find(|(known, _)| matches!(known, Value::String(text) if **text == *key)).map(|(_, value)| value)
}

#[cfg(test)]
mod tests {

    use super::*;

    fn read(text: &str) -> Result<BTreeMap<String, String>, String> {
        let read = ExtensionNames::read(text, Path::new("/f"));
        read.map(|names| names.0).map_err(|error| error.to_string())
    }

    #[test]
    fn extension_names_are_read_as_in_puppet() {
        let text = "oid_mapping:\n  1.3.6.1.4.1.34380.1.2.1.1:\n    shortname: site\n    longname: Site of the node\n  \
                    '1.3.6.1.4.1.34380.1.2.1.2':\n    shortname: rack\n    longname: Rack\n";
        let names = read(text).unwrap();
        assert_eq!(names["1.3.6.1.4.1.34380.1.2.1.1"], "site");
        assert_eq!(names["1.3.6.1.4.1.34380.1.2.1.2"], "rack");
    }

    #[test]
    fn extension_names_that_are_not_valid_are_refused() {
        let of = |oid: &str, name: &str| format!("oid_mapping:\n  {oid}:\n    shortname: {name}\n    longname: x\n");
        for (text, expected) in [
            ("a: [".to_owned(), "(file: /f)"),
            ("a: 1".to_owned(), "There is no key 'oid_mapping' (file: /f)"),
            ("oid_mapping: 1".to_owned(), "The value of 'oid_mapping' is not a hash (file: /f)"),
            ("oid_mapping:\n  1.2.3.4: x\n".to_owned(), "'1.2.3.4' has not both shortname and longname (file: /f)"),
            (of("a.b", "x"), "'a.b' is not an object identifier (file: /f)"),
            (of("1.3.6.1.4.1.34380.1.1.13", "x"), "'1.3.6.1.4.1.34380.1.1.13' has the name 'pp_role' (file: /f)"),
            (
                of("1.2.3.4", "pp_role"),
                "The name 'pp_role' of '1.2.3.4' stands for another object identifier (file: /f)",
            ),
        ] {
            let error = read(&text).unwrap_err();
            assert!(error.ends_with(expected), "{error}");
        }
    }
}
