//! Owns reading scenarios: the steps of `cmd`, and beside each what Puppet answered.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A recorded scenario.
#[derive(Debug, Clone)]
pub struct Scenario {
    /// The name of its folder.
    pub name: String,
    pub(super) folder: PathBuf,
    pub(super) steps: Vec<Step>,
    /// What was beneath the root in the end.
    pub(super) tree: String,
}

/// Something that is run: the preparation, or a step of Puppet's.
#[derive(Debug, Clone)]
pub(super) struct Step {
    pub(super) number: usize,
    pub(super) command: String,
    /// What Puppet answered; nothing where only the ground is prepared.
    pub(super) expected: Option<Expected>,
}

#[derive(Debug, Clone)]
pub(super) struct Expected {
    pub(super) exit: i32,
    pub(super) stdout: String,
    pub(super) stderr: String,
    /// Puppet's run report.
    pub(super) report: Option<String>,
}

impl Scenario {
    /// Reads a scenario.
    ///
    /// # Errors
    /// A file of it is missing or can't be read as what it is.
    pub fn read(folder: &Path) -> Result<Self, String> {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut steps: Vec<Step> = vec![];
        for line in read(folder, "cmd")?.lines() {
            match line.strip_prefix("# ") {
                Some("setup") => steps.push(Step { number: 0, command: String::new(), expected: None }),
                Some(comment) if comment.starts_with("step ") => {
                    let number = comment["step ".len()..].parse().map_err(|_| format!("{name}: '{line}' in cmd"))?;
                    let expected = Some(Expected::read(folder, number)?);
                    steps.push(Step { number, command: String::new(), expected });
                }
                _ if line.starts_with('#') => {}
                _ => match steps.last_mut() {
                    Some(step) => step.command += &format!("{line}\n"),
                    None => return Err(format!("{name}: '{line}' in cmd belongs to no step")),
                },
            }
        }
        if steps.iter().all(|step| step.expected.is_none()) {
            return Err(format!("{name}: cmd has no step"));
        }
        Ok(Self { tree: read(folder, "tree")?, folder: folder.to_path_buf(), name, steps })
    }
}

impl Expected {
    /// Reads what Puppet answered. The files of the first step have no number.
    fn read(folder: &Path, number: usize) -> Result<Self, String> {
        let name = |stem: &str, end: &str| match number {
            1 => format!("{stem}{end}"),
            number => format!("{stem}.{number}{end}"),
        };
        let exit = read(folder, &name("exit", ""))?;
        let report = name("report", ".yaml");
        Ok(Self {
            exit: exit.trim().parse().map_err(|_| format!("{}: '{exit}' is no exit code", folder.display()))?,
            stdout: read(folder, &name("stdout", ""))?,
            stderr: read(folder, &name("stderr", ""))?,
            report: folder.join(&report).exists().then(|| read(folder, &report)).transpose()?,
        })
    }
}

/// Finds the scenarios beneath a folder, by name; the folder itself can be one.
///
/// # Errors
/// A folder can't be read.
pub fn find(folder: &Path) -> io::Result<Vec<PathBuf>> {
    if folder.join("cmd").is_file() {
        return Ok(vec![folder.to_path_buf()]);
    }
    let mut found = vec![];
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.join("cmd").is_file() {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn read(folder: &Path, name: &str) -> Result<String, String> {
    let path = folder.join(name);
    let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
