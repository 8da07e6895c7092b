//! Text files with one named record per line: hosts, mail aliases, kernel settings. Other lines are kept
//! unchanged, and continuation lines belong to their record. [`RecordLine`] defines the format.

use std::collections::BTreeMap;

use crate::system::{Attrs, Kind, Place, ReadSystem, Want, WriteSystem};
use crate::{Error, Result, limits};

/// Maximum number of symbolic links that are followed.
const MAX_LINKS: usize = 16;

/// Role of a line relative to the preceding lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinePart {
    /// Starts a record of its own.
    Begins,
    /// Continues the last record.
    Continues,
    /// A comment; the next line may still continue the last record.
    Comment,
}

/// Format of the lines of a file.
pub trait RecordLine: Clone + Sized {
    /// Returns the role of a line relative to the preceding lines. By default, each line is a record of its own.
    fn part(_line: &str) -> LinePart {
        LinePart::Begins
    }
    /// Parses a line with its continuation lines; `None` for comments, blank and unknown lines.
    fn parse(line: &str) -> Option<Self>;
    /// Returns the name of the record.
    fn name(&self) -> &str;
    /// Formats the line without a line ending.
    fn to_line(&self) -> String;
}

/// The lines of one file.
///
/// ```
/// use marotte_sdk::records::{RecordLine, Records};
///
/// #[derive(Clone)]
/// struct Port(String, u16);
///
/// impl RecordLine for Port {
///     fn parse(line: &str) -> Option<Self> {
///         let (name, port) = line.split_once(' ')?;
///         Some(Self(name.to_owned(), port.parse().ok()?))
///     }
///
///     fn name(&self) -> &str {
///         &self.0
///     }
///
///     fn to_line(&self) -> String {
///         format!("{} {}", self.0, self.1)
///     }
/// }
///
/// let mut ports = Records::parse("# Ports\nssh 22\nsmtp 52\n");
/// ports.put(Port("smtp".to_owned(), 25));
/// ports.put(Port("ntp".to_owned(), 123));
/// ports.remove("ssh");
/// assert_eq!(ports.to_text(), "# Ports\nsmtp 25\nntp 123\n");
/// ```
#[derive(Debug, Clone)]
pub struct Records<L>(Vec<Known<L>>);

/// A line with its line ending.
#[derive(Debug, Clone)]
struct Known<L> {
    text: String,
    part: LinePart,
    /// The record that begins in this line, with its continuation lines.
    record: Option<L>,
}

impl<L: RecordLine> Records<L> {
    /// Parses a text.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let mut lines: Vec<Known<L>> = Vec::new();
        // The first line of the current record, and its text with continuation lines.
        let mut open: Option<(usize, String)> = None;
        for line in text.split_inclusive('\n') {
            let bare = bare(line);
            let part = L::part(bare);
            match (part, &mut open) {
                (LinePart::Continues, Some((_, whole))) => whole.push_str(bare),
                (LinePart::Begins, open) => {
                    if let Some((place, whole)) = open.replace((lines.len(), bare.to_owned())) {
                        lines[place].record = L::parse(&whole);
                    }
                }
                _ => {}
            }
            let end = if line.ends_with('\n') { "" } else { "\n" };
            lines.push(Known { text: format!("{line}{end}"), part, record: None });
        }
        if let Some((place, whole)) = open {
            lines[place].record = L::parse(&whole);
        }
        Self(lines)
    }

    /// Formats the text. Unmodified lines are unchanged.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.0.iter().map(|line| line.text.as_str()).collect()
    }

    /// Returns the records in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &L> {
        self.0.iter().filter_map(|line| line.record.as_ref())
    }

    /// Returns the record with a name; the last one if there are several, like the programs that read such files.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&L> {
        self.iter().rfind(|record| record.name() == name)
    }

    /// Replaces the last record of the same name, or appends the record.
    pub fn put(&mut self, record: L) {
        let name = record.name().to_owned();
        self.put_over(record, |known| known.name() == name);
    }

    /// Replaces the last record for which a function returns true, or appends the record.
    pub fn put_over(&mut self, record: L, is_meant: impl Fn(&L) -> bool) {
        let place = self.0.iter().rposition(|line| line.record.as_ref().is_some_and(&is_meant));
        let end = match place.map_or(self.0.last(), |place| self.0.get(place)) {
            Some(line) if line.text.ends_with("\r\n") => "\r\n",
            _ => "\n",
        };
        let line = Known { text: record.to_line() + end, part: LinePart::Begins, record: Some(record) };
        let Some(place) = place else { return self.0.push(line) };
        self.0[place] = line;
        let next = self.0[place + 1..].iter().position(|line| line.part == LinePart::Begins);
        let next = next.map_or(self.0.len(), |next| place + 1 + next);
        let comments: Vec<Known<L>> =
            self.0.drain(place + 1..next).filter(|line| line.part == LinePart::Comment).collect();
        self.0.splice(place + 1..place + 1, comments);
    }

    /// Removes all records with a name; returns whether there was one.
    pub fn remove(&mut self, name: &str) -> bool {
        self.remove_all(|record| record.name() == name)
    }

    /// Removes all records for which a function returns true; returns whether there was one.
    pub fn remove_all(&mut self, is_meant: impl Fn(&L) -> bool) -> bool {
        let before = self.0.len();
        let mut is_going = false;
        self.0.retain(|line| {
            if line.part == LinePart::Begins {
                is_going = line.record.as_ref().is_some_and(&is_meant);
            }
            !is_going || line.part == LinePart::Comment
        });
        self.0.len() < before
    }
}

/// Returns a line without its line ending.
fn bare(line: &str) -> &str {
    let line = line.strip_suffix('\n').unwrap_or(line);
    line.strip_suffix('\r').unwrap_or(line)
}

/// Several files, each read once. A missing file has no lines.
#[derive(Debug)]
pub struct RecordFiles<L> {
    files: BTreeMap<String, Result<Records<L>>>,
    changed: Vec<String>,
}

impl<L: RecordLine> RecordFiles<L> {
    /// Reads the files.
    pub fn read(system: &impl ReadSystem, places: impl IntoIterator<Item = Place>) -> Self {
        let mut files = BTreeMap::new();
        for place in places {
            files.entry(place.path.clone()).or_insert_with(|| {
                let text = system.find_text(&place, limits::CONFIG_FILE);
                text.map(|text| Records::parse(&text.unwrap_or_default()))
            });
        }
        Self { files, changed: Vec::new() }
    }

    /// Returns the records of a file.
    ///
    /// # Errors
    /// Returns an error if the file could not be read.
    pub fn records(&self, path: &str) -> Result<&Records<L>> {
        match self.files.get(path) {
            Some(records) => records.as_ref().map_err(Clone::clone),
            None => Err(Error::other(format!("{path} was not read"))),
        }
    }

    /// Returns the record with a name and the path of the first of these files that contains it.
    ///
    /// # Errors
    /// Returns an error if one of the files could not be read.
    pub fn find<'a>(&'a self, paths: &[&'a str], name: &str) -> Result<Option<(&'a str, &'a L)>> {
        for path in paths {
            if let Some(record) = self.records(path)?.find(name) {
                return Ok(Some((path, record)));
            }
        }
        Ok(None)
    }

    /// Writes a record to one of the files, replacing the last one of its name, and removes records of that name
    /// from all others.
    ///
    /// # Errors
    /// Returns an error if a file could not be read.
    pub fn put(&mut self, path: &str, record: L) -> Result<()> {
        let name = record.name().to_owned();
        self.put_over(path, record, |known| known.name() == name)
    }

    /// Writes a record to one of the files, replacing the last matching one, and removes matching ones from all
    /// others.
    ///
    /// # Errors
    /// Returns an error if a file could not be read.
    pub fn put_over(&mut self, path: &str, record: L, is_meant: impl Fn(&L) -> bool) -> Result<()> {
        self.edit(path)?.put_over(record, &is_meant);
        self.changed.push(path.to_owned());
        self.drop_from(is_meant, Some(path))
    }

    /// Removes all records with a name from all files.
    ///
    /// # Errors
    /// Returns an error if a file could not be read.
    pub fn remove(&mut self, name: &str) -> Result<()> {
        self.remove_all(|record| record.name() == name)
    }

    /// Removes all matching records from all files.
    ///
    /// # Errors
    /// Returns an error if a file could not be read.
    pub fn remove_all(&mut self, is_meant: impl Fn(&L) -> bool) -> Result<()> {
        self.drop_from(is_meant, None)
    }

    /// Writes the modified files.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written.
    pub fn write(&mut self, system: &impl WriteSystem, row: u32) -> Result<()> {
        for path in std::mem::take(&mut self.changed) {
            let text = self.records(&path)?.to_text();
            let path = destination(system, row, path)?;
            system.write(&path, &vec![text.as_str().into()], &Attrs::default(), None)?;
        }
        Ok(())
    }

    fn edit(&mut self, path: &str) -> Result<&mut Records<L>> {
        match self.files.get_mut(path) {
            Some(Ok(records)) => Ok(records),
            Some(Err(error)) => Err(error.clone()),
            None => Err(Error::other(format!("{path} was not read"))),
        }
    }

    fn drop_from(&mut self, is_meant: impl Fn(&L) -> bool, but: Option<&str>) -> Result<()> {
        let paths: Vec<String> = self.files.keys().filter(|path| but != Some(path)).cloned().collect();
        for path in paths {
            if self.edit(&path)?.remove_all(&is_meant) {
                self.changed.push(path);
            }
        }
        Ok(())
    }
}

/// Returns the path to write a file to: the target if it is a symbolic link, so that the link is kept.
///
/// # Errors
/// Returns an error if the file cannot be examined or if there are too many links.
pub fn destination(system: &impl ReadSystem, row: u32, path: String) -> Result<String> {
    let mut place = Place { row, path };
    for _ in 0..MAX_LINKS {
        let found = system.stat_one(&place, false, Want::TARGET)?;
        let target = found.filter(|found| found.kind == Kind::Symlink).and_then(|found| found.target);
        let Some(target) = target else { return Ok(place.path) };
        let directory = place.path.rsplit_once('/').map_or("", |(directory, _)| directory);
        place.path = if target.starts_with('/') { target } else { format!("{directory}/{target}") };
    }
    Err(Error::invalid(format!("Too many levels of symbolic links - {}", place.path)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::{FakeSystem, FileNode};

    #[derive(Debug, Clone, PartialEq)]
    struct Pair(String, String);

    impl RecordLine for Pair {
        fn part(line: &str) -> LinePart {
            match line.chars().next() {
                Some('>') => LinePart::Continues,
                None | Some('#') => LinePart::Comment,
                Some(_) => LinePart::Begins,
            }
        }

        fn parse(line: &str) -> Option<Self> {
            let (name, value) = line.split_once('=')?;
            Some(Self(name.to_owned(), value.to_owned()))
        }

        fn name(&self) -> &str {
            &self.0
        }

        fn to_line(&self) -> String {
            format!("{}={}", self.0, self.1)
        }
    }

    fn pair(name: &str, value: &str) -> Pair {
        Pair(name.to_owned(), value.to_owned())
    }

    fn place(path: &str) -> Place {
        Place::unowned(path)
    }

    #[test]
    fn last_record_of_a_name_is_effective_and_all_are_removed() {
        let mut records: Records<Pair> = Records::parse("a=1\n\n# x\na=2\nb=3");
        assert_eq!(records.find("a"), Some(&pair("a", "2")));
        records.put(pair("a", "4"));
        assert_eq!(records.to_text(), "a=1\n\n# x\na=4\nb=3\n");
        assert!(records.remove("a"));
        assert!(!records.remove("a"));
        assert_eq!(records.to_text(), "\n# x\nb=3\n");
    }

    #[test]
    fn record_includes_its_continuation_lines() {
        let text = ">0\na=1\n>2\n# x\n\n>3\nb=4\nnone\n>5\n";
        let records: Records<Pair> = Records::parse(text);
        assert_eq!(records.iter().collect::<Vec<_>>(), [&pair("a", "1>2>3"), &pair("b", "4")]);
        assert_eq!(records.to_text(), text);
        let mut changed = records.clone();
        changed.put(pair("a", "9"));
        changed.put(pair("b", "8"));
        assert_eq!(changed.to_text(), ">0\na=9\n# x\n\nb=8\nnone\n>5\n");
        let mut removed = records;
        assert!(removed.remove("a"));
        assert_eq!(removed.to_text(), ">0\n# x\n\nb=4\nnone\n>5\n");
    }

    #[test]
    fn line_endings_are_preserved() {
        let mut records: Records<Pair> = Records::parse("a=1\r\nb=2\nc=3\r\n");
        assert_eq!(records.find("a"), Some(&pair("a", "1")));
        records.put(pair("a", "4"));
        records.put(pair("b", "5"));
        records.put(pair("d", "6"));
        assert_eq!(records.to_text(), "a=4\r\nb=5\nc=3\r\nd=6\r\n");
        assert!(records.remove("a"));
        assert_eq!(records.to_text(), "b=5\nc=3\r\nd=6\r\n");
    }

    #[test]
    fn record_moves_to_another_file() {
        let machine = FakeSystem::new();
        machine.put("/etc/one", FileNode::file("a=1\nb=2\n"));
        let mut files: RecordFiles<Pair> =
            RecordFiles::read(&machine, [place("/etc/one"), place("/etc/two"), place("/etc/one")]);
        assert_eq!(machine.reads().len(), 2);
        assert_eq!(files.find(&["/etc/two", "/etc/one"], "a").unwrap(), Some(("/etc/one", &pair("a", "1"))));
        files.put("/etc/two", pair("a", "3")).unwrap();
        files.write(&machine, 0).unwrap();
        assert_eq!((machine.text("/etc/one"), machine.text("/etc/two")), ("b=2\n".to_owned(), "a=3\n".to_owned()));
        assert_eq!(machine.effects(), ["write /etc/two", "write /etc/one"]);
    }

    #[test]
    fn symbolic_link_is_preserved() {
        let machine = FakeSystem::new();
        machine.put("/etc/one", FileNode::symlink("../run/one")).put("/run/one", FileNode::file("a=1\n"));
        let mut files: RecordFiles<Pair> = RecordFiles::read(&machine, [place("/etc/one")]);
        files.remove("a").unwrap();
        files.write(&machine, 0).unwrap();
        assert_eq!(machine.text("/run/one"), "");
        assert_eq!(machine.node("/etc/one").unwrap().kind, Kind::Symlink);
        machine.put("/etc/loop", FileNode::symlink("loop"));
        let error = destination(&machine, 0, "/etc/loop".to_owned()).unwrap_err();
        assert_eq!(error.message, "Too many levels of symbolic links - /etc/loop");
    }

    #[test]
    fn unreadable_file_is_not_written() {
        let machine = FakeSystem::new();
        machine.put("/etc/one", FileNode::file(b"\xff\n"));
        let mut files: RecordFiles<Pair> = RecordFiles::read(&machine, [place("/etc/one")]);
        assert_eq!(files.find(&["/etc/one"], "a").unwrap_err().message, "/etc/one is not UTF-8");
        assert_eq!(files.put("/etc/one", pair("a", "1")).unwrap_err().message, "/etc/one is not UTF-8");
        files.write(&machine, 0).unwrap();
        assert_eq!(machine.effects(), [""; 0]);
    }
}
