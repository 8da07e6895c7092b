//! Reading of scenarios: the steps in `cmd` and Puppet's result of each.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A recorded scenario.
#[derive(Debug, Clone)]
pub struct Scenario {
    /// The name of the scenario's directory.
    pub name: String,
    pub(super) directory: PathBuf,
    pub(super) steps: Vec<Step>,
    /// The objects below the root after the run.
    pub(super) tree: String,
}

/// A command to run: a preparation, or a step of Puppet.
#[derive(Debug, Clone)]
pub(super) struct Step {
    pub(super) number: usize,
    pub(super) command: String,
    /// Puppet's result; `None` for a preparation.
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
    /// Returns an error if a file of the scenario is missing or invalid.
    pub fn read(directory: &Path) -> Result<Self, String> {
        let name = directory.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut steps: Vec<Step> = vec![];
        for line in read(directory, "cmd")?.lines() {
            match line.strip_prefix("# ") {
                Some("setup") => steps.push(Step { number: 0, command: String::new(), expected: None }),
                Some(comment) if comment.starts_with("step ") => {
                    let number = comment["step ".len()..].parse().map_err(|_| format!("{name}: '{line}' in cmd"))?;
                    let expected = Some(Expected::read(directory, number)?);
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
        Ok(Self { tree: read(directory, "tree")?, directory: directory.to_path_buf(), name, steps })
    }
}

impl Expected {
    /// Reads Puppet's result of a step. The files of the first step have no number.
    fn read(directory: &Path, number: usize) -> Result<Self, String> {
        let name = |stem: &str, end: &str| match number {
            1 => format!("{stem}{end}"),
            number => format!("{stem}.{number}{end}"),
        };
        let exit = read(directory, &name("exit", ""))?;
        let report = name("report", ".yaml");
        Ok(Self {
            exit: exit.trim().parse().map_err(|_| format!("{}: '{exit}' is not an exit code", directory.display()))?,
            stdout: read(directory, &name("stdout", ""))?,
            stderr: read(directory, &name("stderr", ""))?,
            report: directory.join(&report).exists().then(|| read(directory, &report)).transpose()?,
        })
    }
}

/// Returns the scenarios in a directory by name, or the directory itself if it is a scenario.
///
/// # Errors
/// Returns an error if a directory cannot be read.
pub fn find(directory: &Path) -> io::Result<Vec<PathBuf>> {
    if directory.join("cmd").is_file() {
        return Ok(vec![directory.to_path_buf()]);
    }
    let mut found = vec![];
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.join("cmd").is_file() {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn read(directory: &Path, name: &str) -> Result<String, String> {
    let path = directory.join(name);
    let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
