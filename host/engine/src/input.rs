//! Reading of manifests, templates and facts. Error messages contain the file and a remedy.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::{Context as _, Result, bail};
use catalog::Value;
use facts::DataError;
use ownership::{Checker, OwnershipRule};
use ruby::yaml::Dates;
use value::ManifestSource;

/// A text and its name for messages.
#[derive(Debug, Clone, PartialEq)]
pub struct ManifestText {
    /// The name for messages; empty for standard input and code from the command line.
    pub name: String,
    /// The text.
    pub text: String,
}

impl ManifestText {
    /// Returns the text as input of the compiler.
    pub fn into_source(self) -> ManifestSource {
        ManifestSource { name: self.name.into(), text: self.text.into() }
    }
}

/// Reads a text file.
///
/// # Errors
/// Returns an error if the file cannot be read, all users can write to it, or it is not UTF-8; the message
/// contains the first invalid position.
pub fn read(path: &Path, checker: &Checker) -> Result<ManifestText> {
    let bytes = checker.read(path, OwnershipRule::Code)?;
    Ok(ManifestText { text: decode(bytes, &path.display().to_string())?, name: path.display().to_string() })
}

/// Reads standard input. The name of the text is empty, as in Puppet for code without a file.
pub fn read_stdin() -> Result<ManifestText> {
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes).context("Could not read standard input")?;
    Ok(ManifestText { text: decode(bytes, "standard input")?, name: String::new() })
}

fn decode(bytes: Vec<u8>, name: &str) -> Result<String> {
    String::from_utf8(bytes)
        .map_err(|error| anyhow::anyhow!("'{name}' {}", not_utf8(error.as_bytes(), error.utf8_error().valid_up_to())))
}

/// Describes bytes that are valid UTF-8 only up to a position, to follow the name of the file.
pub(crate) fn not_utf8(bytes: &[u8], valid: usize) -> String {
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return "is UTF-16; save it as UTF-8, for example with iconv".to_owned();
    }
    if bytes.contains(&0) {
        return "is not a text file".to_owned();
    }
    let before = String::from_utf8_lossy(&bytes[..valid]);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    format!("is not UTF-8 at line {line}, column {column}; convert it, for example with iconv")
}

/// Finds the files with these extensions below a directory, ordered by path. A path to a file is returned
/// regardless of its extension. As in Puppet, files and directories whose names start with a dot are skipped.
///
/// # Errors
/// Returns an error if a directory cannot be read, or all users can write to it.
pub fn files_of(path: &Path, endings: &[&str], checker: &Checker) -> Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let mut found = Vec::new();
    let mut directories = vec![path.to_path_buf()];
    while let Some(directory) = directories.pop() {
        checker.check_directory(&directory, OwnershipRule::Code)?;
        let entries = fs::read_dir(&directory)
            .with_context(|| format!("Could not read the directory '{}'", directory.display()))?;
        for entry in entries {
            let entry = entry.with_context(|| format!("Could not read the directory '{}'", directory.display()))?;
            if entry.file_name().as_encoded_bytes().starts_with(b".") {
                continue;
            }
            let kind = entry.file_type()?;
            if kind.is_dir() {
                directories.push(entry.path());
            } else if entry.path().extension().is_some_and(|e| endings.iter().any(|ending| e == *ending)) {
                found.push(entry.path());
            }
        }
    }
    // Compared as text, not by component: `a.pp` comes before `a/b.pp`.
    found.sort_unstable_by(|one, other| one.as_os_str().cmp(other.as_os_str()));
    Ok(found)
}

/// Reads facts from a YAML or JSON file: a hash, or a hash under the key `values`, as written by `puppet facts`.
///
/// # Errors
/// Returns an error if the file cannot be read or does not contain facts.
pub fn read_facts(path: &Path, checker: &Checker) -> Result<Vec<(String, Value)>> {
    let input = read(path, checker)?;
    let parsed = match path.extension().is_some_and(|ending| ending == "json") {
        true => facts::of_json(&input.text),
        false => yaml_of_facts(&input.text),
    };
    let parsed = parsed.with_context(|| format!("'{}' is neither YAML nor JSON", path.display()))?;
    let Value::Hash(mut entries) = parsed else {
        bail!("'{}' does not contain facts: it must be a hash of names and values", path.display());
    };
    let values = entries.iter_mut().find(|(name, _)| name.as_str() == Some("values"));
    if let Some((_, Value::Hash(values))) = values {
        entries = std::mem::take(values);
    }
    Ok(entries.into_iter().map(|(name, value)| (name.to_string(), value)).collect())
}

/// Parses facts in YAML. Dates become strings, since facts contain no dates.
///
/// # Errors
/// Returns an error if the text is not valid YAML.
pub fn yaml_of_facts(text: &str) -> Result<Value, DataError> {
    value::yaml::parse_plain(text, Dates::Text).map_err(|error| DataError::Yaml(error.to_string()))
}

/// Reads a YAML file.
///
/// # Errors
/// Returns an error if the file cannot be read or is not YAML.
pub fn read_yaml(path: &Path, checker: &Checker) -> Result<Value> {
    let input = read(path, checker)?;
    let parsed = value::yaml::parse_plain(&input.text, Dates::Refused);
    parsed.with_context(|| format!("'{}' is not YAML", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_a_hash_or_below_the_key_values() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("facts.yaml");
        for text in ["os:\n  name: Debian\n", "name: node\nvalues:\n  os:\n    name: Debian\n"] {
            fs::write(&path, text).unwrap();
            let facts = read_facts(&path, &Checker::default()).unwrap();
            assert_eq!(facts, [("os".to_owned(), Value::Hash(vec![("name".into(), "Debian".into())]))]);
        }
        fs::write(&path, "- 1\n").unwrap();
        assert!(read_facts(&path, &Checker::default()).unwrap_err().to_string().contains("must be a hash"));
    }

    #[test]
    fn yaml_facts_are_parsed_like_ruby() {
        let text =
            "a: y\nb: n\nc: yes\nd: off\ne: 012\nf: 1_000\ng: 0o17\nh: 1:30\ni: :sym\n:j: ~\nk: 2021-01-01\n7: 1e3\n";
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("facts.yaml");
        fs::write(&path, text).unwrap();
        let expected: [(&str, Value); 12] = [
            ("a", "y".into()),
            ("b", "n".into()),
            ("c", true.into()),
            ("d", false.into()),
            ("e", 10.into()),
            ("f", 1000.into()),
            ("g", "0o17".into()),
            ("h", 5400.into()),
            ("i", "sym".into()),
            ("j", Value::Undef),
            ("k", "2021-01-01".into()),
            ("7", "1e3".into()),
        ];
        assert_eq!(
            read_facts(&path, &Checker::default()).unwrap(),
            expected.map(|(name, value)| (name.to_owned(), value))
        );
        let path = directory.path().join("facts.json");
        fs::write(&path, r#"{"a": "\/", "b": 1e3}"#).unwrap();
        let expected = [("a".to_owned(), "/".into()), ("b".to_owned(), Value::Float(1000.0))];
        assert_eq!(read_facts(&path, &Checker::default()).unwrap(), expected);
    }

    #[test]
    fn files_are_sorted_and_hidden_files_skipped() {
        let directory = tempfile::tempdir().unwrap();
        fs::create_dir_all(directory.path().join("a/.hidden")).unwrap();
        for name in ["a/z.pp", "a.pp", "10.pp", ".h.pp", "a/.hidden/x.pp", "b.txt"] {
            fs::write(directory.path().join(name), "").unwrap();
        }
        let found = files_of(directory.path(), &["pp"], &Checker::default()).unwrap();
        let names: Vec<_> =
            found.iter().map(|path| path.strip_prefix(directory.path()).unwrap().to_str().unwrap()).collect();
        assert_eq!(names, ["10.pp", "a.pp", "a/z.pp"]);
    }

    #[test]
    fn invalid_utf8_error_contains_the_line() {
        let fault = |bytes: &[u8]| decode(bytes.to_vec(), "x.pp").unwrap_err().to_string();
        let error = "'x.pp' is not UTF-8 at line 2, column 3; convert it, for example with iconv";
        assert_eq!(fault("a\n\u{e9}b".as_bytes().iter().copied().chain([0xff]).collect::<Vec<_>>().as_slice()), error);
        assert_eq!(fault(b"\xff\xfea\0"), "'x.pp' is UTF-16; save it as UTF-8, for example with iconv");
        assert_eq!(fault(b"\x7fELF\0\xff"), "'x.pp' is not a text file");
    }
}
