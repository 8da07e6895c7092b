//! The provider of `ini_setting`.

use marotte_sdk::ini::{self, Dialect, Ini, IniFiles};
use marotte_sdk::prelude::*;

use crate::{Ensure, IniSetting, IniSettingAttribute, IniSettingState, TrimmedText, shown};

/// Provider for settings in files with sections.
#[derive(Debug, Default)]
pub struct Settings;

impl Canonicalize for IniSetting {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        let setting = row.setting.as_ref().map_or("", |setting| &setting.0);
        if let Err(error) = ini::check(&row.section, setting, &dialect(row)) {
            problems.error(row, None, error.message);
        }
        let value = row.value.as_ref().and_then(|value| value.0.clear()).unwrap_or_default();
        if row.setting.is_some()
            && row.ensure == Ensure::Present
            && !ini::stays(&row.section, setting, value, &dialect(row))
        {
            let message = format!("The setting '{setting}' would be parsed as a different setting");
            problems.error(row, IniSettingAttribute::Setting, message);
        }
        if row.setting.is_none() && row.value.is_some() {
            problems.error(row, IniSettingAttribute::Value, "'value' requires 'setting'");
        }
        // Whitespace at the ends of names and values has been removed.
        row.mark_changed();
    }
}

impl Relate for IniSetting {
    fn relate(row: &Row<Self>, _system: &impl System) -> Vec<Relation> {
        let directory =
            row.path.rsplit_once('/').map_or("/", |(directory, _)| if directory.is_empty() { "/" } else { directory });
        vec![Relation::require("file", vec![directory.to_owned()])]
    }
}

fn dialect(row: &IniSetting) -> Dialect {
    let width = row.indent_width.and_then(|width| usize::try_from(width).ok());
    Dialect {
        separator: row.key_val_separator.clone(),
        brackets: (row.section_prefix.clone(), row.section_suffix.clone()),
        indent: width.map(|width| row.indent_char.repeat(width)),
        // Puppet: values in these files have no continuation lines.
        continues: false,
    }
}

fn state(ini: &Ini, row: &IniSetting) -> IniSettingState {
    let value = match &row.setting {
        Some(setting) => ini.get(&row.section, &setting.0).map(TrimmedText::of),
        None => None,
    };
    let is_there = if row.setting.is_some() { value.is_some() } else { ini.has_section(&row.section) };
    IniSettingState { ensure: Some(if is_there { Ensure::Present } else { Ensure::Absent }), value }
}

/// Adds verdicts that the host cannot compute: values that are not managed, and the display of changes.
fn judge(system: &impl ReadSystem, row: &Row<IniSetting>, ini: &Ini) -> Result<State<IniSetting>> {
    let is = state(ini, row);
    let is_left_alone = !row.force_new_section_creation && row.setting.is_some() && !ini.has_section(&row.section);
    if row.refreshonly || is_left_alone {
        let state = State::new(is).with(Verdict::insync(IniSettingAttribute::Ensure));
        return Ok(state.with(Verdict::insync(IniSettingAttribute::Value)));
    }
    let (Some(TrimmedText(Text::Clear(value))), Some(TrimmedText(should))) = (&is.value, &row.value) else {
        return Ok(is.into());
    };
    if should.is_secret() {
        let setting = (row.section.as_str(), row.setting.as_ref().map_or("", |setting| &setting.0));
        let is_same = ini.has_secret(system, row.place(&*row.path), setting, should)?;
        let state = State::new(is);
        return Ok(if is_same { state.with(Verdict::insync(IniSettingAttribute::Value)) } else { state });
    }
    if should.clear() == Some(value) {
        return Ok(is.into());
    }
    let [old, new] = shown::pair(system, row.show_diff, &row.place(&*row.path), value, should)?;
    let change = format!("value changed {old} to {new}");
    let verdict = Verdict::differs(IniSettingAttribute::Value).showing(old, new).change(change);
    Ok(State::new(is).with(verdict))
}

fn write(system: &impl WriteSystem, row: &Row<IniSetting>) -> Result<()> {
    let mut ini = Ini::read(system, &row.place(&*row.path), dialect(row))?;
    match (row.ensure, &row.setting) {
        (Ensure::Absent, Some(setting)) => ini.remove(&row.section, &setting.0),
        (Ensure::Absent, None) => {
            if !ini.remove_section(&row.section) {
                return Err(Error::invalid(format!("The section '{}' is not empty", row.section)));
            }
        }
        (Ensure::Present, Some(setting)) => {
            let empty = Text::Clear(String::new());
            ini.set(&row.section, &setting.0, row.value.as_ref().map_or(&empty, |value| &value.0));
        }
        (Ensure::Present, None) => ini.add_section(&row.section),
    }
    ini.write(system, row.id(), &row.path)
}

impl Provider for Settings {
    type Resource = IniSetting;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<IniSetting>]) -> Vec<Result<State<IniSetting>>> {
        let mut files = IniFiles::default();
        for_each_row(rows, |row| judge(system, row, files.read(system, &row.place(&*row.path), dialect(row))?))
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<IniSetting>,
        _is: &IniSettingState,
        _changed: &[IniSettingAttribute],
    ) -> Result<Applied<IniSettingAttribute>> {
        write(system, row)?;
        Ok(Applied::all())
    }
}

impl Refresh for Settings {
    fn refresh(&mut self, system: &impl WriteSystem, row: &Row<IniSetting>) -> Result<()> {
        if row.refreshonly { write(system, row) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests;
