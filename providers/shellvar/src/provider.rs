//! The provider `augeas`, named as in the module: it reads, changes and writes the whole file.

use std::collections::BTreeMap;

use marotte_sdk::limits;
use marotte_sdk::prelude::*;
use marotte_sdk::records::destination;

use crate::assignment::{Style, name_length};
use crate::document::Document;
use crate::edit::{Current, Wanted};
use crate::words::{Piece, Word};
use crate::{Ensure, Shellvar, ShellvarAttribute, ShellvarState};

/// Provider that changes the text of a script.
#[derive(Debug, Default)]
pub struct Script;

impl Canonicalize for Shellvar {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        let name = row.variable.as_str();
        if name.is_empty() || name_length(name) < name.len() || matches!(name, "export" | "unset") {
            problems.error(row, ShellvarAttribute::Variable, format!("Invalid name of a variable: '{name}'"));
        }
        if row.target.is_empty() {
            problems.error(row, ShellvarAttribute::Target, "No target file given");
        } else if !row.target.starts_with('/') {
            let message = format!("File paths must be fully qualified, not '{}'", row.target);
            problems.error(row, ShellvarAttribute::Target, message);
        }
        if row.comment.as_ref().is_some_and(|comment| comment.contains('\n')) {
            problems.error(row, ShellvarAttribute::Comment, "comment cannot include newlines");
        }
        // Leading and trailing whitespace of a comment is not read.
        if let Some(comment) = &row.comment {
            row.comment = Some(comment.trim().to_owned());
        }
    }
}

impl Provider for Script {
    type Resource = Shellvar;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<Shellvar>]) -> Vec<Result<State<Shellvar>>> {
        let mut files: BTreeMap<&str, Result<Document>> = BTreeMap::new();
        rows.iter()
            .map(|row| {
                let document = files.entry(&row.target).or_insert_with(|| read(system, row));
                let document = document.as_ref().map_err(Clone::clone)?;
                let current = document.current(&row.target, &row.variable)?;
                state(row, current, desired(system, row)?.as_deref())
            })
            .collect()
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Shellvar>,
        _is: &ShellvarState,
        changed: &[ShellvarAttribute],
    ) -> Result<Applied<ShellvarAttribute>> {
        let mut document = read(system, row)?;
        let is_whole = changed.contains(&ShellvarAttribute::Ensure);
        let is_changed = |attribute| is_whole || changed.contains(&attribute);
        let mut wanted = wanted(row, desired(system, row)?);
        wanted.values = wanted.values.filter(|_| is_changed(ShellvarAttribute::Value));
        wanted.comment = wanted.comment.filter(|_| is_changed(ShellvarAttribute::Comment));
        if row.ensure != Ensure::Absent {
            document.put(&wanted)?;
        } else if row.array_append.is_on() {
            remove_words(&mut document, row, wanted)?;
        } else {
            document.remove(&row.variable);
        }
        check(row, &document, desired(system, row)?.as_deref())?;
        let path = destination(system, row.id(), row.target.clone())?;
        system.write(&path, &document.to_body(), &Attrs::default(), None)?;
        Ok(Applied::all())
    }
}

fn read(system: &impl ReadSystem, row: &Row<Shellvar>) -> Result<Document> {
    let text = system.find_text(&row.place(&*row.target), limits::CONFIG_FILE)?;
    Document::parse(&row.target, &text.unwrap_or_default())
}

/// Returns the desired values.
fn desired(system: &impl ReadSystem, row: &Row<Shellvar>) -> Result<Option<Vec<Piece>>> {
    row.value.as_ref().map(|words| words.iter().map(|word| Piece::of(system, word)).collect()).transpose()
}

fn wanted(row: &Row<Shellvar>, values: Option<Vec<Piece>>) -> Wanted<'_> {
    Wanted {
        name: &row.variable,
        ensure: row.ensure,
        values,
        comment: row.comment.as_deref(),
        style: Style { quoted: row.quoted, array: row.array_type },
        appends: row.array_append.is_on(),
        uncomments: row.uncomment.is_on(),
    }
}

/// Returns the state with verdicts on the value: its words are compared if there are several.
fn state(row: &Row<Shellvar>, current: Option<Current>, desired: Option<&[Piece]>) -> Result<State<Shellvar>> {
    let Some(current) = current else { return Ok(ShellvarState::absent().into()) };
    let value = Some(current.values.iter().map(|value| Word::of(value)).collect());
    let is = ShellvarState { ensure: Some(current.ensure), value, comment: Some(current.comment.clone()) };
    let mut state = State::new(is);
    if row.ensure == Ensure::Absent && row.array_append.is_on() {
        state =
            state.with(Verdict::insync(ShellvarAttribute::Ensure)).with(Verdict::insync(ShellvarAttribute::Comment));
    }
    let Some(desired) = desired else { return Ok(state) };
    // An unset variable has no value.
    let is_insync = current.ensure == Ensure::Unset || is_insync(row, &current, desired);
    let verdict = if is_insync { Verdict::insync } else { Verdict::differs };
    Ok(state.with(verdict(ShellvarAttribute::Value)))
}

fn is_insync(row: &Shellvar, current: &Current, desired: &[Piece]) -> bool {
    let is_word = |piece: &Piece| current.words.contains(&piece.text);
    match (row.array_append.is_on(), row.ensure) {
        (true, Ensure::Absent) => !desired.iter().any(is_word),
        (true, _) => desired.iter().all(is_word),
        (false, _) => {
            let desired: Vec<&str> = desired.iter().map(|piece| piece.text.as_str()).collect();
            desired == current.values || ((desired.len() > 1 || current.is_array) && desired == current.words)
        }
    }
}

/// Removes the desired values from the words of the variable.
fn remove_words(document: &mut Document, row: &Row<Shellvar>, mut wanted: Wanted<'_>) -> Result<()> {
    let Some(current) = document.current(&row.target, &row.variable)? else { return Ok(()) };
    let removed = wanted.values.take().unwrap_or_default();
    let rest = current.words.into_iter().filter(|word| !removed.iter().any(|piece| piece.text == *word));
    wanted.values = Some(rest.map(Piece::from).collect());
    (wanted.ensure, wanted.appends) = (current.ensure, false);
    document.put(&wanted)
}

/// Checks that the new content is read as the desired state: values are not escaped.
fn check(row: &Row<Shellvar>, document: &Document, desired: Option<&[Piece]>) -> Result<()> {
    let reason = "It is written without escaping and may need other quotes.";
    let fault =
        || Error::invalid(format!("The value of '{}' would be read as a different one. {reason}", row.variable));
    let text = document.to_text();
    let parsed = Document::parse(&row.target, &text).map_err(|_| fault())?;
    let kinds = |document: &Document| document.nodes.iter().map(std::mem::discriminant).collect::<Vec<_>>();
    if parsed.nodes.len() != document.nodes.len() || kinds(&parsed) != kinds(document) {
        return Err(fault());
    }
    let Some(current) = parsed.current(&row.target, &row.variable).map_err(|_| fault())? else { return Ok(()) };
    let is_read = desired.is_none_or(|desired| is_insync(row, &current, desired));
    if is_read || current.ensure == Ensure::Unset { Ok(()) } else { Err(fault()) }
}
