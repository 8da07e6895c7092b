//! The provider shared by all types, which compares, formats, writes and removes settings.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use marotte_sdk::Member;
use marotte_sdk::ini::{Dialect, Ini, IniFiles};
use marotte_sdk::prelude::*;

use crate::Ensure;
use crate::kind::Kind;

/// Provider for settings files.
#[derive(Debug)]
pub struct Config<K> {
    /// The default file of the type.
    path: Option<&'static str>,
    kind: PhantomData<K>,
}

impl<K> Default for Config<K> {
    fn default() -> Self {
        Self { path: None, kind: PhantomData }
    }
}

fn dialect<K: Kind>(row: &K) -> Dialect {
    Dialect { separator: row.separator().to_owned(), ..Dialect::default() }
}

/// Returns whether the value means that the current value is kept.
fn stays<K: Kind>(system: &impl System, row: &K) -> bool {
    let values = row.values();
    let Some([Text::Clear(value)]) = values.as_deref() else { return false };
    match system.fact("os_immutable") {
        Some(Value::Text(word)) => K::MAY_STAY && *value == word,
        _ => K::MAY_STAY && value == "<_IMMUTABLE_>",
    }
}

fn judge<K: Kind>(system: &impl ReadSystem, row: &Row<K>, ini: &Ini) -> Result<State<K>> {
    let (section, key) = row.section_and_key();
    let is = ini.all(section, key);
    let ensure = if is.is_empty() { Ensure::Absent } else { Ensure::Present };
    let state = State::new(K::state(ensure, is.iter().map(|value| (*value).to_owned()).collect()));
    if stays(system, &**row) {
        return Ok(state.with(Verdict::insync(K::ENSURE)).with(Verdict::insync(K::VALUE)));
    }
    let Some(values) = row.values() else { return Ok(state) };
    let has_one = is.len() == 1 || !K::IS_LIST && !is.is_empty();
    if let ([secret @ Text::Secret(_)], true) = (&values[..], has_one) {
        let is_same = ini.has_secret(system, row.place(row.path()), (section, key), secret)?;
        return Ok(if is_same { state.with(Verdict::insync(K::VALUE)) } else { state });
    }
    // The host compares lists that contain secrets.
    let Some(should) = values.into_iter().map(Text::clear).collect::<Option<Vec<&str>>>() else { return Ok(state) };
    if is_same::<K>(&is, &should) {
        return Ok(state.with(Verdict::insync(K::VALUE)));
    }
    let [old, new] = if row.is_secret() {
        ["[old secret redacted]".to_owned(), "[new secret redacted]".to_owned()]
    } else {
        [show::<K>(&is), show::<K>(&should)]
    };
    let change = format!("value changed {old} to {new}");
    Ok(state.with(Verdict::differs(K::VALUE).showing(old, new).change(change)))
}

/// Puppet: the order of multiple values is irrelevant; for a single value, the last line is effective.
fn is_same<K: Kind>(is: &[&str], should: &[&str]) -> bool {
    if K::IS_LIST {
        is.len() == should.len() && should.iter().all(|value| is.contains(value))
    } else {
        is.last() == should.last()
    }
}

/// Puppet: a single value is shown without quotes, a list in Ruby's format.
fn show<K: Kind>(values: &[&str]) -> String {
    if K::IS_LIST { format!("{values:?}") } else { values.last().copied().unwrap_or_default().to_owned() }
}

impl<K: Kind> Provider for Config<K> {
    type Resource = K;

    fn serve(&mut self, member: &Member) {
        self.path = member.default_of("path");
    }

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<K>]) -> Vec<Result<State<K>>> {
        let mut files = IniFiles::default();
        for_each_row(rows, |row| judge(system, row, files.read(system, &row.place(row.path()), dialect(&**row))?))
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<K>,
        _is: &K::State,
        _changed: &[K::Attribute],
    ) -> Result<Applied<K::Attribute>> {
        let mut ini = Ini::read(system, &row.place(row.path()), dialect(&**row))?;
        let (section, key) = row.section_and_key();
        let values = row.values().unwrap_or_default();
        match (row.ensure(), values.as_slice()) {
            (Ensure::Absent, _) => ini.remove(section, key),
            (Ensure::Present, []) => ini.set(section, key, &Text::Clear(String::new())),
            (Ensure::Present, [only]) if !K::IS_LIST => ini.set(section, key, only),
            (Ensure::Present, all) => {
                let values: Vec<Text> = all.iter().map(|value| (*value).clone()).collect();
                ini.set_all(section, key, &values);
            }
        }
        ini.write(system, row.id(), row.path())?;
        Ok(Applied::all())
    }
}

impl<K: Kind> Instances for Config<K> {
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<K>>> {
        let Some(path) = self.path else { return Ok(Vec::new()) };
        let ini = Ini::read(system, &Place::unowned(path), Dialect::default())?;
        let mut places = BTreeMap::new();
        let mut found: Vec<(String, Vec<String>)> = Vec::new();
        for (section, key, value) in ini.settings() {
            let place = *places.entry((section, key)).or_insert(found.len());
            if place == found.len() {
                found.push((title(section, key), Vec::new()));
            }
            found[place].1.push(value.to_owned());
        }
        let instance = |(title, values)| Instance { title, is: K::state(Ensure::Present, values) };
        Ok(found.into_iter().map(instance).collect())
    }
}

/// Returns the title of a setting, which is its name alone outside all sections.
fn title(section: &str, key: &str) -> String {
    if section.is_empty() { key.to_owned() } else { format!("{section}/{key}") }
}

#[cfg(test)]
mod tests;
