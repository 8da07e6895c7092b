//! Limits of information about secrets for components that may not read them: files that contain secrets,
//! comparisons, digests, and the output of commands.

use std::io::Read;

use crate::bindings::marotte::provider::errors::{Code, Error};
use crate::error;
use crate::gate::Effect;
use crate::paths::PathTarget;
use crate::secret_paths::Inode;
use crate::system::CallContext;
use crate::system::body::ResolvedBody;
use crate::system::digest::Algorithm;

/// Maximum number of comparisons and digests of secrets for each row of a call. Each one can test a guess.
const COMPARISONS_PER_ROW: usize = 16;

/// Replacement for the output of a command.
const REDACTED: &[u8] = b"[redacted]";

impl CallContext<'_> {
    /// Returns whether a secret was written to the file at a path.
    ///
    /// # Errors
    /// Returns an error if the list of such files cannot be read.
    pub(crate) fn holds_secret(&self, target: &PathTarget) -> Result<bool, Error> {
        let found = self.machine.secret_paths.contain(|| self.path_of(target), || Inode::at(target));
        found.map_err(|failed| unlisted(&failed))
    }

    /// Checks that a component may read a file.
    ///
    /// # Errors
    /// Returns an error if a secret was written to the file and no grant covers reading it.
    pub(crate) fn check_secret(&self, path: &str, is_secret: bool) -> Result<(), Error> {
        if is_secret {
            self.machine.gate.check(self.caller, self.phase, Effect::ReadSecret(path))?;
        }
        Ok(())
    }

    /// Counts a comparison or digest that depends on a secret.
    ///
    /// # Errors
    /// Returns an error if the component may not read secrets and has reached the limit for its rows.
    pub(crate) fn count_comparison(&mut self, is_secret: bool) -> Result<(), Error> {
        if !is_secret || self.caller.grants.cover_secret_reading() {
            return Ok(());
        }
        let limit = COMPARISONS_PER_ROW * self.rows.ids().count().max(1);
        self.machine.secret_comparisons += 1;
        if self.machine.secret_comparisons <= limit {
            return Ok(());
        }
        let message = format!(
            "{} may compare secrets only {limit} times in one call: more comparisons could reveal them by guessing",
            self.caller
        );
        Err(error::error(Code::Refused, message))
    }

    /// Computes a digest for a component. If the component may not read secrets, the digest of a content with a
    /// secret is keyed with a random key.
    ///
    /// # Errors
    /// Returns an error if reading fails or the limit of digests is exceeded.
    pub(crate) fn digest_for_component(
        &mut self,
        algorithm: Algorithm,
        content: &ResolvedBody,
    ) -> Result<String, Error> {
        self.count_comparison(content.secret)?;
        let is_keyed = content.secret && !self.caller.grants.cover_secret_reading();
        let key = match is_keyed {
            true => self
                .machine
                .secret_paths
                .digest_key()
                .map_err(|failed| error::io("make", "a random key", &failed))?
                .to_vec(),
            false => Vec::new(),
        };
        let mut reader = (&key[..]).chain(content.reader());
        algorithm
            .digest(&mut reader, &mut self.machine.transfer)
            .map_err(|failed| error::io("read", content.first_path(), &failed))
    }

    /// Records a file before a secret is written to it.
    ///
    /// # Errors
    /// Returns an error if the file cannot be recorded; nothing may be written then.
    pub(crate) fn note_secret(&mut self, target: &PathTarget, is_secret: bool) -> Result<(), Error> {
        if !is_secret {
            return Ok(());
        }
        self.note_use();
        let path = self.path_of(target);
        self.machine.secret_paths.add(&path, Inode::at(target)).map_err(|failed| unlisted(&failed))
    }

    /// Updates the record after a file was written.
    ///
    /// # Errors
    /// Returns an error if the record cannot be written.
    pub(crate) fn settle_secret(&mut self, target: &PathTarget, is_secret: bool) -> Result<(), Error> {
        let path = self.path_of(target);
        let places = &self.machine.secret_paths;
        let settled = if is_secret { places.add(&path, Inode::at(target)) } else { places.remove(&path) };
        settled.map_err(|failed| unlisted(&failed))
    }

    /// Records the new path of a file with secrets that is about to be renamed or copied.
    ///
    /// # Errors
    /// Returns an error if the path cannot be recorded.
    pub(crate) fn note_renamed(&mut self, from: &PathTarget, to: &PathTarget) -> Result<(), Error> {
        // The file may be recorded by its inode only.
        if self.holds_secret(from)? {
            self.machine.secret_paths.add(&self.path_of(to), Inode::at(from)).map_err(|failed| unlisted(&failed))?;
        }
        let (from, to) = (self.path_of(from), self.path_of(to));
        self.machine.secret_paths.add_renamed(&from, &to).map_err(|failed| unlisted(&failed))
    }

    /// Records that the component has written a secret to a file or passed one to a command.
    pub(crate) fn note_use(&self) {
        self.machine.secret_paths.note_use(&self.caller.package);
    }

    /// Redacts the output of a command that may contain a secret, unless the component may read secrets. It is
    /// unknown what a command reads, so every output is redacted once the component has used a secret.
    pub(crate) fn redact_output(&self, output: &mut launcher::Output, is_secret: bool) {
        let may_hold_secret = is_secret || self.machine.secret_paths.has_used(&self.caller.package);
        if !may_hold_secret || self.caller.grants.cover_secret_reading() {
            return;
        }
        for bytes in [&mut output.stdout, &mut output.stderr] {
            if !bytes.is_empty() {
                *bytes = REDACTED.to_vec();
            }
        }
    }

    fn path_of(&self, target: &PathTarget) -> Vec<u8> {
        self.machine.paths.on_system(&target.real())
    }
}

fn unlisted(failed: &std::io::Error) -> Error {
    error::io("use", "the list of files that contain secrets ('secret-files' in the state directory)", failed)
}
