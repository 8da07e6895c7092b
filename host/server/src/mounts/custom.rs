//! Mounts of the file server from `fileserver.conf`, in Puppet's format. As in Puppet 7, the only rule for clients is
//! `allow *`; others are reported and have no effect.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::log::ServerLog;

/// Mounts whose directories Puppet determines itself.
const BUILT_IN: [&str; 5] = ["modules", "plugins", "scripts", "tasks", "locales"];

/// The directories of mounts by name, with placeholders.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct CustomMounts(BTreeMap<String, String>);

impl CustomMounts {
    /// Reads the content of a file. Mounts whose directory does not exist are left out with an error in the log.
    ///
    /// # Errors
    /// Returns an error with the line if one cannot be understood, or with the mount that has no path.
    pub(crate) fn read(text: &str, log: &ServerLog, path: &Path) -> Result<Self> {
        let mut mounts: BTreeMap<String, Option<String>> = BTreeMap::new();
        let mut current: Option<String> = None;
        for (number, line) in (1..).zip(text.lines()) {
            let place = || format!("(file: {}, line: {number})", path.display());
            if line.trim().is_empty() || line.trim_start().starts_with('#') {
                continue;
            }
            if let Some(name) = heading(line) {
                if mounts.insert(name.to_owned(), None).is_some() {
                    bail!("The mount '{name}' is declared twice {}", place());
                }
                current = Some(name.to_owned());
                continue;
            }
            let Some((word, value)) = argument(line) else { bail!("Invalid entry '{line}' {}", place()) };
            if value.starts_with('=') {
                bail!("Fileserver configuration file does not use '=' as a separator {}", place());
            }
            match (word, &current) {
                ("path", Some(mount)) => set_path(&mut mounts, mount, value, log, &place()),
                ("path", None) => bail!("The path belongs to no mount {}", place()),
                ("allow", _) if value == "*" => {}
                ("allow" | "deny", _) => {
                    log.error(format!("Entry '{line}' is unsupported and will be ignored {}", place()));
                }
                _ => bail!("Invalid argument '{word}' {}", place()),
            }
        }
        let mut complete = BTreeMap::new();
        for (name, directory) in mounts.into_iter().filter(|(name, _)| !BUILT_IN.contains(&name.as_str())) {
            match directory {
                Some(directory) => complete.insert(name, directory),
                None => bail!("The mount '{name}' has no path (file: {})", path.display()),
            };
        }
        Ok(Self(complete))
    }

    /// Returns the directory of a mount for a node.
    pub(super) fn directory(&self, mount: &str, node: &str) -> Option<PathBuf> {
        Some(expanded(self.0.get(mount)?, node).into())
    }
}

/// Returns the name of a mount in a line such as `[extra]`.
fn heading(line: &str) -> Option<&str> {
    let name = line.split_once('[')?.1.split_once(']')?.0;
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte));
    is_name.then_some(name)
}

/// Returns the word at the beginning of a line, and the value after it, without a comment.
fn argument(line: &str) -> Option<(&str, &str)> {
    let (word, value) = line.trim_start().split_once(char::is_whitespace)?;
    let is_word = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let value = value.trim_start();
    // The value has at least one character, which can be `#`.
    let end = value.char_indices().skip(1).find(|(_, letter)| *letter == '#').map_or(value.len(), |(index, _)| index);
    let value = value[..end].trim_end();
    (is_word && !value.is_empty()).then_some((word, value))
}

fn set_path(mounts: &mut BTreeMap<String, Option<String>>, mount: &str, value: &str, log: &ServerLog, place: &str) {
    if BUILT_IN.contains(&mount) {
        log.warning(format!("The '{mount}' module can not have a path. Ignoring attempt to set it {place}"));
    } else if !value.contains('%') && !Path::new(value).is_dir() {
        log.error(format!("Removing mount '{mount}': {value} does not exist or is not a directory {place}"));
        mounts.remove(mount);
    } else {
        mounts.insert(mount.to_owned(), Some(value.to_owned()));
    }
}

/// Replaces the placeholders: `%H` is the name of the node, `%h` and `%d` are the parts before and after its first dot, and `%%` is
/// a percent sign.
fn expanded(path: &str, node: &str) -> String {
    let (host, domain) = node.split_once('.').unwrap_or((node, node));
    let (mut result, mut letters) = (String::new(), path.chars());
    while let Some(letter) = letters.next() {
        if letter != '%' {
            result.push(letter);
            continue;
        }
        match letters.next() {
            Some('h') => result.push_str(host),
            Some('H') => result.push_str(node),
            Some('d') => result.push_str(domain),
            Some('%') => result.push('%'),
            other => result.extend(std::iter::once('%').chain(other)),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    /// Returns the mounts, or the error, and the messages.
    fn read(text: &str) -> (Result<CustomMounts, String>, Vec<String>) {
        let (sender, messages) = mpsc::channel();
        let read = CustomMounts::read(text, &ServerLog::new(sender), Path::new("/f"));
        (read.map_err(|error| error.to_string()), messages.into_iter().map(|message| message.text).collect())
    }

    #[test]
    fn mounts_are_read_as_in_puppet() {
        let (mounts, messages) = read(
            "# comment\n[one]\n  path /tmp # shared\n  allow *\n\n[modules]\nallow *\n[two]\npath /srv/%H/%h-%d/100%%/%x\nallow \
             *.example.com\ndeny *\n[gone]\npath /nonexistent/x\n[tasks]\npath /tmp\n",
        );
        let mounts = mounts.unwrap();
        let directory = |mount: &str, node: &str| mounts.directory(mount, node);
        assert_eq!(directory("one", "a.b.c"), Some("/tmp".into()));
        assert_eq!(directory("two", "a.b.c"), Some("/srv/a.b.c/a-b.c/100%/%x".into()));
        assert_eq!(directory("two", "a"), Some("/srv/a/a-a/100%/%x".into()));
        assert_eq!([directory("gone", "a"), directory("modules", "a"), directory("tasks", "a")], [None, None, None]);
        assert_eq!(
            messages,
            [
                "Entry 'allow *.example.com' is unsupported and will be ignored (file: /f, line: 10)",
                "Entry 'deny *' is unsupported and will be ignored (file: /f, line: 11)",
                "Removing mount 'gone': /nonexistent/x does not exist or is not a directory (file: /f, line: 13)",
                "The 'tasks' module can not have a path. Ignoring attempt to set it (file: /f, line: 15)",
            ]
        );
    }

    #[test]
    fn mounts_that_are_not_valid_are_refused_with_the_line() {
        for (text, expected) in [
            ("[a]\npath /tmp\n[a]\n", "The mount 'a' is declared twice (file: /f, line: 3)"),
            ("[a]\n", "The mount 'a' has no path (file: /f)"),
            ("path /tmp\n", "The path belongs to no mount (file: /f, line: 1)"),
            ("[a]\nroot /tmp\n", "Invalid argument 'root' (file: /f, line: 2)"),
            ("[a]\nnonsense\n", "Invalid entry 'nonsense' (file: /f, line: 2)"),
            ("[a]\npath = /tmp\n", "Fileserver configuration file does not use '=' as a separator (file: /f, line: 2)"),
        ] {
            assert_eq!(read(text).0, Err(expected.to_owned()));
        }
    }
}
