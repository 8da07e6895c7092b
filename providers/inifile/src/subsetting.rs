//! The provider of `ini_subsetting`.

use marotte_sdk::ini::{self, Dialect, Ini, IniFiles};
use marotte_sdk::prelude::*;

use crate::subsettings::{PartSyntax, Parts};
use crate::{
    Ensure, IniSubsetting, IniSubsettingAttribute, IniSubsettingState, InsertType, Switch, TrimmedText, shown,
};

/// Provider for parts of values.
#[derive(Debug, Default)]
pub struct Subsettings;

impl Canonicalize for IniSubsetting {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        if let Err(error) = ini::check(&row.section, &row.setting.0, &dialect(row)) {
            problems.error(row, None, error.message);
        }
        if !["", "\"", "'"].contains(&row.quote_char.as_str()) {
            let message = ":quote_char valid values are '', '\"' and \"'\"";
            problems.error(row, IniSubsettingAttribute::QuoteChar, message);
        }
        if row.value.as_ref().is_some_and(|value| value.0.is_secret()) {
            problems.error(row, IniSubsettingAttribute::Value, "A part of a value cannot be Sensitive");
        }
        if row.subsetting.is_empty() || row.subsetting.contains(['\n', '\r']) {
            let message = format!("Invalid name of a subsetting: {:?}", row.subsetting);
            problems.error(row, IniSubsettingAttribute::Subsetting, message);
        }
        if row.subsetting_separator.is_empty() {
            problems.error(row, IniSubsettingAttribute::SubsettingSeparator, "The separator cannot be empty");
        } else if row.ensure == Ensure::Present && !stays(row) {
            let message = format!("The part '{}{}' would be parsed as a different part", row.subsetting, value(row));
            problems.error(row, IniSubsettingAttribute::Subsetting, message);
        }
        if row.insert_type == InsertType::Index && index(row).is_none() {
            problems.error(
                row,
                IniSubsettingAttribute::InsertValue,
                "insert_type 'index' needs a number in insert_value",
            );
        }
        row.mark_changed();
    }
}

/// Returns whether a part can be found again after it has been written, and the setting as well.
fn stays(row: &IniSubsetting) -> bool {
    let syntax = PartSyntax { quote: "", ..syntax(row) };
    let mut parts = Parts::of(Some("-"), syntax);
    parts.set(&row.subsetting, value(row), InsertType::End, "");
    let written = parts.to_value();
    let parsed = Parts::of(Some(&written), syntax);
    parsed.get(&row.subsetting) == Some(value(row)) && ini::stays(&row.section, &row.setting.0, "", &dialect(row))
}

fn index(row: &IniSubsetting) -> Option<usize> {
    row.insert_value.as_ref()?.0.parse().ok()
}

fn dialect(row: &IniSubsetting) -> Dialect {
    Dialect { separator: row.key_val_separator.clone(), ..Dialect::default() }
}

fn syntax(row: &IniSubsetting) -> PartSyntax<'_> {
    PartSyntax {
        separator: &row.subsetting_separator,
        key_separator: &row.subsetting_key_val_separator,
        quote: &row.quote_char,
        exact: row.use_exact_match,
    }
}

fn parts<'a>(ini: &'a Ini, row: &'a IniSubsetting) -> Parts<'a> {
    Parts::of(ini.get(&row.section, &row.setting.0), syntax(row))
}

fn value(row: &IniSubsetting) -> &str {
    row.value.as_ref().and_then(|value| value.0.clear()).unwrap_or_default()
}

fn judge(system: &impl ReadSystem, row: &Row<IniSubsetting>, ini: &Ini) -> Result<State<IniSubsetting>> {
    let parts = parts(ini, row);
    let Some(is) = parts.get(&row.subsetting) else {
        return Ok(IniSubsettingState { ensure: Some(Ensure::Absent), value: None }.into());
    };
    let state = State::new(IniSubsettingState { ensure: Some(Ensure::Present), value: Some(TrimmedText::of(is)) });
    if row.value.is_none() || is == value(row) {
        return Ok(state);
    }
    if row.use_exact_match == Switch::True {
        // Puppet: with exact matching, a subsetting has no value of its own.
        return Ok(state.with(Verdict::insync(IniSubsettingAttribute::Value)));
    }
    let should = Text::Clear(value(row).to_owned());
    let [old, new] = shown::pair(system, row.show_diff, &row.place(&*row.path), is, &should)?;
    let change = format!("value changed {old} to {new}");
    Ok(state.with(Verdict::differs(IniSubsettingAttribute::Value).showing(old, new).change(change)))
}

impl Provider for Subsettings {
    type Resource = IniSubsetting;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<IniSubsetting>]) -> Vec<Result<State<IniSubsetting>>> {
        let mut files = IniFiles::default();
        for_each_row(rows, |row| judge(system, row, files.read(system, &row.place(&*row.path), dialect(row))?))
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<IniSubsetting>,
        _is: &IniSubsettingState,
        _changed: &[IniSubsettingAttribute],
    ) -> Result<Applied<IniSubsettingAttribute>> {
        let mut ini = Ini::read(system, &row.place(&*row.path), dialect(row))?;
        let mut parts = parts(&ini, row);
        match row.ensure {
            Ensure::Absent => parts.remove(&row.subsetting),
            Ensure::Present => {
                let reference = row.insert_value.as_ref().map_or("", |reference| &reference.0);
                parts.set(&row.subsetting, value(row), row.insert_type, reference);
            }
        }
        let (is_gone, value) = (parts.is_empty() && row.delete_if_empty == Switch::True, parts.to_value());
        if is_gone {
            ini.remove(&row.section, &row.setting.0);
        } else {
            ini.set(&row.section, &row.setting.0, &Text::Clear(value));
        }
        ini.write(system, row.id(), &row.path)?;
        Ok(Applied::all())
    }
}

#[cfg(test)]
mod tests;
