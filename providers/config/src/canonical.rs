//! Validation of a setting before its file is read: values that mean absence, and values that cannot be
//! written.

use marotte_sdk::ini::{self, Dialect};
use marotte_sdk::prelude::*;

use crate::kind::Kind;
use crate::{Ceph, Ensure, Flat, FlatAttribute, Multiple, MultipleAttribute, Single, Switch};

fn canonicalize<K: Kind>(row: &mut Row<K>, problems: &mut Problems<K>) {
    let means_absence = match (row.values().as_deref(), row.absent()) {
        (Some([only]), Some(absent)) => only.clear() == Some(absent),
        _ => false,
    };
    if means_absence {
        row.set_ensure(Ensure::Absent);
    }
    let (section, key) = row.section_and_key();
    let dialect = Dialect { separator: row.separator().to_owned(), ..Dialect::default() };
    let values = row.values().unwrap_or_default();
    let value = values.into_iter().find_map(Text::clear).unwrap_or_default();
    let fault = match ini::check(section, key, &dialect) {
        Err(error) => Some(error.message),
        Ok(()) if row.ensure() == Ensure::Present && !ini::stays(section, key, value, &dialect) => {
            Some(format!("The setting '{key}' would be parsed as a different setting"))
        }
        Ok(()) => None,
    };
    if let Some(fault) = fault {
        problems.error(row, None, fault);
    }
    // Values now have the spelling used by the program.
    row.mark_changed();
}

impl Canonicalize for Single {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        canonicalize(row, problems);
    }
}

impl Canonicalize for Ceph {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        canonicalize(row, problems);
    }
}

impl Canonicalize for Multiple {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        if row.value.as_ref().is_some_and(Vec::is_empty) {
            problems.error(row, MultipleAttribute::Value, "A list of values cannot be empty");
        }
        canonicalize(row, problems);
    }
}

impl Canonicalize for Flat {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        canonicalize(row, problems);
        if row.quote == Switch::False || row.ensure == Ensure::Absent {
            return;
        }
        match row.value.as_mut().map(|value| &mut value.0) {
            Some(Text::Clear(text)) if !text.starts_with('"') => *text = format!("\"{text}\""),
            Some(Text::Secret(_)) => {
                problems.error(row, FlatAttribute::Quote, "A Sensitive value must contain its own quotes");
            }
            _ => {}
        }
    }
}
