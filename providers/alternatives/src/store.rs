//! Data files of the system's tool, one for each name, in a format shared by Debian and Red Hat: the mode and
//! the link, name and link of each follower, an empty line, then the programs with their priorities and the
//! targets of the followers.

use marotte_sdk::limits;
use marotte_sdk::prelude::*;
use marotte_sdk::system::Want;

use crate::Mode;

/// Directory of the intermediate links.
const LINKS: &str = "/etc/alternatives";

/// Paths and tool of a system family.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Store {
    directory: &'static str,
    tool: &'static str,
    /// Suffix of unfinished files of the tool.
    unfinished: &'static str,
}

/// Data of a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Group {
    pub(crate) mode: Mode,
    pub(crate) link: String,
    /// The programs, each with its priority.
    pub(crate) choices: Vec<(String, String)>,
}

impl Group {
    /// Parses the data file of a name.
    fn parse(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        let mode = match lines.next()? {
            "auto" => Mode::Auto,
            "manual" => Mode::Manual,
            _ => return None,
        };
        let link = lines.next().filter(|link| link.starts_with('/'))?.to_owned();
        let mut others = 0;
        while !lines.next()?.is_empty() {
            lines.next()?;
            others += 1;
        }
        let mut choices = Vec::new();
        while let Some(path) = lines.next().filter(|path| !path.is_empty()) {
            // On Red Hat, a family or the name of a service may accompany the priority.
            let words = lines.next()?.rsplit('@').next()?.trim();
            choices.push((path.to_owned(), words.split(' ').next()?.to_owned()));
            for _ in 0..others {
                lines.next()?;
            }
        }
        Some(Self { mode, link, choices })
    }

    /// Returns the priority of a program.
    pub(crate) fn priority(&self, path: &str) -> Option<&str> {
        self.choices.iter().find(|(known, _)| known == path).map(|(_, priority)| priority.as_str())
    }
}

impl Store {
    /// Returns the paths and the tool for a provider.
    pub(crate) fn of(provider: &str) -> Self {
        match provider {
            "rpm" => Self { directory: "/var/lib/alternatives", tool: "alternatives", unfinished: ".new" },
            _ => {
                let directory = "/var/lib/dpkg/alternatives";
                Self { directory, tool: "update-alternatives", unfinished: ".dpkg-tmp" }
            }
        }
    }

    /// Returns the stored data of a name.
    pub(crate) fn group(&self, system: &impl ReadSystem, row: u32, name: &str) -> Result<Option<Group>> {
        let path = format!("{}/{name}", self.directory);
        let Some(text) = system.find_text(&Place { row, path: path.clone() }, limits::CONFIG_FILE)? else {
            return Ok(None);
        };
        Group::parse(&text).map(Some).ok_or_else(|| Error::other(format!("{path} can't be understood")))
    }

    /// Returns all names, in sorted order.
    pub(crate) fn names(&self, system: &impl ReadSystem) -> Result<Vec<String>> {
        let root = Place::unowned(self.directory);
        let entries = match system.walk(&root, 1, false, &[], 100_000) {
            Err(error) if error.code == Code::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let files = entries.iter().filter(|entry| entry.kind != Kind::Directory);
        let names = files.filter_map(|entry| entry.path.rsplit('/').next());
        Ok(names.filter(|name| !name.ends_with(self.unfinished)).map(str::to_owned).collect())
    }

    /// Returns the current target of a name.
    pub(crate) fn target(&self, system: &impl ReadSystem, row: u32, name: &str) -> Result<Option<String>> {
        let place = Place { row, path: format!("{LINKS}/{name}") };
        let found = system.stat_one(&place, false, Want::TARGET)?;
        Ok(found.and_then(|metadata| metadata.target))
    }

    /// Runs the system's tool.
    pub(crate) fn run(&self, system: &impl WriteSystem, row: u32, arguments: &[&str]) -> Result<()> {
        system.run(&Command { row, merge_stderr: true, ..Command::named(self.tool, arguments) }).map(drop)
    }
}

/// Returns whether a text is a valid name, which is also used as a file name.
pub(crate) fn is_name(name: &str) -> bool {
    !name.is_empty() && !name.starts_with(['-', '.']) && !name.contains(['/', '\0', '\n', ' ', '\t'])
}

/// Puppet's message for an invalid path.
pub(crate) const NOT_A_PATH: &str = "path must be a fully qualified path";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_file_is_parsed() {
        let text = "auto\n/usr/bin/pager\npager.1.gz\n/usr/share/man/man1/pager.1.gz\n\n/bin/more\n50\n\n/usr/bin/less\n77\n/x.gz\n\n";
        let group = Group::parse(text).unwrap();
        assert_eq!((group.mode, group.link.as_str()), (Mode::Auto, "/usr/bin/pager"));
        assert_eq!(group.choices, [("/bin/more".into(), "50".into()), ("/usr/bin/less".into(), "77".into())]);
    }

    #[test]
    fn family_or_service_after_the_priority_is_ignored() {
        let group = Group::parse("manual\n/usr/bin/java\n\n/opt/java\n@jdk@17\n/opt/other\n-5 daemon\n").unwrap();
        assert_eq!(group.mode, Mode::Manual);
        assert_eq!(group.choices, [("/opt/java".into(), "17".into()), ("/opt/other".into(), "-5".into())]);
        assert_eq!((group.priority("/opt/java"), group.priority("/no")), (Some("17"), None));
    }

    #[test]
    fn truncated_data_file_is_rejected() {
        for text in ["", "auto\n", "auto\nlink\n\n", "never\n/x\n\n", "auto\n/x\nother\n", "auto\n/x\n\n/path\n"] {
            assert_eq!(Group::parse(text), None, "{text:?}");
        }
    }
}
