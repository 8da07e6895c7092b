//! Projects of new providers: the files with which a provider can be built, tested and documented, including the SDK and the
//! contract.

mod files;
mod ruby;

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;

use anyhow::{Context as _, Result, bail};
use catalog::is_engine_type;
use engine::components;

use crate::Language;

pub use ruby::{DeclaredType, read as read_declaration};

/// Default namespace.
const NAMESPACE: &str = "example";

/// Keywords of Rust, including reserved ones.
const KEYWORDS: [&str; 51] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod",
    "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct", "super", "trait", "true",
    "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Crates that already exist.
const CRATES: [&str; 6] = ["alloc", "core", "marotte_sdk", "proc_macro", "std", "test"];

/// Names that the code of a project already uses: from the prelude of the SDK, the prelude of Rust and the sample
/// code.
const TAKEN: &str = "\
    Applied AsMut AsRef AttributeName AttributeValue Attrs Body Box Canonicalize Clone Code Command Component Copy \
    Default Drop Ensure Eq Err Error Expand Fn From Generate Generated Instance Instances Into Kind Level LogContext \
    Metadata None Ok Open Option Part Place Plain Precheck Problems Provider ReadSystem Refresh Relate Relation \
    Resource Result Row Some State String System Text Value Vec Verdict WriteSystem";

/// Creates the project of a provider in a directory, with the attributes of a type declared in Ruby if one is given.
///
/// # Errors
/// Returns an error if the directory exists or cannot be written.
pub fn create(directory: &Path, name: &ProjectName, language: Language, declared: Option<&DeclaredType>) -> Result<()> {
    let shown = directory.display();
    let exists = || format!("'{shown}' exists already; choose another directory with --into");
    if fs::symlink_metadata(directory).is_ok() {
        bail!(exists());
    }
    let mut files = files::files(language, name);
    if let Some(declared) = declared {
        declared.adapt(&mut files, name);
    }
    match write(directory, &files) {
        // Another process has created the directory in the meantime.
        Err(_) if directory.exists() => bail!(exists()),
        written => written.with_context(|| format!("Could not create the project '{shown}'")),
    }
}

/// The namespace and type of a provider.
#[derive(Debug, PartialEq, Eq)]
pub struct ProjectName {
    namespace: String,
    type_name: String,
}

impl ProjectName {
    /// Parses `motd` or `acme/motd`.
    ///
    /// # Errors
    /// Returns an error if the text is not a valid name.
    pub fn parse(text: &str) -> Result<Self> {
        let (namespace, type_name) = text.split_once('/').unwrap_or((NAMESPACE, text));
        let is_word = |text: &str, more: &[char]| {
            text.starts_with(|c: char| c.is_ascii_lowercase())
                && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || more.contains(&c))
        };
        if !is_word(type_name, &['_']) || !is_word(namespace, &['_', '-']) {
            bail!(
                "'{text}' is not a valid name of a provider: a type consists of lower case letters, digits and underscores and begins \
                 with a letter; a namespace can precede it, as in acme/motd"
            );
        }
        Ok(Self { namespace: namespace.to_owned(), type_name: type_name.to_owned() })
    }

    /// Rejects names of types that could not be built or, once built, could not be used.
    ///
    /// # Errors
    /// Returns the reason.
    pub fn check(&self, language: Language) -> Result<()> {
        let name = self.type_name.as_str();
        if components::built_in_types().any(|known| known == name) {
            bail!("The type '{name}' is built in and cannot be defined by a third-party provider: choose another name");
        }
        if name == "class" || is_engine_type(name) {
            bail!("The type '{name}' is part of the engine and cannot be defined by a provider: choose another name");
        }
        if matches!(language, Language::Rust) && (KEYWORDS.contains(&name) || CRATES.contains(&name)) {
            bail!("'{name}' has another meaning in Rust and cannot be the name of a crate: choose another name");
        }
        Ok(())
    }

    /// Returns the name of the type.
    #[must_use]
    pub fn type_name(&self) -> &str {
        &self.type_name
    }

    /// Returns the name of the Rust struct: `NginxSite` for `nginx_site`, with `Type` appended if the sample
    /// code uses the name for something else.
    fn struct_name(&self) -> String {
        let capitalized = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
        let name: String = self.type_name.split('_').filter(|word| !word.is_empty()).map(capitalized).collect();
        if TAKEN.split(' ').any(|taken| taken == name) { name + "Type" } else { name }
    }

    /// Replaces the placeholders in the text of a project file.
    fn fill(&self, text: &str) -> String {
        let contract = runtime::CONTRACT.split_once('@').map_or("", |(_, version)| version);
        let interface = contract.rsplit_once('.').map_or(contract, |(track, _)| track);
        text.replace("{type}", &self.type_name)
            .replace("{Type}", &self.struct_name())
            .replace("{name}", &self.type_name)
            .replace("{space}", &self.namespace)
            .replace("{interface}", interface)
            .replace("{contract}", contract)
    }
}

impl fmt::Display for ProjectName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.namespace, self.type_name)
    }
}

/// Writes all files to a temporary directory and renames it at the end.
fn write(directory: &Path, files: &[(PathBuf, String)]) -> io::Result<()> {
    let last = directory.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_string_lossy();
    // The process id makes the name unique.
    let draft = directory.with_file_name(format!(".{last}.{}.draft", process::id()));
    match fs::remove_dir_all(&draft) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let written = files.iter().try_for_each(|(path, text)| {
        let path = draft.join(path);
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(path, text)
    });
    let written = written.and_then(|()| fs::rename(&draft, directory));
    if written.is_err() {
        let _ = fs::remove_dir_all(&draft);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_an_optional_namespace() {
        let parts = |text: &str| {
            ProjectName::parse(text).map(|name| (name.namespace.clone(), name.type_name.clone(), name.struct_name()))
        };
        assert_eq!(parts("motd").unwrap(), ("example".into(), "motd".into(), "Motd".into()));
        assert_eq!(
            parts("my-acme/nginx_site2").unwrap(),
            ("my-acme".into(), "nginx_site2".into(), "NginxSite2".into())
        );
        assert_eq!(parts("plain").unwrap().2, "PlainType");
        for wrong in ["", "Motd", "2x", "a b", "a/b/c", "/a", "a/", "../a", "a-b", "_a", "ä"] {
            assert!(parts(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn unusable_names_are_rejected() {
        use Language::{Python, Rust};
        for (name, language, reason) in [
            ("file", Rust, "is built in"),
            ("acme/package", Python, "is built in"),
            ("notify", Python, "is part of the engine"),
            ("class", Rust, "is part of the engine"),
            ("fn", Rust, "cannot be the name of a crate"),
            ("test", Rust, "cannot be the name of a crate"),
        ] {
            let refused = ProjectName::parse(name).unwrap().check(language).unwrap_err().to_string();
            assert!(refused.contains(reason), "{name}: {refused}");
        }
        for (name, language) in [("motd", Rust), ("plain", Rust), ("fn", Python)] {
            ProjectName::parse(name).unwrap().check(language).unwrap();
        }
    }
}
