//! Normalization of output: replaces values that differ between runs by names, and removes messages that only one of
//! the two programs writes.

use std::collections::BTreeSet;

use regex::Regex;

use crate::is_result_line;

use super::stage::Stage;

/// Omitted messages, including all their lines: debug messages; Puppet's messages about its own state files; Facter's
/// messages about the recording system; and Marotte's messages about durations and about dry runs with enforced resources.
const LEFT_OUT: &str = concat!(
    r"^(?:Debug: |Info: (?:Creating state file|Loading facts|Computing checksum on file)|Error: Facter: ",
    r"|Notice: Profile: |Warning: \d+ resource\(s\) have 'noop => false')"
);

/// The first line of a message.
const BEGINS: &str = r"^(?:Debug|Info|Notice|Warning|Error|Alert|Emergency|Critical): ";

/// Lines after a message that only Marotte writes: the excerpt of the manifest, and hints.
const EXCERPT: &str = r"^(?: *\d* \|(?: .*)?|\.\.\.|  Hint: .*| *--> .*)$";

/// An error that Puppet reports twice, the second time with Ruby's details.
const WRAPPED: &str = "Wrapped exception:";

/// Values that differ between runs or programs.
const VOLATILE: &[(&str, &str)] = &[
    ("\x1b\\[[0-9;]*m", ""),
    (r"\b\d+\.\d+ seconds", "N seconds"),
    (r"\b\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d+)?(?: ?[+-]\d\d:?\d\d| UTC)?", "TIME"),
    (r"^(---|\+\+\+) ([^\t]+)\t.*", "$1 $2"),
    (r"^\+\+\+ (?:/tmp/puppet-file\S+|\S+ \(new content\))$", "+++ NEW"),
    (r"and (?:/tmp/puppet-file\S+|its new content) differ$", "and NEW differ"),
    (r"/[^/ ']*\d{8}-\d+-[0-9a-z]+\b", "/TEMPORARY"),
    (r"/\.marotte-[0-9a-f]+-\d+\b", "/TEMPORARY"),
    // Two messages for a missing parent directory.
    (r"(No such file or directory) @ rb_sysopen - (\S+)", "$1 - $2"),
    (
        r"(No such file or directory) - A directory component in (\S+) does not exist or is a dangling symbolic link",
        "$1 - $2",
    ),
    // Marotte also reports the position of the end.
    (r"(Syntax error at end of input \(file: [^,)]+), line: \d+, column: \d+\)", "$1)"),
    // Puppet prints a Ruby object instead of a name.
    (r" by (?:#<Puppet::Resource::Type:0x[0-9a-f]+>|Class\[main\]) at ", " by ITS SCOPE at "),
    (r"\b1\d{9}\b", "EPOCH"),
    (r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b", "UUID"),
];

/// Normalizer of output.
pub(super) struct Normal {
    /// Paths of this run, and the names that replace them.
    names: Vec<(String, &'static str)>,
    volatile: Vec<(Regex, &'static str)>,
    left_out: Regex,
    begins: Regex,
    excerpt: Regex,
    /// The user and group of this process, unless it is root.
    own: Option<String>,
}

impl Normal {
    pub(super) fn new(stage: &Stage) -> Result<Self, String> {
        let compile = |pattern: &str| Regex::new(pattern).map_err(|error| error.to_string());
        let volatile = VOLATILE.iter().map(|(pattern, name)| Ok((compile(pattern)?, *name)));
        Ok(Self {
            names: vec![
                (stage.root().to_string_lossy().into_owned(), "$ROOT"),
                (stage.case().to_string_lossy().into_owned(), "$CASE"),
            ],
            volatile: volatile.collect::<Result<_, String>>()?,
            left_out: compile(LEFT_OUT)?,
            begins: compile(BEGINS)?,
            excerpt: compile(EXCERPT)?,
            own: own_name(),
        })
    }

    /// Returns the lines of a stream to compare.
    pub(super) fn lines(&self, text: &str) -> Vec<String> {
        let mut lines: Vec<String> = vec![];
        let mut is_left_out = false;
        for line in text.lines() {
            if self.begins.is_match(line) {
                is_left_out = self.left_out.is_match(line);
            }
            if line == WRAPPED {
                lines.pop();
                is_left_out = true;
            }
            if !is_left_out && !self.excerpt.is_match(line) && !is_result_line(line) {
                lines.push(self.text(line));
            }
        }
        without_times(lines)
    }

    /// Returns a text in which values that differ between runs are replaced.
    pub(super) fn text(&self, text: &str) -> String {
        let named = self.names.iter().fold(text.to_owned(), |text, (path, name)| text.replace(path, name));
        self.volatile.iter().fold(named, |text, (pattern, name)| pattern.replace_all(&text, *name).into_owned())
    }

    /// Returns the lines of a tree. Sizes of directories and links do not depend on their content, and sizes
    /// of files that contain the root's path depend on its length, so both are left out.
    pub(super) fn tree(&self, text: &str, naming_files: &[String]) -> Vec<String> {
        let lines = text.lines().map(|line| {
            let line = match &self.own {
                Some(own) => line.replace(own.as_str(), " root:root "),
                None => line.to_owned(),
            };
            let line = self.text(&line);
            let fields: Vec<&str> = line.trim_end().split(' ').collect();
            let has_size = fields.get(1) == Some(&"f") && !naming_files.iter().any(|file| file == fields[0]);
            let kept = fields.iter().enumerate().filter(|(place, _)| has_size || *place != 4);
            kept.map(|(_, field)| *field).collect::<Vec<_>>().join(" ")
        });
        lines.collect::<BTreeSet<String>>().into_iter().collect()
    }
}

/// Removes the times of a summary, since they are sorted by duration and zero times are missing.
fn without_times(lines: Vec<String>) -> Vec<String> {
    let mut is_time = false;
    let kept = lines.into_iter().filter(|line| {
        if !line.starts_with(' ') {
            is_time = line == "Time:";
        }
        !is_time || line == "Time:"
    });
    kept.collect()
}

/// Returns ` USER:GROUP ` in the format of trees; `None` for root.
fn own_name() -> Option<String> {
    let id = |flag: &str| {
        let output = std::process::Command::new("id").arg(flag).output().ok()?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let (user, group) = (id("-un")?, id("-gn")?);
    (user != "root").then(|| format!(" {user}:{group} "))
}
