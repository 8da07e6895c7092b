//! Removal of entries from the index of a layout, and enumeration of the manifests that it refers to.

use std::path::Path;

use serde_json::Value;

use super::{INDEX, OciLayout, reference, to_json};
use crate::artifact::Descriptor;
use crate::source::SourceError;

impl OciLayout {
    /// Removes the entries of the index for which the function returns true. The blobs stay.
    ///
    /// # Errors
    /// Returns an error if the index cannot be read or written; then it is unchanged.
    pub(crate) fn forget(&self, is_forgotten: impl Fn(&str, &str) -> bool) -> Result<(), SourceError> {
        let _lock = self.lock()?;
        let mut index = self.index()?;
        if let Some(Value::Array(entries)) = index.0.get_mut("manifests") {
            entries.retain(|entry| {
                let parts = reference(entry).and_then(|reference| reference.rsplit_once(':'));
                !parts.is_some_and(|(name, tag)| is_forgotten(name, tag))
            });
        }
        self.write(Path::new(INDEX), &to_json(&index.0))
    }

    /// Returns the manifests that the index refers to.
    ///
    /// # Errors
    /// Returns an error if the index cannot be read.
    pub(crate) fn manifests(&self) -> Result<Vec<Descriptor>, SourceError> {
        self.index()?.entries().iter().map(|entry| self.descriptor(entry)).collect()
    }
}
