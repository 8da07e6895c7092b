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
    Resource Result Row Some Staged State String System Text Value Vec Verdict Want WriteSystem";

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

/// The name of a package with its namespace, and the types that it defines.
#[derive(Debug, PartialEq, Eq)]
pub struct ProjectName {
    namespace: String,
    package: String,
    types: Vec<String>,
}

impl ProjectName {
    /// Parses `motd` or `acme/motd`. Without types, the package has one with its own name.
    ///
    /// # Errors
    /// Returns an error if the text is not a valid name, or a type is not valid or occurs twice.
    pub fn parse(text: &str, types: &[String]) -> Result<Self> {
        let (namespace, package) = text.split_once('/').unwrap_or((NAMESPACE, text));
        if !is_word(package, &['_', '-']) || !is_word(namespace, &['_', '-']) {
            bail!(
                "'{text}' is not a valid name of a provider: a name consists of lower case letters, digits, underscores and hyphens \
                 and begins with a letter; a namespace can precede it, as in acme/motd"
            );
        }
        let types = if types.is_empty() { vec![package.replace('-', "_")] } else { types.to_vec() };
        if let Some(wrong) = types.iter().find(|name| !is_word(name, &['_'])) {
            bail!(
                "'{wrong}' is not a valid name of a type: it consists of lower case letters, digits and underscores and begins with a \
                 letter"
            );
        }
        if let Some(twice) = types.iter().enumerate().find_map(|(at, name)| types[..at].contains(name).then_some(name))
        {
            bail!("The type '{twice}' is given twice");
        }
        Ok(Self { namespace: namespace.to_owned(), package: package.to_owned(), types })
    }

    /// Rejects names that could not be built or, once built, could not be used.
    ///
    /// # Errors
    /// Returns the reason.
    pub fn check(&self, language: Language) -> Result<()> {
        for name in &self.types {
            if components::built_in_types().any(|known| known == name) {
                bail!(
                    "The type '{name}' is built in and cannot be defined by a third-party provider: choose another name"
                );
            }
            if name == "class" || is_engine_type(name) {
                bail!(
                    "The type '{name}' is part of the engine and cannot be defined by a provider: choose another name"
                );
            }
        }
        if !matches!(language, Language::Rust) {
            return match self.types.len() {
                1 => Ok(()),
                _ => bail!("A new project in this language has one type; others can be added to it later"),
            };
        }
        // Each of several types is a module of the crate.
        let modules = if self.types.len() > 1 { self.types.as_slice() } else { &[] };
        let module = modules.iter().find(|name| ["schema", "lib"].contains(&name.as_str()) || is_rust(name));
        match module.cloned().or_else(|| Some(self.crate_name()).filter(|name| is_rust(name))) {
            Some(name) => {
                bail!("'{name}' has another meaning in Rust and cannot be the name of a crate: choose another name")
            }
            None => Ok(()),
        }
    }

    /// Returns the name of the package without its namespace.
    #[must_use]
    pub fn package(&self) -> &str {
        &self.package
    }

    /// Returns the names of the types.
    #[must_use]
    pub fn types(&self) -> &[String] {
        &self.types
    }

    /// Returns the name of the first type.
    fn type_name(&self) -> &str {
        &self.types[0]
    }

    /// Returns this name with only one of its types.
    fn with_type(&self, name: &str) -> Self {
        Self { namespace: self.namespace.clone(), package: self.package.clone(), types: vec![name.to_owned()] }
    }

    /// Returns the name of the crate in Rust code and in the names of its files.
    fn crate_name(&self) -> String {
        self.package.replace('-', "_")
    }

    /// Returns the name of the Rust struct of the first type: `NginxSite` for `nginx_site`, with `Type` appended if the
    /// sample code uses the name for something else.
    fn struct_name(&self) -> String {
        let capitalized = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
        let name: String = self.type_name().split('_').filter(|word| !word.is_empty()).map(capitalized).collect();
        if TAKEN.split(' ').any(|taken| taken == name) { name + "Type" } else { name }
    }

    /// Replaces the placeholders in the text of a project file.
    fn fill(&self, text: &str) -> String {
        let contract = runtime::CONTRACT.split_once('@').map_or("", |(_, version)| version);
        let interface = contract.rsplit_once('.').map_or(contract, |(track, _)| track);
        text.replace("{type}", self.type_name())
            .replace("{Type}", &self.struct_name())
            .replace("{name}", &self.package)
            .replace("{crate}", &self.crate_name())
            .replace("{space}", &self.namespace)
            .replace("{interface}", interface)
            .replace("{contract}", contract)
    }
}

impl fmt::Display for ProjectName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.namespace, self.package)
    }
}

/// Returns whether a text consists of lower case letters, digits and the given characters, and begins with a letter.
fn is_word(text: &str, more: &[char]) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || more.contains(&c))
}

/// Returns whether a name is a keyword of Rust or that of a crate that already exists.
fn is_rust(name: &str) -> bool {
    KEYWORDS.contains(&name) || CRATES.contains(&name)
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
            let name = ProjectName::parse(text, &[])?;
            anyhow::Ok((name.namespace.clone(), name.package.clone(), name.types[0].clone(), name.struct_name()))
        };
        let of = |namespace: &str, package: &str, type_name: &str, rust: &str| {
            (namespace.to_owned(), package.to_owned(), type_name.to_owned(), rust.to_owned())
        };
        assert_eq!(parts("motd").unwrap(), of("example", "motd", "motd", "Motd"));
        assert_eq!(parts("my-acme/nginx_site2").unwrap(), of("my-acme", "nginx_site2", "nginx_site2", "NginxSite2"));
        assert_eq!(parts("acme/foo-bar").unwrap(), of("acme", "foo-bar", "foo_bar", "FooBar"));
        assert_eq!(parts("plain").unwrap().3, "PlainType");
        for wrong in ["", "Motd", "2x", "a b", "a/b/c", "/a", "a/", "../a", "_a", "ä"] {
            assert!(parts(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn package_and_types_have_separate_names() {
        let parse = |types: &[&str]| {
            ProjectName::parse("acme/sudoers", &types.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>())
        };
        let name = parse(&["sudo_rule", "sudo_alias"]).unwrap();
        assert_eq!(
            (name.to_string().as_str(), name.types()),
            ("acme/sudoers", &["sudo_rule", "sudo_alias"].map(str::to_owned)[..])
        );
        assert!(name.check(Language::Rust).is_ok());
        assert!(name.check(Language::Python).unwrap_err().to_string().contains("has one type"));
        assert!(parse(&["sudo_rule"]).unwrap().check(Language::Python).is_ok());
        for (types, reason) in [
            (&["sudo-rule"][..], "'sudo-rule' is not a valid name of a type"),
            (&["a", "b", "a"], "'a' is given twice"),
        ] {
            let refused = parse(types).unwrap_err().to_string();
            assert!(refused.contains(reason), "{refused}");
        }
        for types in [&["sudo_rule", "file"][..], &["sudo_rule", "schema"], &["sudo_rule", "mod"]] {
            assert!(parse(types).unwrap().check(Language::Rust).is_err(), "{types:?}");
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
            let refused = ProjectName::parse(name, &[]).unwrap().check(language).unwrap_err().to_string();
            assert!(refused.contains(reason), "{name}: {refused}");
        }
        for (name, language) in [("motd", Rust), ("plain", Rust), ("fn", Python)] {
            ProjectName::parse(name, &[]).unwrap().check(language).unwrap();
        }
    }
}
