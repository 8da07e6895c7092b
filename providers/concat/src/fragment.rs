//! Fragments: validation of their attributes, and a warning for missing files. Fragments change nothing
//! themselves.

use marotte_sdk::prelude::*;

use crate::{ConcatFragment, ConcatFragmentAttribute, ConcatFragmentState};

/// Provider for fragments.
#[derive(Debug, Default)]
pub struct Piece;

impl Provider for Piece {
    type Resource = ConcatFragment;

    fn get(&mut self, _system: &impl ReadSystem, rows: &[Row<ConcatFragment>]) -> Vec<Result<State<ConcatFragment>>> {
        for_each_row(rows, |_| Ok(ConcatFragmentState::default().into()))
    }

    fn set(
        &mut self,
        _system: &impl WriteSystem,
        _row: &Row<ConcatFragment>,
        _is: &ConcatFragmentState,
        _changed: &[ConcatFragmentAttribute],
    ) -> Result<Applied<ConcatFragmentAttribute>> {
        Ok(Applied::all())
    }
}

impl Canonicalize for ConcatFragment {
    fn canonicalize(row: &mut Row<Self>, system: &impl System, problems: &mut Problems<Self>) {
        let fault = match (&row.content, &row.source) {
            _ if row.target.is_none() && row.tag.is_none() => Some("No 'target' or 'tag' set"),
            (None, None) => Some("Set either 'source' or 'content'"),
            (Some(_), Some(_)) => Some("Can't use 'source' and 'content' at the same time"),
            _ => None,
        };
        if let Some(fault) = fault {
            problems.error(row, None, fault);
        } else if !is_wanted(row, system) {
            // Puppet's message lacks the second quote, too.
            let tag = row.tag.as_ref().map(|tag| format!("or tag '{} ", shown(tag))).unwrap_or_default();
            let target = row.target.as_deref().unwrap_or_default();
            let message = format!("Target Concat_file with path or title '{target}' {tag}not found in the catalog");
            system.warning(&*row, &message);
        }
        // A numeric order is now a text.
        row.mark_changed();
    }
}

/// Returns whether the catalog contains a file to which the fragment belongs.
fn is_wanted(row: &ConcatFragment, system: &impl System) -> bool {
    let target = row.target.as_deref();
    system.find("concat_file", &["path".to_owned(), "tag".to_owned()]).iter().any(|file| {
        let value = |column| file.values.iter().find(|(known, _)| *known == column).map(|(_, value)| value);
        let path = match value(0) {
            Some(Value::Text(path)) => path,
            _ => &file.title,
        };
        target.is_some_and(|target| target == path || target == file.title)
            || row.tag.is_some() && row.tag.as_ref() == value(1)
    })
}

fn shown(tag: &Value) -> String {
    match tag {
        Value::Text(text) => text.clone(),
        Value::Array(tags) => tags.iter().map(shown).collect::<Vec<_>>().join(" "),
        other => other.type_name().to_owned(),
    }
}
