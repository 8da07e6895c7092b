//! The files that a package manager reads: their sections, and the file for a new repository.

use marotte_sdk::ini::{Dialect, Ini};
use marotte_sdk::limits;
use marotte_sdk::prelude::*;
use marotte_sdk::system::Want;

/// The files of a package manager.
#[derive(Debug)]
pub(crate) struct Layout {
    /// The general configuration file.
    pub(crate) main: &'static str,
    /// Whether the general configuration file may also contain repositories. It is then the file for a new one if
    /// there is no directory.
    pub(crate) main_has_repositories: bool,
    /// The default directories of repositories.
    pub(crate) directories: &'static [&'static str],
}

/// The files of yum and dnf.
pub(crate) const YUM: Layout = Layout {
    main: "/etc/yum.conf",
    main_has_repositories: true,
    directories: &["/etc/yum.repos.d", "/etc/yum/repos.d"],
};

/// The files of zypper.
pub(crate) const ZYPPER: Layout =
    Layout { main: "/etc/zypp/zypp.conf", main_has_repositories: false, directories: &["/etc/zypp/repos.d"] };

/// All files and their contents.
pub(crate) struct Files {
    layout: &'static Layout,
    directories: Vec<String>,
    /// Contents by path. An unreadable file is an error only for repositories that may be in it.
    texts: Vec<(String, Result<String>)>,
}

fn place(path: &str) -> Place {
    Place::unowned(path)
}

impl Files {
    pub(crate) fn read(system: &impl ReadSystem, layout: &'static Layout) -> Result<Self> {
        let main = system.find_text(&place(layout.main), limits::CONFIG_FILE)?;
        let named = main.as_deref().map(parse).and_then(|main| main.get("main", "reposdir").map(str::to_owned));
        let directories: Vec<String> = match &named {
            Some(named) => named.split([',', ' ', '\t']).filter(|name| !name.is_empty()).map(str::to_owned).collect(),
            None => layout.directories.iter().map(|directory| (*directory).to_owned()).collect(),
        };
        let main = main.filter(|_| layout.main_has_repositories).map(|text| (layout.main.to_owned(), Ok(text)));
        let mut files = Self { layout, directories: Vec::new(), texts: main.into_iter().collect() };
        for directory in directories {
            let found = system.stat_one(&place(&directory), true, Want::empty())?;
            if found.is_none() {
                continue;
            }
            for entry in system.walk(&place(&directory), 1, false, &[], limits::DIRECTORY)? {
                if entry.path.ends_with(".repo")
                    && entry.kind != Kind::Directory
                    && let Some(text) = system.find_text(&place(&entry.path), limits::CONFIG_FILE).transpose()
                {
                    files.texts.push((entry.path, text));
                }
            }
            files.directories.push(directory);
        }
        Ok(files)
    }

    /// Returns all repositories in readable files, with the paths of these files.
    pub(crate) fn repositories(&self) -> Vec<(&str, String)> {
        let readable = self.texts.iter().filter_map(|(path, text)| Some((path.as_str(), text.as_ref().ok()?)));
        let names = |text: &str| parse(text).sections().into_iter().map(str::to_owned).collect::<Vec<_>>();
        let found = readable.flat_map(|(path, text)| names(text).into_iter().map(move |name| (path, name)));
        found.filter(|(_, name)| name != "main").collect()
    }

    /// Returns the path of the file that contains the repository.
    ///
    /// # Errors
    /// Returns an error if the repository is not found and one of the files cannot be read.
    pub(crate) fn file_of(&self, name: &str) -> Result<Option<&str>> {
        match self.repositories().into_iter().find(|(_, known)| known == name) {
            Some((path, _)) => Ok(Some(path)),
            None => self.check().map(|()| None),
        }
    }

    /// Checks that all files can be read.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read.
    pub(crate) fn check(&self) -> Result<()> {
        self.texts.iter().try_for_each(|(_, text)| text.as_ref().map(drop).map_err(Clone::clone))
    }

    /// Returns whether a file remains when its last repository is removed.
    pub(crate) fn remains(&self, path: &str) -> bool {
        path == self.layout.main
    }

    /// Returns the content of a file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub(crate) fn text(&self, path: &str) -> Result<&str> {
        let found = self.texts.iter().find(|(known, _)| known == path);
        found.map_or(Ok(""), |(_, text)| text.as_deref().map_err(Clone::clone))
    }

    /// Returns the path of the file for a repository, with Puppet's rules.
    pub(crate) fn home(&self, name: &str, target: Option<&str>) -> String {
        let last = match (self.directories.last(), self.layout.directories) {
            (None, _) if self.layout.main_has_repositories => return self.layout.main.to_owned(),
            (last, defaults) => last.map_or_else(|| defaults.join("/"), Clone::clone),
        };
        let target = target.filter(|target| *target != "absent").unwrap_or(name);
        let suffix = if target.ends_with(".repo") { "" } else { ".repo" };
        match target.rsplit_once('/') {
            Some((directory, _)) if self.directories.iter().any(|known| known == directory) => {
                format!("{target}{suffix}")
            }
            Some((_, file)) => format!("{last}/{file}{suffix}"),
            None => format!("{last}/{target}{suffix}"),
        }
    }
}

pub(crate) fn parse(text: &str) -> Ini {
    Ini::parse(text, Dialect { continues: true, ..Dialect::default() })
}

/// Splits a text into the lines outside a section and the lines of the section.
pub(crate) fn without(text: &str, section: &str) -> (String, String) {
    let (mut rest, mut taken) = (String::new(), String::new());
    let mut is_inside = false;
    for line in text.split_inclusive('\n') {
        if let Some(name) = line.trim_end().strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            is_inside = name == section;
        }
        let side = if is_inside { &mut taken } else { &mut rest };
        side.push_str(line);
    }
    (rest, taken)
}
