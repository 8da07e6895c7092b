//! Encrypted values in a data file: they are replaced in its text, which otherwise remains as it is.

use std::collections::BTreeSet;
use std::fmt;

use anyhow::{Context as _, Result, anyhow, bail};
use eyaml::{EncryptedMessage, Part, ValuePlace, parts};

use super::hierarchy::FileReaders;
use super::keys::{PublisherKey, PublisherKeys};

/// A data file that may contain encrypted parts.
pub(super) struct DataFile<'t> {
    /// The path in the environment.
    pub(super) path: String,
    text: &'t str,
    parts: Vec<Part<'t>>,
}

impl<'t> DataFile<'t> {
    /// Returns a file, if it may contain encrypted parts.
    pub(super) fn read(path: &str, bytes: &'t [u8]) -> Result<Option<Self>> {
        if !eyaml::is_encrypted(&String::from_utf8_lossy(bytes)) {
            return Ok(None);
        }
        let text = std::str::from_utf8(bytes).with_context(|| format!("The data file '{path}' is not UTF-8"))?;
        Ok(Some(Self { path: path.to_owned(), text, parts: parts(text) }))
    }

    /// Returns the number of encrypted parts, also in comments.
    pub(super) fn parts(&self) -> usize {
        self.parts.iter().filter(|part| matches!(part, Part::Encrypted { .. })).count()
    }

    /// Returns the number of encrypted values.
    ///
    /// # Errors
    /// Returns an error if the file is not YAML, or a value is written with escapes.
    pub(super) fn values(&self) -> Result<usize> {
        let values = self.contents()?;
        Ok(self.parts.iter().filter(|part| is_value(part, &values)).count())
    }

    /// Returns the text with all values encrypted for the readers.
    ///
    /// # Errors
    /// Returns an error that names file and line if a value cannot be decrypted.
    pub(super) fn sealed(&self, readers: &FileReaders<'_>, keys: &mut PublisherKeys<'_>) -> Result<String> {
        let values = self.contents()?;
        let keys = keys.of(&readers.levels)?;
        let (mut sealed, mut index) = (String::with_capacity(self.text.len()), 0);
        let mut offset = 0;
        for part in &self.parts {
            let text = text_of(part);
            match EncryptedMessage::of_part(part) {
                message if is_value(part, &values) => {
                    let failed = |reason: &dyn fmt::Display| self.failed(offset, reason);
                    let message = message.map_err(|error| failed(&error))?;
                    let message = message.context("a value is encrypted")?;
                    let (key, plain) = PublisherKey::decrypt(&keys, &message).map_err(|error| failed(&error))?;
                    let place = ValuePlace { path: &self.path, index };
                    sealed +=
                        &key.encryption.encrypt(place, &plain, &readers.recipients).map_err(|error| failed(&error))?;
                    index += 1;
                }
                _ => sealed += text,
            }
            offset += text.len();
        }
        self.check(&sealed)?;
        Ok(sealed)
    }

    fn failed(&self, offset: usize, reason: &dyn fmt::Display) -> anyhow::Error {
        let line = self.text[..offset].matches('\n').count() + 1;
        anyhow!("The encrypted value in '{}', line {line}, cannot be sealed: {reason}", self.path)
    }

    /// Returns the contents of all encrypted values, without blanks. Parts of comments are not values.
    fn contents(&self) -> Result<BTreeSet<String>> {
        let strings = self.strings(self.text)?;
        let in_strings: BTreeSet<String> =
            strings.iter().flat_map(|text| parts(text)).filter_map(|part| content(&part)).collect();
        let in_text: BTreeSet<String> = self.parts.iter().filter_map(content).collect();
        if !in_strings.is_subset(&in_text) {
            bail!(
                "The data file '{}' has an encrypted value that is written with escapes or comments, so that it cannot be replaced; write \
                 it in plain style, or as a block with '>'",
                self.path
            );
        }
        Ok(in_strings)
    }

    /// Checks that a new text is parsed as the previous one, apart from the encrypted parts.
    fn check(&self, sealed: &str) -> Result<()> {
        let plain = |strings: Vec<String>| -> Vec<Vec<Option<String>>> {
            let plain = |part: &Part<'_>| match part {
                Part::Plain(text) => Some((*text).to_owned()),
                Part::Encrypted { .. } => None,
            };
            strings.iter().map(|text| parts(text).iter().map(plain).collect()).collect()
        };
        match plain(self.strings(self.text)?) == plain(self.strings(sealed)?) {
            true => Ok(()),
            false => bail!("The encrypted values of the data file '{}' cannot be replaced in its text", self.path),
        }
    }

    fn strings(&self, text: &str) -> Result<Vec<String>> {
        hiera::encrypted_strings(text)
            .map_err(|error| anyhow!("The data file is not valid: {}", error.located(&self.path)))
    }
}

fn is_value(part: &Part<'_>, values: &BTreeSet<String>) -> bool {
    content(part).is_some_and(|content| values.contains(&content))
}

/// Returns the method and the message of an encrypted part, without blanks.
fn content(part: &Part<'_>) -> Option<String> {
    match part {
        Part::Plain(_) => None,
        Part::Encrypted { method, content, .. } => {
            let letters = content.chars().filter(|letter| !letter.is_whitespace());
            Some(method.chars().chain([',']).chain(letters).collect())
        }
    }
}

fn text_of<'t>(part: &Part<'t>) -> &'t str {
    match part {
        Part::Plain(text) | Part::Encrypted { text, .. } => text,
    }
}
