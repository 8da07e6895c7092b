//! Encrypted values of an environment that is published: each is encrypted again for the nodes that the path of its file names.

mod certificates;
mod hierarchy;
mod keys;
mod values;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Result, bail};
use catalog::Level;
use engine::Settings;
use registry::environment::{EnvironmentTree, SealedValues, TreeEntry};

pub(crate) use hierarchy::ConfigError;

use crate::args::EnvironmentPublish;
use crate::console::Console;
use certificates::Certificates;
use hierarchy::{FileReaders, Hierarchies};
use keys::PublisherKeys;
use values::DataFile;

/// An environment whose values are to be encrypted for their readers.
pub(crate) struct Sealing<'a> {
    pub(crate) arguments: &'a EnvironmentPublish,
    pub(crate) settings: &'a Settings,
    /// The directory of the environment.
    pub(crate) root: &'a Path,
    /// The directories of its modules, relative to the environment.
    pub(crate) modules: &'a [String],
}

impl Sealing<'_> {
    /// Encrypts the values of a tree. Warnings name files whose values any node may claim, or no node can decrypt.
    ///
    /// # Errors
    /// Returns an error if a certificate, a `hiera.yaml`, a key or a value is not valid. No error contains a decrypted value.
    pub(crate) fn seal(&self, tree: &mut EnvironmentTree, directory: &Path, console: &mut Console) -> Result<()> {
        let checker = &self.settings.checker;
        let certificates = Certificates::load(directory, &self.arguments.seal_for, self.settings)?;
        for message in certificates.left_out() {
            console.log(Level::Warning, "", &message);
        }
        let root = self.root.canonicalize()?;
        let hierarchies = Hierarchies::read(tree, &root, self.modules, &certificates)?;
        let mut keys = PublisherKeys::new(self.arguments.unseal_key.as_deref(), checker);
        let (mut contents, mut readers) = (BTreeMap::new(), BTreeSet::new());
        let mut sealed = SealedValues::default();
        for file in encrypted_files(tree)? {
            let of_file = hierarchies.readers(&file.path);
            if of_file.recipients.is_empty() {
                if file.parts() > 0 {
                    console.log(Level::Warning, "", &unread(&file));
                }
                continue;
            }
            let values = file.values()?;
            if values == 0 {
                continue;
            }
            self.check_claims(&file, &of_file, values, console)?;
            contents.insert(file.path.clone(), file.sealed(&of_file, &mut keys)?.into_bytes());
            readers.extend(of_file.recipients.iter().map(|recipient| *recipient.fingerprint()));
            sealed.files += 1;
            sealed.values += values;
        }
        tree.seal(contents, SealedValues { readers: readers.len(), ..sealed });
        Ok(())
    }

    /// Warns that any node may claim the path of a file.
    fn check_claims(
        &self,
        file: &DataFile<'_>,
        readers: &FileReaders<'_>,
        values: usize,
        console: &mut Console,
    ) -> Result<()> {
        let Some((level, interpolation)) = readers.claimed else { return Ok(()) };
        let message = format!(
            "The level '{level}' has the path of '{}' from '%{{{interpolation}}}', which is not in the certificate of a node, so any \
             node may claim it: {} for all certificates with the rest of the path ({})",
            file.path,
            counted(values, "encrypted value is", "encrypted values are"),
            readers.recipients.len(),
        );
        if self.arguments.seal_strict {
            bail!("{message}. This is an error with --seal-strict");
        }
        console.log(Level::Warning, "", &message);
        Ok(())
    }
}

/// Returns the files with data that may contain encrypted parts.
fn encrypted_files(tree: &EnvironmentTree) -> Result<Vec<DataFile<'_>>> {
    let mut found = Vec::new();
    for (path, entry) in tree.entries() {
        if let (true, TreeEntry::File(_), Some(bytes)) = (is_data_file(path), entry, tree.bytes(path)) {
            found.extend(DataFile::read(path, bytes)?);
        }
    }
    Ok(found)
}

/// Returns whether a file of an environment has data of Hiera, by its name.
fn is_data_file(path: &str) -> bool {
    [".yaml", ".yml", ".eyaml"].iter().any(|suffix| path.ends_with(suffix))
}

fn unread(file: &DataFile<'_>) -> String {
    format!(
        "No certificate gives the path '{}' in a level with eyaml_lookup_key: {} left as published, and no node can decrypt them \
         with its own key",
        file.path,
        counted(file.parts(), "encrypted value is", "encrypted values are"),
    )
}

/// Returns a number with the noun in singular or plural.
fn counted(number: usize, one: &str, several: &str) -> String {
    if number == 1 { format!("its {one}") } else { format!("its {number} {several}") }
}
