//! The configuration files of a server besides its settings.

use std::path::Path;
use std::sync::Arc;

use anyhow::Result;
use engine::Settings;

use crate::access::AccessRules;
use crate::extensions::ExtensionNames;
use crate::log::ServerLog;
use crate::mounts::CustomMounts;
use crate::watched::WatchedFile;

/// The files, which are read again when they change.
pub(crate) struct Configuration {
    /// The mounts of `fileserver.conf`.
    pub(crate) mounts: WatchedFile<CustomMounts>,
    /// Short names of extensions.
    pub(crate) extension_names: WatchedFile<ExtensionNames>,
    /// Exceptions from the table of permissions.
    pub(crate) access: WatchedFile<AccessRules>,
}

impl Configuration {
    /// Reads the files.
    ///
    /// # Errors
    /// Returns an error with file and line if a file is not valid, or other users can change it.
    pub(crate) fn open(settings: &Settings, log: &ServerLog) -> Result<Self> {
        let checker = || Arc::clone(&settings.checker);
        let read_names = |text: &str, _: &ServerLog, path: &Path| ExtensionNames::read(text, path);
        let (mounts, names) = (&settings.fileserverconfig.value, &settings.trusted_oid_mapping_file.value);
        Ok(Self {
            mounts: WatchedFile::open(mounts.clone(), checker(), log, CustomMounts::read)?,
            extension_names: WatchedFile::open(names.clone(), checker(), log, read_names)?,
            access: WatchedFile::open(settings.access_file.value.clone(), checker(), log, AccessRules::read)?,
        })
    }
}
