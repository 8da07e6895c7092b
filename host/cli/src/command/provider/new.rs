//! `provider new`: creates a project that can be built, tested and documented, including the SDK and the
//! contract.

mod project;
mod ruby;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{self, ExitCode};

use anyhow::{Context as _, Result, bail};
use catalog::engine_types;
use clap::ValueEnum as _;
use serde_json::json;

use crate::args::{GuestLanguage, ProviderNew};
use crate::console::Console;
use crate::exit;
use engine::components;

/// Default namespace.
const SPACE: &str = "example";

/// Keywords of Rust, including reserved ones.
const KEYWORDS: [&str; 51] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod",
    "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct", "super", "trait", "true",
    "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Crates that already exist.
const CRATES: [&str; 6] = ["alloc", "core", "marotte_sdk", "proc_macro", "std", "test"];

/// Names that a project's code already uses: those of the SDK's prelude, of Rust's prelude, and of the sample
/// code.
const TAKEN: &str = "\
    Applied AsMut AsRef AttributeName AttributeValue Attrs Body Box Canonicalize Clone Code Command Component Copy \
    Default Drop Ensure Eq Err Error Expand Fn From Generate Generated Instance Instances Into Kind Level LogContext \
    Metadata None Ok Open Option Part Place Plain Precheck Problems Provider ReadSystem Refresh Relate Relation \
    Resource Result Row Some State String System Text Value Vec Verdict WriteSystem";

/// Creates the project.
///
/// # Errors
/// Returns an error if the name is not valid, the directory exists, or it cannot be written.
pub(super) fn run(arguments: &ProviderNew, console: &mut Console) -> Result<ExitCode> {
    console.settings(&arguments.common, None, "user")?;
    let declared = arguments.from_ruby.as_deref().map(ruby::read).transpose()?;
    let named = arguments.name.as_deref().or(declared.as_ref().map(|schema| schema.name.as_str())).unwrap_or_default();
    let name = Name::parse(named)?;
    name.check(arguments.language)?;
    let directory = arguments.into.clone().unwrap_or_else(|| PathBuf::from(&name.type_name));
    let shown = directory.display();
    if fs::symlink_metadata(&directory).is_ok() {
        bail!("'{shown}' is there already; give the project another place with --into");
    }
    let mut files = project::files(arguments.language, &name);
    if let Some(schema) = &declared {
        ruby::fit(&mut files, schema, &name);
    }
    match write(&directory, &files) {
        // Another process has created the directory in the meantime.
        Err(_) if directory.exists() => bail!("'{shown}' is there already; give the project another place with --into"),
        written => written.with_context(|| format!("Could not make the project '{shown}'"))?,
    }
    if console.is_json() {
        let language = arguments.language.to_possible_value().map(|value| value.get_name().to_owned());
        let answer = json!({
            "directory": shown.to_string(), "name": format!("{}/{}", name.space, name.type_name), "type": name.type_name,
            "language": language,
        });
        console.print_json(&answer);
        return Ok(ExitCode::from(exit::SUCCESS));
    }
    console.print_untrusted(&format!(
        "Made {shown}: a provider of the type '{}'. What to do there is in its README.md:\n  cd {shown} && marotte provider build\n",
        name.type_name
    ));
    Ok(ExitCode::from(exit::SUCCESS))
}

/// The namespace and type of a provider.
#[derive(Debug, PartialEq, Eq)]
struct Name {
    space: String,
    type_name: String,
}

impl Name {
    /// Parses `motd` or `acme/motd`.
    fn parse(text: &str) -> Result<Self> {
        let (space, type_name) = text.split_once('/').unwrap_or((SPACE, text));
        let is_word = |text: &str, more: &[char]| {
            text.starts_with(|c: char| c.is_ascii_lowercase())
                && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || more.contains(&c))
        };
        if !is_word(type_name, &['_']) || !is_word(space, &['_', '-']) {
            bail!(
                "'{text}' is not a name for a provider: a type is lower case letters, digits and underscores, and begins with a \
                 letter; whose it is may stand before it, as in acme/motd"
            );
        }
        Ok(Self { space: space.to_owned(), type_name: type_name.to_owned() })
    }

    /// Rejects names of types that could not be built or, once built, could not be used.
    fn check(&self, language: GuestLanguage) -> Result<()> {
        let name = self.type_name.as_str();
        if components::built_in_types().any(|known| known == name) {
            bail!("The type '{name}' is built in and cannot be defined by a third-party provider: choose another name");
        }
        if name == "class" || engine_types().iter().any(|known| known.name == name) {
            bail!("The type '{name}' is one of the host's own, and no provider can define it: give yours another name");
        }
        if matches!(language, GuestLanguage::Rust) && (KEYWORDS.contains(&name) || CRATES.contains(&name)) {
            bail!(
                "'{name}' means something else in Rust, so that no crate can be called so: give the type another name"
            );
        }
        Ok(())
    }

    /// Returns the name of the Rust struct: `NginxSite` for `nginx_site`, with `Type` appended if the sample
    /// code uses the name for something else.
    fn of_struct(&self) -> String {
        let capitalized = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
        let name: String = self.type_name.split('_').filter(|word| !word.is_empty()).map(capitalized).collect();
        if TAKEN.split(' ').any(|taken| taken == name) { name + "Type" } else { name }
    }

    /// Replaces the placeholders in the text of a project file.
    fn fill(&self, text: &str) -> String {
        let contract = runtime::CONTRACT.split_once('@').map_or("", |(_, version)| version);
        let interface = contract.rsplit_once('.').map_or(contract, |(track, _)| track);
        text.replace("{type}", &self.type_name)
            .replace("{Type}", &self.of_struct())
            .replace("{name}", &self.type_name)
            .replace("{space}", &self.space)
            .replace("{interface}", interface)
            .replace("{contract}", contract)
    }
}

/// Writes all files to a temporary directory and renames it at the end.
fn write(directory: &Path, files: &[(PathBuf, String)]) -> io::Result<()> {
    let last = directory.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_string_lossy();
    // The process id keeps the name apart from those of other processes.
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
    fn a_name_is_a_types_and_perhaps_whose_it_is() {
        let parts =
            |text: &str| Name::parse(text).map(|name| (name.space.clone(), name.type_name.clone(), name.of_struct()));
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
    fn a_name_that_could_not_be_used_is_refused() {
        use GuestLanguage::{Python, Rust};
        for (name, language, reason) in [
            ("file", Rust, "is built in"),
            ("acme/package", Python, "is built in"),
            ("notify", Python, "is one of the host's own"),
            ("class", Rust, "is one of the host's own"),
            ("fn", Rust, "no crate can be called so"),
            ("test", Rust, "no crate can be called so"),
        ] {
            let refused = Name::parse(name).unwrap().check(language).unwrap_err().to_string();
            assert!(refused.contains(reason), "{name}: {refused}");
        }
        for (name, language) in [("motd", Rust), ("plain", Rust), ("fn", Python)] {
            Name::parse(name).unwrap().check(language).unwrap();
        }
    }
}
