//! Files of `puppet://` sources: copies in a directory of this system, retrieved from the server when a resource uses
//! them, and kept for runs during which the server cannot be reached.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use puppet::{FileKind, FileMetadata, RelativePath};
use runtime::{SourceError, SourceUrl};
use rustc_hash::FxHashMap;

use crate::catalog_files::CatalogFiles;
use crate::error::AgentError;
use crate::file_tree;
use crate::server::PuppetServer;

/// Copies of a server's files.
pub struct SourceMirror {
    /// `None` if the server cannot be reached, or if nothing is retrieved since the cached catalog is applied.
    server: Option<Rc<PuppetServer>>,
    /// The port of other servers without a port.
    port: u16,
    directory: PathBuf,
    environment: String,
    files: RefCell<CatalogFiles>,
    /// The sources that were looked up in this run.
    found: RefCell<FxHashMap<SourceUrl, Result<Option<PathBuf>, SourceError>>>,
    /// The number of copies that could not be compared with the server.
    unverified: Cell<usize>,
}

impl SourceMirror {
    /// Returns the copies in a directory, for a catalog of an environment. `port` is the one of servers that a source
    /// names without a port.
    #[must_use]
    pub fn new(server: Option<Rc<PuppetServer>>, port: u16, directory: PathBuf, environment: String) -> Self {
        let (files, found, unverified) = (RefCell::default(), RefCell::default(), Cell::default());
        Self { server, port, directory, environment, files, found, unverified }
    }

    /// Sets the sources of the catalog, before the first one is looked up.
    pub fn set_files(&self, files: CatalogFiles) {
        self.files.replace(files);
    }

    /// Returns the copy of a file; `None` if it does not exist on the server. If the server cannot be reached, the copy
    /// of an earlier run is returned.
    ///
    /// # Errors
    /// Returns an error if the file cannot be retrieved or written.
    pub fn find(&self, url: &SourceUrl) -> Result<Option<PathBuf>, SourceError> {
        if let Some(known) = self.found.borrow().get(url) {
            return known.clone();
        }
        if let Some(path) = self.in_known_tree(url) {
            return Ok(Some(path));
        }
        let found = self.look_up(url).map_err(|error| SourceError::Failed(error.to_string()));
        self.found.borrow_mut().insert(url.clone(), found.clone());
        found
    }

    /// Returns the number of copies of earlier runs that were used since the server could not be reached.
    #[must_use]
    pub fn unverified(&self) -> usize {
        self.unverified.get()
    }

    /// Removes the copies that were not used in this run, after a run that applied the whole catalog. If a source could not be
    /// retrieved, nothing is removed.
    ///
    /// # Errors
    /// Returns an error if a copy cannot be removed.
    pub fn prune(&self) -> Result<(), AgentError> {
        let found = self.found.borrow();
        if found.values().any(Result::is_err) {
            return Ok(());
        }
        let used: BTreeSet<&Path> = found.values().filter_map(|found| found.as_ref().ok()?.as_deref()).collect();
        file_tree::remove_unused(&self.directory, &used)
    }

    /// Returns a file of a directory that was retrieved with its content in this run.
    fn in_known_tree(&self, url: &SourceUrl) -> Option<PathBuf> {
        let known = self.found.borrow();
        let mut path = url.path.as_str();
        while let Some((parent, _)) = path.rsplit_once('/') {
            path = parent;
            let directory = SourceUrl { path: path.to_owned(), ..url.clone() };
            if self.files.borrow().is_recursive(&text_of(&directory))
                && let Some(Ok(Some(root))) = known.get(&directory)
            {
                let file = root.join(url.path.get(path.len() + 1..)?);
                return file.symlink_metadata().is_ok().then_some(file);
            }
        }
        None
    }

    fn look_up(&self, url: &SourceUrl) -> Result<Option<PathBuf>, AgentError> {
        let server = match (&self.server, &url.host) {
            (Some(server), Some(host)) => Some(Rc::new(server.elsewhere(host, self.port)?)),
            (server, _) => server.clone(),
        };
        let host = match (&url.host, &server) {
            (Some(host), _) => format!("{}@{}", url.mount, host.replace('/', "")),
            (None, _) => url.mount.clone(),
        };
        let inside = |path: &str| RelativePath::parse(path).is_some();
        if !inside(&host) || !inside(&url.path) || !inside(&self.environment) {
            return Ok(None);
        }
        let copy = self.directory.join(&self.environment).join(host);
        let copy = if url.path.is_empty() { copy } else { copy.join(&url.path) };
        let Some(server) = server else { return self.existing(&copy) };
        match self.retrieve(&server, url, &copy) {
            Ok(true) => Ok(Some(copy)),
            Ok(false) => Ok(None),
            Err(error) if error.is_outage() && copy.symlink_metadata().is_ok() => self.existing(&copy),
            Err(error) => Err(error),
        }
    }

    /// Returns the copy of an earlier run.
    fn existing(&self, copy: &Path) -> Result<Option<PathBuf>, AgentError> {
        let exists = copy.symlink_metadata().is_ok();
        self.unverified.set(self.unverified.get() + usize::from(exists));
        Ok(exists.then(|| copy.to_owned()))
    }

    /// Makes the copy equal to the file of the server. Returns `false` if it does not exist there.
    fn retrieve(&self, server: &PuppetServer, url: &SourceUrl, copy: &Path) -> Result<bool, AgentError> {
        let (source, path) = (text_of(url), format!("{}/{}", url.mount, url.path));
        let files = self.files.borrow();
        if let Some(entries) = files.tree(&source) {
            self.synchronize(server, &path, copy, entries)?;
            return Ok(true);
        }
        let links = files.links(&source);
        let described = match files.file(&source) {
            Some(entry) => Some(entry.clone()),
            None => server.metadata(&path, &self.environment, links)?,
        };
        let Some(entry) = described else { return Ok(false) };
        if entry.kind == FileKind::Directory && files.is_recursive(&source) {
            let query = [("links", links), ("source_permissions", "use")];
            let entries = server.metadatas(&path, &self.environment, &query)?;
            let Some(entries) = entries else { return Ok(false) };
            self.synchronize(server, &path, copy, &entries)?;
        } else {
            file_tree::place(&self.directory, copy, "", &entry, &mut |_, entry, out| {
                self.fetch(server, &path, entry, copy, out)
            })?;
        }
        Ok(true)
    }

    fn synchronize(
        &self,
        server: &PuppetServer,
        path: &str,
        copy: &Path,
        entries: &[FileMetadata],
    ) -> Result<(), AgentError> {
        let changes = file_tree::synchronize(&self.directory, copy, entries, &mut |relative, entry, out| {
            let path = if relative.is_empty() { path.to_owned() } else { format!("{path}/{relative}") };
            self.fetch(server, &path, entry, copy, out)
        });
        changes.map(drop)
    }

    /// Retrieves a content: of the catalog's version of the code if the catalog is static.
    fn fetch(
        &self,
        server: &PuppetServer,
        path: &str,
        entry: &FileMetadata,
        copy: &Path,
        out: &mut dyn std::io::Write,
    ) -> Result<(), AgentError> {
        let failed = AgentError::file(copy);
        let uri = entry.content_uri.as_deref().and_then(|uri| uri.strip_prefix("puppet:///"));
        match (uri, self.files.borrow().code_id()) {
            (Some(uri), Some(code_id)) => server.static_content(uri, &self.environment, code_id, out, failed),
            _ => server.content(path, &self.environment, out, failed),
        }
    }
}

/// Returns the text of a source without a slash at its end.
fn text_of(url: &SourceUrl) -> String {
    let host = url.host.as_deref().unwrap_or_default();
    match url.path.is_empty() {
        true => format!("puppet://{host}/{}", url.mount),
        false => format!("puppet://{host}/{}/{}", url.mount, url.path),
    }
}
