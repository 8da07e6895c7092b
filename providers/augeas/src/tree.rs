//! Parses the tree that augtool prints: the files in it, their properties, and the files that differ after
//! the changes.

use std::collections::{BTreeMap, BTreeSet};

/// Locations of file contents and of file metadata in the tree.
const FILES: &str = "/files";
const KNOWN: &str = "/augeas/files";

/// A command with a known output; it separates the output of the commands before it from the output of those
/// after it.
pub(crate) const MARK: &str = "get /augeas/version";

/// Splits the output at the mark.
pub(crate) fn split(output: &str) -> (&str, &str) {
    let mark = output.find("/augeas/version = ").filter(|at| *at == 0 || output[..*at].ends_with('\n'));
    let Some((before, rest)) = mark.map(|at| output.split_at(at)) else { return (output, "") };
    (before, rest.split_once('\n').map_or("", |(_, after)| after))
}

/// Difference between the tree before and after the changes.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Change {
    /// Loaded files that are still in the tree but differ.
    pub(crate) changed: Vec<File>,
    /// Files that were loaded and are no longer in the tree.
    pub(crate) removed: Vec<File>,
    /// Paths, below the root, of new nodes that do not belong to a loaded file.
    pub(crate) new: Vec<String>,
}

/// A loaded file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct File {
    /// Path expression of the file's node in the tree.
    pub(crate) node: String,
    /// Path of the file below the root.
    pub(crate) path: String,
    /// Name of the lens that read the file.
    pub(crate) lens: String,
}

/// Returns the commands to run before and after the changes, whose output is parsed by [`change`].
pub(crate) fn questions() -> (Vec<String>, Vec<String>) {
    let lines = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect();
    let before = lines(&[
        "match /augeas/files//path[../mtime]",
        "match /augeas/files//lens[../mtime]",
        "match /augeas/files//error",
        "print /files",
        "get /augeas/version",
    ]);
    (before, lines(&["print /files"]))
}

/// Compares the output before the changes with the output after them.
pub(crate) fn change(output: &str) -> Change {
    let (output, after) = split(output);
    let (mut paths, mut lenses, mut before) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
    for line in output.lines() {
        if let Some((node, path)) = known(line, "/path = ") {
            paths.insert(node, path.strip_prefix(FILES).unwrap_or(path));
        } else if let Some((node, lens)) = known(line, "/lens = ") {
            lenses.insert(node, lens);
        } else if line.starts_with(FILES) {
            before.push(line);
        }
    }
    let after: Vec<&str> = after.lines().filter(|line| line.starts_with(FILES)).collect();
    let (before, after) = (by_file(&paths, &before), by_file(&paths, &after));
    let mut change = Change::default();
    for (&node, &path) in &paths {
        let lens = lenses.get(node).copied().unwrap_or_default();
        let file = || File { node: format!("{FILES}{node}"), path: path.to_owned(), lens: lens.to_owned() };
        match (before.get(node), after.get(node)) {
            (is, should) if is == should => {}
            (_, None) => change.removed.push(file()),
            _ => change.changed.push(file()),
        }
    }
    // Nodes outside loaded files are directories or new files.
    let rest = |lines: &BTreeMap<&str, Vec<&str>>| {
        lines.get("").map_or_else(BTreeSet::new, |lines| lines.iter().map(|line| path_of(line)).collect())
    };
    let known: BTreeSet<String> = rest(&before);
    change.new = rest(&after).into_iter().filter(|path| !path.is_empty() && !known.contains(path)).collect();
    change
}

/// Returns the nodes, below `/files`, of the files that could not be read, each with the kind of error.
pub(crate) fn unread(output: &str) -> Vec<(&str, &str)> {
    split(output).0.lines().filter_map(|line| known(line, "/error = ")).collect()
}

/// Parses a line about a file: its node below `/files`, and the value.
fn known<'a>(line: &'a str, what: &str) -> Option<(&'a str, &'a str)> {
    line.strip_prefix(KNOWN)?.split_once(what)
}

/// Groups the lines by file; lines that belong to no file have an empty name.
fn by_file<'a>(files: &BTreeMap<&'a str, &str>, lines: &[&'a str]) -> BTreeMap<&'a str, Vec<&'a str>> {
    let mut found: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut last = "";
    for line in lines {
        let rest = &line[FILES.len()..];
        let is_of = |file: &str| {
            rest.strip_prefix(file)
                .is_some_and(|more| more.is_empty() || more.starts_with('/') || more.starts_with(" = "))
        };
        if last.is_empty() || !is_of(last) {
            last = ends(rest).find_map(|end| files.get_key_value(&rest[..end])).map_or("", |(node, _)| node);
        }
        found.entry(last).or_default().push(line);
    }
    found
}

/// Returns the possible end positions of a file path at the beginning of a line: at each slash and at the end
/// of the node path.
fn ends(rest: &str) -> impl Iterator<Item = usize> {
    let node = rest.find(" = ").unwrap_or(rest.len());
    rest[..node].char_indices().skip(1).filter(|(_, letter)| *letter == '/').map(|(at, _)| at).chain([node])
}

/// Returns the path below the root that corresponds to a line of the tree.
fn path_of(line: &str) -> String {
    let rest = &line[FILES.len()..];
    let node = rest.split(" = ").next().unwrap_or_default();
    let mut path = String::new();
    let mut letters = node.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => path.extend(letters.next()),
            // The index of a node among several of the same name.
            '[' => while letters.next().is_some_and(|letter| letter != ']') {},
            other => path.push(other),
        }
    }
    path
}

/// Parses the value in a line printed by `print`. Returns `None` if the node has no value.
pub(crate) fn printed(line: &str) -> Option<Vec<u8>> {
    let quoted = line.split_once(" = \"")?.1.strip_suffix('"')?;
    let mut text = Vec::new();
    let mut bytes = quoted.bytes().peekable();
    while let Some(byte) = bytes.next() {
        if byte != b'\\' {
            text.push(byte);
            continue;
        }
        let next = bytes.next()?;
        let control = b"abtnvfr".iter().position(|known| *known == next);
        match (control, next) {
            (Some(place), _) => text.push(u8::try_from(place).ok()? + 7),
            (None, b'0'..=b'7') => {
                let mut number = u32::from(next - b'0');
                for _ in 0..2 {
                    let digit = bytes.next_if(|byte| (b'0'..=b'7').contains(byte))?;
                    number = number * 8 + u32::from(digit - b'0');
                }
                text.push(u8::try_from(number).ok()?);
            }
            (None, other) => text.push(other),
        }
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOADED: &str = "/augeas/files/etc/hosts/path = /files/etc/hosts\n/augeas/files/etc/a\\ b/path = /files/etc/a b\n\
        /augeas/files/etc/hosts/lens = @Hosts\n/augeas/files/etc/a\\ b/lens = Simplevars.lns\n";

    fn file(node: &str, path: &str, lens: &str) -> File {
        File { node: node.to_owned(), path: path.to_owned(), lens: lens.to_owned() }
    }

    #[test]
    fn change_lists_the_affected_files() {
        let before = "/files\n/files/etc\n/files/etc/hosts\n/files/etc/hosts/1/ipaddr = \"::1\"\n/files/etc/a\\ b\n/files/etc/a\\ b/x = \"1\"\n";
        let mark = "/augeas/version = 1.14.0\n";
        let same = change(&format!("{LOADED}{before}{mark}{before}"));
        assert_eq!(same, Change::default());
        let after = "/files\n/files/etc\n/files/etc/hosts\n/files/etc/hosts/1/ipaddr = \"::2\"\n/files/etc/new\\,1\n/files/etc/new\\,1/x[2] = \"/files/etc/hosts\"\n";
        let other = change(&format!("{LOADED}{before}{mark}{after}"));
        assert_eq!(other.changed, [file("/files/etc/hosts", "/etc/hosts", "@Hosts")]);
        assert_eq!(other.removed, [file("/files/etc/a\\ b", "/etc/a b", "Simplevars.lns")]);
        assert_eq!(other.new, ["/etc/new,1", "/etc/new,1/x"]);
    }

    #[test]
    fn file_is_distinguished_from_one_with_a_longer_name() {
        let before = "/files/etc/hosts = \"x\"\n/files/etc/hosts.allow/1 = \"y\"\n";
        let after = "/files/etc/hosts = \"x\"\n/files/etc/hosts.allow/1 = \"z\"\n";
        let change = change(&format!("{LOADED}{before}/augeas/version = 1\n{after}"));
        assert_eq!(change, Change::default(), "no loaded file differs, and no path is new");
    }

    #[test]
    fn printed_values_are_parsed() {
        let read = |line: &str| printed(line).map(|text| String::from_utf8(text).unwrap());
        assert_eq!(read(r#"/o = "a\tb\n\"\\ \303\274\033""#).as_deref(), Some("a\tb\n\"\\ ü\u{1b}"));
        assert_eq!(read("/o = \"\"").as_deref(), Some(""));
        assert_eq!(read("/o"), None);
    }
}
