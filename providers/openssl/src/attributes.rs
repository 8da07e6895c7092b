//! Owner, group and mode of a file, which the types have in common.

use marotte_sdk::prelude::*;
use marotte_sdk::system::Key;

use crate::Ensure;
use crate::value::FileMode;

/// The desired owner, group and mode of a file.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted<'r> {
    pub(crate) owner: Option<&'r str>,
    pub(crate) group: Option<&'r str>,
    pub(crate) mode: Option<&'r FileMode>,
    /// The mode of a new file if the resource has none.
    pub(crate) new_mode: u32,
}

/// The current owner, group and mode of a file.
#[derive(Debug, Clone)]
pub(crate) struct Current {
    pub(crate) owner: Option<String>,
    pub(crate) group: Option<String>,
    pub(crate) mode: Option<FileMode>,
}

/// Returns the attributes of a file; `None` if it does not exist.
pub(crate) fn current(system: &impl ReadSystem, place: &Place) -> Result<Option<Current>> {
    let found = system.stat_one(place, true, Want::empty())?;
    Ok(found.map(|found| Current {
        // A file may belong to an id without a name.
        owner: Some(system.user(&Key::Id(found.uid)).map_or_else(|| found.uid.to_string(), |user| user.name)),
        group: Some(system.group(&Key::Id(found.gid)).map_or_else(|| found.gid.to_string(), |group| group.name)),
        mode: Some(FileMode::of(found.mode)),
    }))
}

impl Wanted<'_> {
    /// Returns the default of `ensure`: as in Puppet, a resource without any property does nothing.
    pub(crate) fn default_ensure(&self) -> Option<Ensure> {
        (self.owner.is_some() || self.group.is_some() || self.mode.is_some()).then_some(Ensure::Present)
    }

    /// Changes the existence of a file to `ensure`, or its attributes if that is `None`. `write` writes a new file to a path.
    pub(crate) fn apply<S: WriteSystem>(
        &self,
        system: &S,
        path: &str,
        ensure: Option<Ensure>,
        write: impl FnOnce(&S, &str) -> Result<()>,
    ) -> Result<()> {
        match ensure {
            None => system.set_attrs(path, &self.attrs(system)?, true),
            Some(Ensure::Absent) => system.remove(path, false, None),
            Some(Ensure::Present) => self.create(system, path, write),
        }
    }

    /// Creates or replaces a file, which `write` writes to another path first.
    pub(crate) fn create<S: WriteSystem>(
        &self,
        system: &S,
        path: &str,
        write: impl FnOnce(&S, &str) -> Result<()>,
    ) -> Result<()> {
        let attrs = self.attrs(system)?;
        let attrs = Attrs { mode: attrs.mode.or(Some(self.new_mode)), ..attrs };
        let staged = system.stage(Some(path), &Body::new(), &attrs)?;
        write(system, &staged.path())?;
        staged.commit(None)
    }

    fn attrs(&self, system: &impl ReadSystem) -> Result<Attrs> {
        let missing = |kind: &str, name: &str| Error::invalid(format!("Could not find {kind} {name}"));
        let user = |name| system.user(&key(name)).map(|user| user.uid).ok_or_else(|| missing("user", name));
        let group = |name| system.group(&key(name)).map(|group| group.gid).ok_or_else(|| missing("group", name));
        Ok(Attrs {
            mode: self.mode.map(FileMode::bits),
            uid: self.owner.map(user).transpose()?,
            gid: self.group.map(group).transpose()?,
            ..Attrs::default()
        })
    }
}

fn key(name: &str) -> Key {
    name.parse().map_or_else(|_| Key::Name(name.to_owned()), Key::Id)
}

/// Returns the directory of a path.
pub(crate) fn directory(path: &str) -> String {
    let directory = path.trim_end_matches('/').rsplit_once('/').map_or("", |(directory, _)| directory);
    if directory.is_empty() { "/".to_owned() } else { directory.to_owned() }
}

/// Returns a path with another extension.
pub(crate) fn sibling(path: &str, extension: &str) -> String {
    let name = path.rsplit_once('/').map_or(path, |(_, name)| name);
    // A dot at the beginning of a name does not separate an extension.
    let length = name.rfind('.').filter(|dot| *dot > 0).map_or(0, |dot| name.len() - dot);
    format!("{}{extension}", &path[..path.len() - length])
}
