//! State of a repository, read with git for many rows at once. Reading does not change the repository.

use std::collections::BTreeMap;

use marotte_sdk::prelude::*;
use marotte_sdk::system::{Output, Want};

use crate::command::inside;
use crate::{Source, Vcsrepo};

/// Kinds of repositories.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A repository with a working tree.
    Working,
    /// A bare repository.
    Bare,
    /// A bare repository that mirrors its source.
    Mirror,
}

/// The state of a repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Repository {
    /// The kind of repository.
    pub(crate) shape: Shape,
    /// The URL of each remote.
    pub(crate) remotes: BTreeMap<String, String>,
    /// Whether hooks are disabled.
    pub(crate) skips_hooks: bool,
    /// The checked-out branch, if any.
    pub(crate) branch: Option<String>,
    /// Commits by full ref name. For a tag, this is the commit to which it points.
    pub(crate) refs: BTreeMap<String, String>,
}

impl Repository {
    /// Returns the checked-out commit, or `None` if the repository has no commits.
    pub(crate) fn head(&self) -> Option<&str> {
        self.refs.get("HEAD").map(String::as_str)
    }

    /// Returns whether the repository is a clone of the source in the row.
    pub(crate) fn is_copy_of(&self, row: &Vcsrepo) -> bool {
        let place = match &row.source {
            None => return true,
            Some(Source::One(place)) => Some(place),
            Some(Source::Many(places)) => places.get(&row.remote.0),
        };
        place.zip(self.remotes.get(&row.remote.0)).is_some_and(|(wanted, is)| is_same_place(wanted, is))
    }

    /// Splits a revision such as `origin/main` into one of the remotes and the name of a branch.
    pub(crate) fn of_remote<'a>(&self, revision: &'a str) -> Option<(&'a str, &'a str)> {
        let mut parts = revision.rmatch_indices('/').map(|(place, _)| (&revision[..place], &revision[place + 1..]));
        parts.find(|(remote, _)| self.remotes.contains_key(*remote))
    }
}

/// Returns whether two URLs refer to the same repository. Differences that git ignores are a trailing `/` and
/// `.git`.
pub(crate) fn is_same_place(one: &str, other: &str) -> bool {
    fn bare(place: &str) -> &str {
        let place = place.trim_end_matches('/');
        place.strip_suffix(".git").map_or(place, |place| place.trim_end_matches('/'))
    }
    one == other || bare(one) == bare(other)
}

/// Returns the repository of each row; `None` if it does not exist.
pub(crate) fn read(system: &impl ReadSystem, rows: &[&Row<Vcsrepo>]) -> Vec<Result<Option<Repository>>> {
    let mut places = Vec::new();
    for row in rows {
        places.extend(MARKS.map(|mark| row.place(format!("{}/{mark}", row.path.0))));
    }
    let marks = system.stat(&places, true, Want::empty());
    let shapes: Vec<Result<Option<Shape>>> = marks.chunks(MARKS.len()).map(shape).collect();
    let mut commands = Vec::new();
    for (row, shape) in rows.iter().zip(&shapes) {
        if let Ok(Some(_)) = shape {
            commands.extend(QUESTIONS.map(|question| inside(row, question)));
        }
    }
    let mut answers = system.query(&commands).into_iter();
    let mut asked = commands.iter();
    let read = |shape: Result<Option<Shape>>| {
        let Some(shape) = shape? else { return Ok(None) };
        let answered: Vec<(&Command, Result<Output>)> =
            asked.by_ref().zip(answers.by_ref()).take(QUESTIONS.len()).collect();
        repository(shape, answered)
    };
    shapes.into_iter().map(read).collect()
}

/// Files that identify a repository with a working tree, and a bare repository.
const MARKS: [&str; 4] = [".git/HEAD", ".git/config", "HEAD", "config"];

/// Queries about a repository.
const QUESTIONS: [&[&str]; 3] = [
    &["config", "--local", "--null", "--list"],
    &["show-ref", "--head", "--dereference"],
    &["symbolic-ref", "--quiet", "HEAD"],
];

fn shape(marks: &[Result<Option<marotte_sdk::system::Metadata>>]) -> Result<Option<Shape>> {
    let is_there = |mark: &Result<Option<_>>| match mark {
        Ok(found) => Ok(found.is_some()),
        Err(error) if error.code == Code::NotFound => Ok(false),
        Err(error) => Err(error.clone()),
    };
    let found: Vec<bool> = marks.iter().map(is_there).collect::<Result<_>>()?;
    Ok(match found[..] {
        [true, true, ..] => Some(Shape::Working),
        [_, _, true, true] => Some(Shape::Bare),
        _ => None,
    })
}

fn repository(shape: Shape, answers: Vec<(&Command, Result<Output>)>) -> Result<Option<Repository>> {
    let mut outputs = Vec::new();
    for (command, output) in answers {
        let output = output?;
        // `show-ref` fails in a repository without commits, and `symbolic-ref` without a checked-out branch.
        let is_nothing = output.status == 1 && output.stdout.is_empty() && output.stderr.is_empty();
        // Names may contain any bytes; a name that is not valid UTF-8 cannot occur in a manifest.
        outputs.push(if is_nothing { String::new() } else { output.lossy(&command.line())? });
    }
    let [config, refs, head] = &outputs[..] else { return Err(Error::other("git returned no result")) };
    let settings: Vec<(&str, &str)> = config.split('\0').filter_map(|entry| entry.split_once('\n')).collect();
    let is_set = |name: &str| settings.iter().rev().find(|(key, _)| *key == name).map(|(_, value)| *value);
    let shape = match shape {
        // A directory that happens to contain files of these names is not a repository.
        Shape::Bare if is_set("core.bare") != Some("true") => return Ok(None),
        Shape::Bare if settings.iter().any(|(key, value)| is_mirror(key) && *value == "true") => Shape::Mirror,
        shape => shape,
    };
    let mut remotes = BTreeMap::new();
    for (key, url) in &settings {
        if let Some(name) = key.strip_prefix("remote.").and_then(|rest| rest.strip_suffix(".url")) {
            // git fetches from the first URL of a remote.
            remotes.entry(name.to_owned()).or_insert_with(|| (*url).to_owned());
        }
    }
    Ok(Some(Repository {
        shape,
        remotes,
        skips_hooks: is_set("core.hookspath") == Some("/dev/null"),
        branch: head.trim_end().strip_prefix("refs/heads/").map(str::to_owned),
        refs: commits(refs, ' '),
    }))
}

/// Parses lines with a commit and a ref. The commit of a peeled tag replaces that of the tag object.
pub(crate) fn commits(answer: &str, separator: char) -> BTreeMap<String, String> {
    let mut commits = BTreeMap::new();
    for (commit, name) in answer.lines().filter_map(|line| line.split_once(separator)) {
        commits.insert(name.trim_end_matches("^{}").to_owned(), commit.to_owned());
    }
    commits
}

fn is_mirror(key: &str) -> bool {
    key.starts_with("remote.") && key.ends_with(".mirror")
}
