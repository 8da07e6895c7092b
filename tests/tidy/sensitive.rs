//! Checks that each attribute of a built-in type that can be Sensitive has a data type, or that the list below gives a
//! reason. A component cannot check the text of a secret, so it is validated by the attribute's data type or by the
//! form of a body.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use regex::Regex;

/// Attributes without a data type, by provider directory and name (`*` for all attributes of a provider), with the
/// reason.
const WITHOUT_DATA_TYPE: &[(&str, &str, &str)] = &[
    ("archive", "username", "revealed, encoded as base64"),
    ("archive", "password", "revealed, encoded as base64"),
    ("archive", "cookie", "an HTTP header, checked by the host's HTTP client"),
    ("concat", "content", "the content of a whole file or of a part that may have several lines"),
    ("config", "value", "form ini-value"),
    ("debconf", "value", "form line"),
    ("exec", "command", "a command of the manifest, as in Puppet"),
    ("exec", "onlyif", "a command of the manifest, as in Puppet"),
    ("exec", "unless", "a command of the manifest, as in Puppet"),
    ("exec", "refresh", "a command of the manifest, as in Puppet"),
    ("exec", "environment", "one variable of a process, which may have several lines"),
    ("file", "validate_cmd", "a command of the manifest, as in Puppet"),
    ("file_line", "line", "form line"),
    ("inifile", "value", "form ini-value"),
    ("mysql", "password_hash", "form sql-string"),
    ("openssl", "password", "form line"),
    ("openssl", "cakey_password", "form line"),
    ("postgresql", "command", "SQL of the manifest, as in Puppet"),
    ("postgresql", "onlyif", "SQL of the manifest, as in Puppet"),
    ("postgresql", "unless", "SQL of the manifest, as in Puppet"),
    ("postgresql", "environment", "expanded in the SQL of the manifest without escapes, as in Puppet"),
    ("postgresql", "db_password", "one variable of a process"),
    ("rabbitmq", "password", "form line, or revealed and quoted by the component"),
    ("service", "logonpassword", "of providers for Windows, which are not built"),
    ("vcsrepo", "basic_auth_password", "of providers that are not built"),
    ("yumrepo", "*", "form ini-value"),
];

#[test]
fn sensitive_attributes_have_a_data_type_or_a_reason() {
    let mut found = BTreeSet::new();
    for (provider, sources) in providers() {
        let types = secret_types(&sources);
        found.extend(sources.values().flat_map(|text| fields(text, &types)).map(|name| (provider.clone(), name)));
    }
    let is_listed = |provider: &str, name: &str| {
        WITHOUT_DATA_TYPE
            .iter()
            .any(|(known, attribute, _)| *known == provider && (*attribute == name || *attribute == "*"))
    };
    let unlisted: Vec<_> = found.iter().filter(|(provider, name)| !is_listed(provider, name)).collect();
    assert!(unlisted.is_empty(), "give these a data_type or a reason in {}: {unlisted:?}", file!());
    let is_found = |provider: &str, name: &str| {
        found.iter().any(|(known, attribute)| known == provider && (attribute == name || name == "*"))
    };
    let stale: Vec<_> = WITHOUT_DATA_TYPE.iter().filter(|(provider, name, _)| !is_found(provider, name)).collect();
    assert!(stale.is_empty(), "these are not such attributes: {stale:?}");
}

/// Returns the sources of each provider, without its tests.
fn providers() -> BTreeMap<String, BTreeMap<PathBuf, String>> {
    let mut providers: BTreeMap<String, BTreeMap<PathBuf, String>> = BTreeMap::new();
    for (path, text) in super::sources() {
        let Ok(inner) = path.strip_prefix("providers") else { continue };
        if inner.components().any(|part| part.as_os_str().to_string_lossy().starts_with("tests")) {
            continue;
        }
        let provider = inner.components().next().unwrap().as_os_str().to_string_lossy().into_owned();
        providers.entry(provider).or_default().insert(path, text);
    }
    assert!(providers.len() > 20, "too few providers were found");
    providers
}

/// Returns the names of the types of values that can contain a secret: types of the SDK, and types with such a
/// field.
fn secret_types(sources: &BTreeMap<PathBuf, String>) -> BTreeSet<String> {
    let definition = Regex::new(r"(?s)pub (?:struct|enum) (\$?\w+)([^;{]*;|[^{]*\{.*?\n\s*\})").unwrap();
    // A macro that defines such types is called with lines `Name by check`.
    let of_macro = Regex::new(r"(?m)^\s+(\w+) by ").unwrap();
    let mut types: BTreeSet<String> = ["Text", "Secret"].map(str::to_owned).into();
    loop {
        let before = types.len();
        for text in sources.values().map(|text| without_comments(text)) {
            for definition in definition.captures_iter(&text) {
                let is_resource = definition[2].contains("#[property") || definition[2].contains("#[parameter");
                if is_resource || !names(&definition[2]).any(|name| types.contains(name)) {
                    continue;
                }
                match definition[1].starts_with('$') {
                    true => types.extend(of_macro.captures_iter(&text).map(|call| call[1].to_owned())),
                    false => drop(types.insert(definition[1].to_owned())),
                }
            }
        }
        if types.len() == before {
            return types;
        }
    }
}

fn without_comments(text: &str) -> String {
    text.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .fold(String::new(), |text, line| text + line + "\n")
}

/// Returns the attributes of these types that have no data type.
fn fields(text: &str, types: &BTreeSet<String>) -> Vec<String> {
    let field = Regex::new(r"^pub (\w+): (.*),$").unwrap();
    let mut found = Vec::new();
    let mut macros = String::new();
    for line in text.lines().map(str::trim).filter(|line| !line.starts_with("//")) {
        match field.captures(line) {
            Some(field) => {
                let is_attribute = macros.contains("#[property") || macros.contains("#[parameter");
                if is_attribute && !macros.contains("data_type") && names(&field[2]).any(|name| types.contains(name)) {
                    found.push(field[1].to_owned());
                }
                macros.clear();
            }
            None if line.is_empty() => macros.clear(),
            None => macros.push_str(line),
        }
    }
    found
}

fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
}

#[test]
fn sensitive_attributes_are_found_in_a_schema() {
    let sources = BTreeMap::from([(
        Path::new("x").to_path_buf(),
        "pub struct Wrapped(pub Text);\npub struct Thing {\n    #[property]\n    pub one: Option<Wrapped>,\n    \
         #[property(data_type = \"Any\")]\n    pub two: Text,\n    #[parameter]\n    pub three: String,\n}\n"
            .to_owned(),
    )]);
    let types = secret_types(&sources);
    assert_eq!(fields(&sources[Path::new("x")], &types), ["one"]);
}
