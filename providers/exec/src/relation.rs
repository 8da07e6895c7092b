//! Automatic relationships of a command with files and its user.

use marotte_sdk::{Relate, Relation, Row, System};

use crate::{Exec, Line};

impl Relate for Exec {
    fn relate(row: &Row<Self>, _system: &impl System) -> Vec<Relation> {
        let mut relations = Vec::new();
        let files = files(row);
        if !files.is_empty() {
            relations.push(Relation::require("file", files));
        }
        if let Some(user) = row.user.as_ref().filter(|user| !user.is_number()) {
            relations.push(Relation::require("user", vec![user.name().to_owned()]));
        }
        relations
    }
}

fn files(row: &Exec) -> Vec<String> {
    let mut files: Vec<String> = row.cwd.iter().map(|cwd| cwd.path().to_owned()).collect();
    if let Some(text) = first_text(&row.command) {
        files.extend(text.lines().filter_map(plain_path));
        files.extend(text.lines().filter_map(quoted_path));
    }
    for commands in [&row.onlyif, &row.unless].into_iter().flatten() {
        for line in commands.lines() {
            files.extend(first_text(line).into_iter().flat_map(str::lines).filter_map(plain_path));
        }
    }
    files
}

/// Returns the text of a whole line, or the program of a command given as words. Returns `None` for a secret.
fn first_text(line: &Line) -> Option<&str> {
    match line {
        Line::Whole(text) => text.clear(),
        Line::Words(words) => words.first()?.clear(),
    }
}

/// Returns the absolute path at the beginning of a line, up to the first whitespace.
fn plain_path(line: &str) -> Option<String> {
    let path = line.split(char::is_whitespace).next()?;
    (path.len() > 1 && path.starts_with('/')).then(|| path.to_owned())
}

/// Returns the text in double quotes at the beginning of a line.
fn quoted_path(line: &str) -> Option<String> {
    let (path, _) = line.strip_prefix('"')?.split_once('"')?;
    (!path.is_empty()).then(|| path.to_owned())
}
