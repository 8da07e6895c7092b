//! The provider `inifile`, which finds, changes, moves, removes and lists repositories in the files that yum
//! reads.

use marotte_sdk::prelude::*;
use marotte_sdk::records::destination;

use crate::files::{Files, MAIN, parse, without};
use crate::properties::{Property, state, wanted};
use crate::schema::{Ensure, Yumrepo, YumrepoAttribute, YumrepoState};
use crate::value::{Proxy, SettingValue};

/// Provider for repositories in the files that yum reads.
#[derive(Debug, Default)]
pub struct Inifile;

impl Canonicalize for Yumrepo {
    fn canonicalize(row: &mut Row<Self>, system: &impl System, problems: &mut Problems<Self>) {
        if row.name.is_empty() || row.name == "main" || row.name.contains(['[', ']', '/', '\n', '\r']) {
            problems.error(row, YumrepoAttribute::Name, format!("Invalid repository name: {:?}", row.name));
        }
        // Since release 8, an empty value has the meaning of `_none_` in earlier releases.
        if row.proxy == Some(Proxy::from("_none_")) && release(system) >= 8 {
            row.proxy = Some(Proxy::from(""));
        }
        row.mark_changed();
    }
}

fn release(system: &impl System) -> u32 {
    match system.fact("os.release.major") {
        Some(Value::Text(major)) => major.parse().unwrap_or(0),
        _ => 0,
    }
}

/// Returns the verdict for a setting that is to be absent, with passwords redacted. The host compares all
/// other settings.
fn judge(property: &Property<'_>, is: Option<&str>) -> Option<Verdict<YumrepoAttribute>> {
    let Property { attribute, name, wanted, .. } = property;
    match (wanted, is) {
        (SettingValue::Absent, None) => Some(Verdict::insync(*attribute)),
        (SettingValue::Absent, Some(is)) => {
            let hidden = matches!(attribute, YumrepoAttribute::Password | YumrepoAttribute::ProxyPassword);
            let is = if hidden { "[redacted]".to_owned() } else { format!("'{is}'") };
            let change = format!("undefined '{name}' from {is}");
            Some(Verdict::differs(*attribute).showing(is, "'absent'").change(change))
        }
        (SettingValue::Is(_), _) => None,
    }
}

impl Provider for Inifile {
    type Resource = Yumrepo;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<Yumrepo>]) -> Vec<Result<State<Yumrepo>>> {
        let files = Files::read(system);
        for_each_row(rows, |row| {
            let files = files.as_ref().map_err(Clone::clone)?;
            let is_home = |path: &&str| row.target.is_none() || *path == files.home(&row.name, row.target.as_deref());
            let Some(path) = files.file_of(&row.name)?.filter(is_home) else {
                return Ok(YumrepoState::absent().into());
            };
            let ini = parse(files.text(path)?);
            let get = |key: &str| ini.get(&row.name, key);
            let is = YumrepoState { ensure: Some(Ensure::Present), ..state(get) };
            let verdicts = wanted(row).into_iter().filter_map(|property| judge(&property, get(property.key)));
            Ok(verdicts.fold(State::new(is), State::with))
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Yumrepo>,
        _is: &YumrepoState,
        _changed: &[YumrepoAttribute],
    ) -> Result<Applied<YumrepoAttribute>> {
        let files = Files::read(system)?;
        let found = files.file_of(&row.name)?;
        let text = found.map(|path| files.text(path)).transpose()?;
        let (rest, section) = text.map(|text| without(text, &row.name)).unwrap_or_default();
        if row.ensure == Ensure::Absent {
            if let Some(path) = found {
                leave(system, path, &rest)?;
            }
            return Ok(Applied::all());
        }
        let home = match (found, &row.target) {
            (Some(path), None) => path.to_owned(),
            (_, target) => files.home(&row.name, target.as_deref()),
        };
        let is_moved = found.is_some_and(|path| path != home);
        let mut text = files.text(&home)?.to_owned();
        if is_moved {
            text += if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
            text += &if text.is_empty() || text.contains("\r\n") { section } else { section.replace("\r\n", "\n") };
        }
        let mut ini = parse(&text);
        for Property { key, wanted, .. } in wanted(row) {
            match wanted {
                SettingValue::Absent => ini.remove(&row.name, key),
                SettingValue::Is(text) => ini.set(&row.name, key, text),
            }
        }
        ini.add_section(&row.name);
        let attrs = Attrs { mode: Some(0o644), ..Attrs::default() };
        system.write(&destination(system, 0, home)?, &ini.to_body(), &attrs, None)?;
        if let Some(path) = found.filter(|_| is_moved) {
            leave(system, path, &rest)?;
        }
        Ok(Applied::all())
    }
}

/// Writes the remaining content of a file, or removes the file if no section remains.
fn leave(system: &impl WriteSystem, path: &str, rest: &str) -> Result<()> {
    if path != MAIN && parse(rest).sections().is_empty() {
        return system.remove(path, false, None);
    }
    let attrs = Attrs { mode: Some(0o644), ..Attrs::default() };
    system.write(&destination(system, 0, path.to_owned())?, &vec![rest.into()], &attrs, None)
}

impl Instances for Inifile {
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<Yumrepo>>> {
        let files = Files::read(system)?;
        files.check()?;
        let of = |(path, name): (&str, String)| {
            let ini = parse(files.text(path)?);
            let is = YumrepoState { ensure: Some(Ensure::Present), ..state(|key| ini.get(&name, key)) };
            Ok(Instance { title: name, is })
        };
        files.repositories().into_iter().map(of).collect()
    }
}

#[cfg(test)]
mod tests;
