//! Owns the files that yum reads: which there are, which section is in which, and where a new one goes.

use marotte_sdk::ini::{Dialect, Ini};
use marotte_sdk::prelude::*;
use marotte_sdk::system::Want;

/// The general settings, which may hold repositories too.
pub(crate) const MAIN: &str = "/etc/yum.conf";

/// Where repositories are where nothing else is said.
const FOLDERS: [&str; 2] = ["/etc/yum.repos.d", "/etc/yum/repos.d"];

/// The longest file, and the most of them.
const LIMIT: u32 = 16 << 20;
const MAX_FILES: u32 = 10_000;

/// All files, with their texts.
pub(crate) struct Files {
    folders: Vec<String>,
    texts: Vec<(String, String)>,
}

fn place(path: &str) -> Place {
    Place { row: 0, path: path.to_owned() }
}

impl Files {
    pub(crate) fn read(system: &impl Read) -> Result<Self> {
        let main = system.find_text(&place(MAIN), LIMIT)?;
        let named = main.as_deref().map(parse).and_then(|main| main.get("main", "reposdir").map(str::to_owned));
        let folders: Vec<String> = match &named {
            Some(named) => named.split([',', ' ', '\t']).filter(|name| !name.is_empty()).map(str::to_owned).collect(),
            None => FOLDERS.map(str::to_owned).to_vec(),
        };
        let mut files =
            Self { folders: Vec::new(), texts: main.map(|text| (MAIN.to_owned(), text)).into_iter().collect() };
        for folder in folders {
            let found = system.stat(&[place(&folder)], true, Want::empty()).pop().unwrap_or(Ok(None))?;
            if found.is_none() {
                continue;
            }
            for entry in system.walk(&place(&folder), 1, false, &[], MAX_FILES)? {
                if entry.path.ends_with(".repo")
                    && entry.kind != Kind::Directory
                    && let Some(text) = system.find_text(&place(&entry.path), LIMIT)?
                {
                    files.texts.push((entry.path, text));
                }
            }
            files.folders.push(folder);
        }
        Ok(files)
    }

    /// Returns all repositories with the files that they are in.
    pub(crate) fn repositories(&self) -> Vec<(&str, String)> {
        let of = |(path, text): &(String, String)| {
            let names: Vec<String> = parse(text).sections().into_iter().map(str::to_owned).collect();
            names.into_iter().filter(|name| name != "main").map(|name| (path.clone(), name)).collect::<Vec<_>>()
        };
        let found = self.texts.iter().flat_map(of);
        found
            .filter_map(|(path, name)| Some((self.texts.iter().find(|(known, _)| *known == path)?.0.as_str(), name)))
            .collect()
    }

    /// Returns the file that has the repository.
    pub(crate) fn file_of(&self, name: &str) -> Option<&str> {
        self.repositories().into_iter().find(|(_, known)| known == name).map(|(path, _)| path)
    }

    /// Returns the text of a file.
    pub(crate) fn text(&self, path: &str) -> &str {
        self.texts.iter().find(|(known, _)| known == path).map_or("", |(_, text)| text)
    }

    /// Returns the path where a repository belongs, as Puppet finds it.
    pub(crate) fn home(&self, name: &str, target: Option<&str>) -> String {
        let Some(last) = self.folders.last() else { return MAIN.to_owned() };
        let target = target.filter(|target| *target != "absent").unwrap_or(name);
        let suffix = if target.ends_with(".repo") { "" } else { ".repo" };
        match target.rsplit_once('/') {
            Some((folder, _)) if self.folders.iter().any(|known| known == folder) => format!("{target}{suffix}"),
            Some((_, file)) => format!("{last}/{file}{suffix}"),
            None => format!("{last}/{target}{suffix}"),
        }
    }
}

pub(crate) fn parse(text: &str) -> Ini {
    Ini::parse(text, Dialect { continues: true, ..Dialect::default() })
}

/// Takes a section out of a text, with all its lines; returns both.
pub(crate) fn without(text: &str, section: &str) -> (String, String) {
    let (mut rest, mut taken) = (String::new(), String::new());
    let mut is_inside = false;
    for line in text.lines() {
        if let Some(name) = line.trim_end().strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            is_inside = name == section;
        }
        let side = if is_inside { &mut taken } else { &mut rest };
        side.push_str(line);
        side.push('\n');
    }
    (rest, taken)
}
