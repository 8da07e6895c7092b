//! Files of the fake system: a map from paths to nodes with enough support for directories, symbolic links and
//! permissions to test a provider.

use std::collections::BTreeMap;

use crate::system::{Attrs, Entry, Kind, Metadata};
use crate::{Code, Error, Result};

/// A file, directory or symbolic link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileNode {
    /// The kind of object.
    pub kind: Kind,
    /// The content.
    pub content: Vec<u8>,
    /// The target of a symbolic link.
    pub target: Option<String>,
    /// The permissions.
    pub mode: u32,
    /// The owner.
    pub uid: u32,
    /// The group.
    pub gid: u32,
    /// The modification time.
    pub mtime_ns: i64,
    /// The SELinux label.
    pub selinux: Option<String>,
    /// The permissions of the owning group in an access control list; `None` without a list.
    pub acl_group: Option<u32>,
}

impl FileNode {
    fn new(kind: Kind, mode: u32) -> Self {
        Self {
            kind,
            content: Vec::new(),
            target: None,
            mode,
            uid: 0,
            gid: 0,
            mtime_ns: 0,
            selinux: None,
            acl_group: None,
        }
    }

    /// Creates a file with this content.
    #[must_use]
    pub fn file(content: impl Into<Vec<u8>>) -> Self {
        Self { content: content.into(), ..Self::new(Kind::File, 0o644) }
    }

    /// Creates a directory.
    #[must_use]
    pub fn directory() -> Self {
        Self::new(Kind::Directory, 0o755)
    }

    /// Creates a symbolic link.
    #[must_use]
    pub fn symlink(target: &str) -> Self {
        Self { target: Some(target.to_owned()), ..Self::new(Kind::Symlink, 0o777) }
    }

    fn metadata(&self) -> Metadata {
        Metadata {
            kind: self.kind,
            size: self.content.len() as u64,
            mode: self.mode,
            uid: self.uid,
            gid: self.gid,
            atime_ns: self.mtime_ns,
            mtime_ns: self.mtime_ns,
            ctime_ns: self.mtime_ns,
            target: self.target.clone(),
            selinux: self.selinux.clone(),
            selinux_default: None,
            acl_group: self.acl_group,
        }
    }

    fn set(&mut self, attrs: &Attrs) {
        if let Some(mode) = attrs.mode {
            (self.mode, self.acl_group) = (mode, None);
        }
        self.uid = attrs.uid.unwrap_or(self.uid);
        self.gid = attrs.gid.unwrap_or(self.gid);
        self.mtime_ns = attrs.mtime_ns.unwrap_or(self.mtime_ns);
        self.selinux = attrs.selinux.clone().or_else(|| self.selinux.take());
    }
}

/// All nodes by path, and the SELinux labels that the policy assigns to paths.
#[derive(Debug, Clone)]
pub(super) struct FileTree {
    pub(super) nodes: BTreeMap<String, FileNode>,
    pub(super) labels: BTreeMap<String, String>,
}

impl Default for FileTree {
    fn default() -> Self {
        Self { nodes: BTreeMap::from([("/".to_owned(), FileNode::directory())]), labels: BTreeMap::new() }
    }
}

fn not_found(path: &str) -> Error {
    Error::new(Code::NotFound, format!("No such file or directory - {path}"))
}

fn is_directory(path: &str) -> Error {
    Error::new(Code::Exists, format!("Is a directory - {path}"))
}

fn parent(path: &str) -> &str {
    match path.rfind('/') {
        None | Some(0) => "/",
        Some(place) => &path[..place],
    }
}

/// Maximum number of symbolic links followed when a path is resolved.
const MAX_LINKS: usize = 40;

impl FileTree {
    /// Resolves the symbolic links in a path, the last component only if `follow` is set; `None` if a directory
    /// is missing.
    pub(super) fn resolve(&self, path: &str, follow: bool) -> Option<String> {
        let mut rest: Vec<String> = path.split('/').rev().map(str::to_owned).collect();
        let mut resolved = String::new();
        let mut links = 0;
        while let Some(name) = rest.pop() {
            match name.as_str() {
                "" | "." => continue,
                ".." => {
                    resolved.truncate(resolved.rfind('/').unwrap_or(0));
                    continue;
                }
                _ => {}
            }
            let here = format!("{resolved}/{name}");
            let target = self.nodes.get(&here).and_then(|node| node.target.clone());
            match target {
                Some(target) if follow || !rest.is_empty() => {
                    links += 1;
                    if links > MAX_LINKS {
                        return None;
                    }
                    if target.starts_with('/') {
                        resolved.clear();
                    }
                    rest.extend(target.split('/').rev().map(str::to_owned));
                }
                _ => resolved = here,
            }
        }
        Some(if resolved.is_empty() { "/".to_owned() } else { resolved })
    }

    pub(super) fn node(&self, path: &str, follow: bool) -> Option<&FileNode> {
        self.nodes.get(&self.resolve(path, follow)?)
    }

    pub(super) fn stat(&self, path: &str, follow: bool) -> Option<Metadata> {
        let default = self.labels.get(&self.resolve(path, follow)?).cloned();
        self.node(path, follow).map(|node| Metadata { selinux_default: default, ..node.metadata() })
    }

    pub(super) fn content(&self, path: &str) -> Result<&[u8]> {
        let node = self.node(path, true).ok_or_else(|| not_found(path))?;
        if node.kind == Kind::Directory { Err(is_directory(path)) } else { Ok(&node.content) }
    }

    /// Returns the resolved path of a new node.
    fn place(&self, path: &str) -> Result<String> {
        let resolved = self.resolve(path, false).ok_or_else(|| not_found(path))?;
        match self.nodes.get(parent(&resolved)) {
            Some(node) if node.kind == Kind::Directory => Ok(resolved),
            _ => Err(not_found(path)),
        }
    }

    pub(super) fn write(&mut self, path: &str, content: Vec<u8>, attrs: &Attrs, backup: Option<&str>) -> Result<()> {
        let place = self.place(path)?;
        let old = self.nodes.get(&place).cloned();
        if old.as_ref().is_some_and(|node| node.kind == Kind::Directory) {
            return Err(is_directory(path));
        }
        self.back_up(&place, backup);
        let mut node = FileNode { selinux: self.labels.get(&place).cloned(), ..FileNode::file(content) };
        if let Some(old) = old.filter(|old| old.kind == Kind::File) {
            node = FileNode { content: node.content, mtime_ns: node.mtime_ns, ..old };
        }
        node.set(attrs);
        self.nodes.insert(place, node);
        Ok(())
    }

    fn back_up(&mut self, place: &str, backup: Option<&str>) {
        if let (Some(suffix), Some(node)) =
            (backup.filter(|backup| backup.starts_with('.')), self.nodes.get(place).cloned())
        {
            self.nodes.insert(format!("{place}{suffix}"), node);
        }
    }

    /// Creates a directory or symbolic link. A symbolic link can replace another one.
    pub(super) fn insert(&mut self, path: &str, mut node: FileNode, attrs: &Attrs) -> Result<()> {
        let place = self.place(path)?;
        let is_link = |kind| kind == Kind::Symlink;
        if self.nodes.get(&place).is_some_and(|old| !(is_link(old.kind) && is_link(node.kind))) {
            return Err(Error::new(Code::Exists, format!("File exists - {path}")));
        }
        node.selinux = self.labels.get(&place).cloned();
        node.set(attrs);
        self.nodes.insert(place, node);
        Ok(())
    }

    pub(super) fn set_attrs(&mut self, path: &str, attrs: &Attrs, follow: bool) -> Result<()> {
        let place = self.resolve(path, follow).ok_or_else(|| not_found(path))?;
        self.nodes.get_mut(&place).ok_or_else(|| not_found(path))?.set(attrs);
        Ok(())
    }

    pub(super) fn rename(&mut self, source: &str, path: &str) -> Result<()> {
        let from = self.resolve(source, false).ok_or_else(|| not_found(source))?;
        let node = self.nodes.remove(&from).ok_or_else(|| not_found(source))?;
        let place = self.place(path)?;
        self.nodes.insert(place, node);
        Ok(())
    }

    pub(super) fn remove(&mut self, path: &str, recursive: bool, backup: Option<&str>) -> Result<()> {
        let place = self.resolve(path, false).ok_or_else(|| not_found(path))?;
        if !self.nodes.contains_key(&place) {
            return Err(not_found(path));
        }
        let inside = format!("{place}/");
        if !recursive && self.nodes.keys().any(|other| other.starts_with(&inside)) {
            return Err(Error::new(Code::Exists, format!("Directory not empty - {path}")));
        }
        self.back_up(&place, backup);
        self.nodes.retain(|other, _| *other != place && !other.starts_with(&inside));
        Ok(())
    }

    /// Lists the content of a directory up to a depth, following symbolic links if requested.
    pub(super) fn walk(&self, root: &str, depth: u32, follow: bool) -> Result<Vec<Entry>> {
        let place = self.resolve(root, true).ok_or_else(|| not_found(root))?;
        if self.nodes.get(&place).ok_or_else(|| not_found(root))?.kind != Kind::Directory {
            return Err(Error::new(Code::Io, format!("Not a directory - {root}")));
        }
        let (inside, shown) = (format!("{}/", place.trim_end_matches('/')), root.trim_end_matches('/'));
        let mut entries = Vec::new();
        for (path, node) in &self.nodes {
            let Some(name) = path.strip_prefix(&inside).filter(|name| !name.is_empty() && !name.contains('/')) else {
                continue;
            };
            let path = format!("{shown}/{name}");
            let is_directory = self.node(&path, follow).is_some_and(|node| node.kind == Kind::Directory);
            entries.push(Entry { path: path.clone(), kind: node.kind });
            if is_directory && depth > 1 {
                entries.extend(self.walk(&path, depth - 1, follow)?);
            }
        }
        Ok(entries)
    }
}
