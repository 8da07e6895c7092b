//! The data files of a `hiera.yaml` with encrypted values, and the nodes that their paths name: a data file is for the nodes whose
//! trusted facts give its path. Nothing is looked up.

use ruby::glob::{alternatives, is_pattern, matches};
use ruby::yaml::YamlError;
use value::{Hash, Value, yaml};

use crate::config::{FunctionKind, HieraConfig, HierarchyLevel, Locations};
use crate::interpolation::Method;
use crate::key;
use crate::location::joined;
use crate::outline::{ConfigLayer, ConfigProblem, read_config};

/// The data function that decrypts values.
const FUNCTION: &str = "eyaml_lookup_key";

/// Stands for any value of an interpolation in a path. It cannot be in a value itself.
const ANY: char = '\u{1}';

/// Facts in the certificate of a node: returns the value of `trusted.a.b` for `a` and `b`.
pub type TrustedFacts<'a> = dyn Fn(&[String]) -> Option<String> + 'a;

/// A level whose values may be encrypted.
#[derive(Clone, Debug)]
pub struct EncryptedLevel {
    /// The name.
    pub name: String,
    /// The private key, which may contain interpolations.
    pub private_key: Option<String>,
    /// The paths of its data files.
    pub paths: Vec<DataPath>,
}

/// The path of data files, with interpolations.
#[derive(Clone, Debug)]
pub struct DataPath {
    pieces: Vec<Piece>,
    is_glob: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    /// A fact in the certificate, without `trusted`.
    Trusted(Vec<String>),
    /// Another interpolation, as it is written.
    Other(String),
}

impl EncryptedLevel {
    /// Returns the levels of a `hiera.yaml` whose values may be encrypted. `root` is its directory.
    ///
    /// # Errors
    /// Returns a problem if the configuration is invalid, or has a version that is ignored or not supported.
    pub fn read(text: &str, path: &str, root: &str, layer: ConfigLayer) -> Result<Vec<Self>, ConfigProblem> {
        Ok(Self::of(&read_config(text, path, layer)?, root))
    }

    fn of(config: &HieraConfig, root: &str) -> Vec<Self> {
        let levels = config.hierarchy.iter().chain(config.default_hierarchy.iter().flatten());
        let encrypted = levels.filter(|level| level.kind == FunctionKind::LookupKey && level.function == FUNCTION);
        let level = |level: &HierarchyLevel| Self {
            name: level.name.clone(),
            private_key: level.options.text("pkcs7_private_key").map(|path| path.text().to_string()),
            paths: paths(level, root),
        };
        encrypted.map(level).collect()
    }
}

fn paths(level: &HierarchyLevel, root: &str) -> Vec<DataPath> {
    let directory = joined(root, &level.datadir);
    let path = |text: &String, is_glob| DataPath { pieces: pieces(&joined(&directory, text), None), is_glob };
    match &level.locations {
        Locations::None | Locations::Uris(_) => Vec::new(),
        Locations::Paths(paths) => paths.iter().map(|text| path(text, false)).collect(),
        Locations::Globs(globs) => globs.iter().map(|text| path(text, true)).collect(),
        Locations::Mapped([variable, name, template]) => {
            let element = (name.as_str(), variable_piece(variable));
            vec![DataPath { pieces: pieces(&joined(&directory, template), Some(&element)), is_glob: false }]
        }
    }
}

/// Splits a path at its interpolations. `element` is the variable of `mapped_paths` with the piece that it stands for.
fn pieces(text: &str, element: Option<&(&str, Piece)>) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("%{")
        && let Some((expression, after)) = after.split_once('}')
    {
        pieces.push(Piece::Text(before.to_owned()));
        match (Method::of(expression), element) {
            (Method::Nothing, _) => {}
            (Method::Scope(name), Some((element, piece))) if name == *element => pieces.push(piece.clone()),
            (Method::Scope(name), _) => pieces.push(variable_piece(name)),
            // Puppet allows no methods in paths.
            (Method::Call(..), _) => pieces.push(Piece::Other(expression.trim().to_owned())),
        }
        rest = after;
    }
    pieces.push(Piece::Text(rest.to_owned()));
    pieces
}

fn variable_piece(name: &str) -> Piece {
    let segments = key::split(name.strip_prefix("::").unwrap_or(name)).unwrap_or_default();
    let mut segments: Vec<String> = segments.iter().map(|segment| segment.text().to_string()).collect();
    let is_trusted = match &*segments.iter().map(String::as_str).collect::<Vec<_>>() {
        ["trusted", "certname" | "hostname" | "domain"] => true,
        // The other facts, for example `trusted.external`, are not in the certificate.
        ["trusted", "extensions", _] => true,
        _ => false,
    };
    match is_trusted {
        true => Piece::Trusted(segments.split_off(1)),
        false => Piece::Other(name.to_owned()),
    }
}

impl DataPath {
    /// Returns the first interpolation whose value is not in certificates, so that any node may claim a path.
    #[must_use]
    pub fn claimable(&self) -> Option<&str> {
        self.pieces.iter().find_map(|piece| match piece {
            Piece::Other(name) => Some(name.as_str()),
            Piece::Text(_) | Piece::Trusted(_) => None,
        })
    }

    /// Returns whether several files can be at this path for one node.
    #[must_use]
    pub fn has_wildcards(&self) -> bool {
        self.is_glob || self.claimable().is_some()
    }

    /// Returns whether the path depends on the certificate of a node.
    #[must_use]
    pub fn names_nodes(&self) -> bool {
        self.pieces.iter().any(|piece| matches!(piece, Piece::Trusted(_)))
    }

    /// Returns the absolute path for a node; `None` if the path has wildcards, or a fact is not usable.
    #[must_use]
    pub fn exact(&self, trusted: &TrustedFacts<'_>) -> Option<String> {
        let text = self.text(|segments| self.usable(trusted, segments)).filter(|_| !self.has_wildcards())?;
        Some(format!("/{}", components(&text).join("/")))
    }

    /// Returns whether a file may be at this path for some node, whose facts need not be known.
    #[must_use]
    pub fn may_be(&self, file: &str) -> bool {
        self.is_at(file, |_| Some(ANY.to_string()))
    }

    /// Returns whether a file, given by its absolute path, is at this path for a node with these facts. Interpolations that are
    /// not in certificates can have any value without `/`.
    #[must_use]
    pub fn is_of(&self, file: &str, trusted: &TrustedFacts<'_>) -> bool {
        self.is_at(file, |segments| self.usable(trusted, segments))
    }

    fn usable(&self, trusted: &TrustedFacts<'_>, segments: &[String]) -> Option<String> {
        // Hiera interpolates a missing fact as nothing.
        let value = trusted(segments).unwrap_or_default();
        self.is_usable(&value).then_some(value)
    }

    /// Returns whether the value of a fact is a part of a path, and not a means to name the files of other nodes: requests of nodes
    /// contain the values of extensions.
    fn is_usable(&self, value: &str) -> bool {
        let is_plain = !value.starts_with('/') && value.split('/').all(|part| !matches!(part, "." | ".."));
        let has_pattern = self.is_glob && (is_pattern(value) || value.contains(['{', '}', ',', '\\']));
        is_plain && !has_pattern && !value.contains("%{") && !value.contains(char::is_control)
    }

    /// Returns the path with the values of facts; `None` if one has no value.
    fn text(&self, value: impl Fn(&[String]) -> Option<String>) -> Option<String> {
        let mut text = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Text(part) => text.push_str(part),
                Piece::Other(_) => text.push(ANY),
                Piece::Trusted(segments) => text.push_str(&value(segments)?),
            }
        }
        Some(text)
    }

    fn is_at(&self, file: &str, value: impl Fn(&[String]) -> Option<String>) -> bool {
        let Some(text) = self.text(value) else { return false };
        let file = components(file);
        if !self.is_glob {
            return is_match(&components(&text), &file, is_name);
        }
        let patterns = alternatives(&text.replace(ANY, "*")).unwrap_or_default();
        patterns.iter().any(|pattern| is_match(&components(pattern), &file, matches))
    }
}

/// Returns the names in an absolute path.
fn components(path: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for name in path.split('/') {
        match name {
            "" | "." => {}
            ".." => {
                names.pop();
            }
            name => names.push(name),
        }
    }
    names
}

fn is_match(patterns: &[&str], names: &[&str], is_name: fn(&str, &str) -> bool) -> bool {
    match (patterns.split_first(), names.split_first()) {
        (None, None) => true,
        (Some((&"**", rest)), _) if !rest.is_empty() => {
            is_match(rest, names, is_name)
                || names.split_first().is_some_and(|(_, others)| is_match(patterns, others, is_name))
        }
        (Some((pattern, rest)), Some((name, others))) => is_name(pattern, name) && is_match(rest, others, is_name),
        _ => false,
    }
}

/// Returns whether a name has the fixed parts of a pattern in their order.
fn is_name(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split(ANY);
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else { return false };
    let Some(last) = parts.next_back() else { return rest.is_empty() };
    for part in parts {
        let Some((_, after)) = rest.split_once(part) else { return false };
        rest = after;
    }
    rest.ends_with(last)
}

/// Returns the strings of a YAML file that may contain encrypted parts, in the order of the file.
///
/// # Errors
/// Returns an error if the text is not YAML.
pub fn encrypted_strings(text: &str) -> Result<Vec<String>, YamlError> {
    let mut found = Vec::new();
    collect(&yaml::parse(text)?, &mut found);
    Ok(found)
}

fn collect(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) if eyaml::is_encrypted(text) => found.push(text.to_string()),
        Value::Array(elements) => elements.iter().for_each(|element| collect(element, found)),
        Value::Hash(entries) => Hash::iter(entries).for_each(|(key, value)| {
            collect(key, found);
            collect(value, found);
        }),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOT: &str = "/env";

    fn level(locations: &str) -> Vec<DataPath> {
        let text = format!("version: 5\nhierarchy:\n  - {{name: a, lookup_key: eyaml_lookup_key, {locations}}}\n");
        let levels = EncryptedLevel::read(&text, "/env/hiera.yaml", ROOT, ConfigLayer::Environment).unwrap();
        levels.into_iter().flat_map(|level| level.paths).collect()
    }

    fn path(locations: &str) -> DataPath {
        level(locations).swap_remove(0)
    }

    fn facts(role: &str) -> impl Fn(&[String]) -> Option<String> {
        let role = role.to_owned();
        move |segments| match &*segments.iter().map(String::as_str).collect::<Vec<_>>() {
            ["certname"] => Some("web1.example.com".to_owned()),
            ["hostname"] => Some("web1".to_owned()),
            ["domain"] => Some("example.com".to_owned()),
            ["extensions", "pp_role"] => Some(role.clone()).filter(|role| !role.is_empty()),
            ["extensions", "1.3.6.1.4.1.34380.1.2.1"] => Some("x".to_owned()),
            _ => None,
        }
    }

    #[track_caller]
    fn is_of(locations: &str, file: &str, expected: bool) {
        let path = path(locations);
        let file = format!("{ROOT}/{file}");
        assert_eq!(path.is_of(&file, &facts("db/main")), expected, "{path:?} {file}");
        if !path.has_wildcards() {
            assert_eq!(path.exact(&facts("db/main")) == Some(file.clone()), expected, "{path:?} {file}");
        }
    }

    #[test]
    fn path_of_trusted_facts_is_for_the_nodes_that_it_names() {
        for (locations, file, expected) in [
            ("path: common.yaml", "data/common.yaml", true),
            ("path: common.yaml", "data/other.yaml", false),
            ("path: ./a/../common.yaml", "data/common.yaml", true),
            ("path: '%{trusted.certname}.yaml'", "data/web1.example.com.yaml", true),
            ("path: '%{::trusted.certname}.yaml'", "data/web2.example.com.yaml", false),
            ("path: 'n/%{trusted.hostname}-%{trusted.domain}.yaml'", "data/n/web1-example.com.yaml", true),
            ("path: 'r/%{trusted.extensions.pp_role}.yaml'", "data/r/db/main.yaml", true),
            ("path: 'r/%{trusted.extensions.pp_role}.yaml'", "data/r/db.yaml", false),
            ("path: 'r/%{trusted.extensions.\"1.3.6.1.4.1.34380.1.2.1\"}.yaml'", "data/r/x.yaml", true),
            ("path: 'r/%{trusted.extensions.pp_zone}/c.yaml'", "data/r/c.yaml", true),
            ("path: c.yaml, datadir: 'd/%{trusted.hostname}'", "d/web1/c.yaml", true),
            ("path: c.yaml, datadir: '../env/d'", "d/c.yaml", true),
            ("path: c.yaml, datadir: '../other'", "c.yaml", false),
            ("paths: ['%{trusted.hostname}.yaml', c.yaml]", "data/web1.yaml", true),
            ("glob: '%{trusted.hostname}/*.yaml'", "data/web1/a.yaml", true),
            ("glob: '%{trusted.hostname}/*.yaml'", "data/web2/a.yaml", false),
            ("glob: '**/{a,b}.yaml'", "data/x/y/b.yaml", true),
            ("glob: '*.yaml'", "data/x/b.yaml", false),
            ("mapped_paths: [trusted.hostname, h, 'n/%{h}.yaml']", "data/n/web1.yaml", true),
            ("mapped_paths: [trusted.hostname, h, 'n/%{h}.yaml']", "data/n/web2.yaml", false),
        ] {
            assert_eq!(path(locations).claimable(), None, "{locations}");
            is_of(locations, file, expected);
        }
        assert!(level("uri: 'http://x'").is_empty());
    }

    #[test]
    fn path_with_other_interpolations_can_be_claimed() {
        for (locations, interpolation, file, expected) in [
            ("path: 'os/%{facts.os.family}.yaml'", "facts.os.family", "data/os/Debian.yaml", true),
            ("path: 'os/%{facts.os.family}.yaml'", "facts.os.family", "data/nodes/web1.yaml", false),
            ("path: '%{facts.role}.yaml'", "facts.role", "data/nodes/web2.yaml", false),
            ("path: 'a-%{x}-b-%{y}.yaml'", "x", "data/a-1-b-2.yaml", true),
            ("path: 'a-%{x}-b-%{y}.yaml'", "x", "data/a-1-c-2.yaml", false),
            ("path: '%{trusted.hostname}/%{role}.yaml'", "role", "data/web1/x.yaml", true),
            ("path: '%{trusted.hostname}/%{role}.yaml'", "role", "data/web2/x.yaml", false),
            ("path: '%{trusted.external.role}.yaml'", "trusted.external.role", "data/x.yaml", true),
            ("path: '%{trusted.authenticated}.yaml'", "trusted.authenticated", "data/local.yaml", true),
            ("path: \"%{lookup('a')}.yaml\"", "lookup('a')", "data/x.yaml", true),
            ("glob: '%{x}/*.yaml'", "x", "data/a/b.yaml", true),
            ("mapped_paths: [roles, r, 'r/%{r}.yaml']", "roles", "data/r/a.yaml", true),
        ] {
            assert_eq!(path(locations).claimable(), Some(interpolation), "{locations}");
            is_of(locations, file, expected);
        }
    }

    #[test]
    fn extension_cannot_name_the_files_of_other_nodes() {
        let in_path = path("path: 'roles/%{trusted.extensions.pp_role}.yaml'");
        for role in ["../nodes/web2", "/env/data/nodes/web2", "./../nodes/web2"] {
            assert!(!in_path.is_of("/env/data/nodes/web2.yaml", &facts(role)), "{role}");
        }
        let in_glob = path("glob: 'roles/%{trusted.extensions.pp_role}*.yaml'");
        for role in ["*", "{db,web}", "d?", "[d]b", "%{facts.x}"] {
            assert!(!in_glob.is_of("/env/data/roles/db.yaml", &facts(role)), "{role}");
        }
        assert!(in_glob.is_of("/env/data/roles/db.yaml", &facts("db")));
    }

    #[test]
    fn levels_with_other_functions_have_no_encrypted_values() {
        let text = "version: 5\nhierarchy:\n  - {name: a, path: a.yaml}\n  - {name: b, lookup_key: eyaml_lookup_key, path: b.yaml, \
                    options: {pkcs7_private_key: /k.pem}}\n";
        let levels = EncryptedLevel::read(text, "/env/hiera.yaml", ROOT, ConfigLayer::Environment).unwrap();
        assert_eq!(levels.len(), 1);
        assert_eq!((levels[0].name.as_str(), levels[0].private_key.as_deref()), ("b", Some("/k.pem")));
    }

    #[test]
    fn encrypted_strings_are_those_of_the_parsed_file() {
        let text = "a: >\n  ENC[PKCS7,ab\n  cd]\nb: [\"ENC[PKCS7,\\\n  x]\", c]\n# ENC[no]\n";
        assert_eq!(encrypted_strings(text).unwrap(), ["ENC[PKCS7,ab cd]\n", "ENC[PKCS7,x]"]);
        assert!(encrypted_strings("a: [").is_err());
    }
}
