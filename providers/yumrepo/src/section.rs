//! Sections of repositories: reads, changes, moves, removes and lists them.

use marotte_sdk::prelude::*;
use marotte_sdk::records::destination;

use crate::files::{Files, parse, without};
use crate::properties::{Property, Repository};
use crate::value::SettingValue;

/// Returns the state of a repository in a file. Current values of hidden attributes are not shown.
pub(crate) fn state<R: Repository>(
    row: &R,
    name: &str,
    text: &str,
    is_hidden: impl Fn(R::Attribute) -> bool,
) -> Result<State<R>> {
    let ini = parse(text);
    let get = |key: &str| ini.get(name, key);
    let verdicts = row.wanted().into_iter().filter_map(|property| {
        let is_hidden = is_hidden(property.attribute);
        judge(&property, get(property.key), is_hidden)
    });
    Ok(verdicts.fold(State::new(R::state(get)), State::with))
}

/// Returns the verdict for a setting that is to be absent. The host compares all other settings.
fn judge<A: Copy>(property: &Property<'_, A>, is: Option<&str>, is_hidden: bool) -> Option<Verdict<A>> {
    let Property { attribute, name, wanted, .. } = property;
    match (wanted, is) {
        (SettingValue::Absent, None) => Some(Verdict::insync(*attribute)),
        (SettingValue::Absent, Some(is)) => {
            let is = if is_hidden { "[redacted]".to_owned() } else { format!("'{is}'") };
            let change = format!("undefined '{name}' from {is}");
            Some(Verdict::differs(*attribute).showing(is, "'absent'").change(change))
        }
        (SettingValue::Is(_), _) => None,
    }
}

/// Writes the desired settings of a repository to the file for its name and target, or removes the repository.
pub(crate) fn change<A>(
    system: &impl WriteSystem,
    files: &Files,
    (name, target): (&str, Option<&str>),
    wanted: Option<Vec<Property<'_, A>>>,
) -> Result<()> {
    let found = files.file_of(name)?;
    let text = found.map(|path| files.text(path)).transpose()?;
    let (rest, section) = text.map(|text| without(text, name)).unwrap_or_default();
    let Some(wanted) = wanted else {
        return found.map_or(Ok(()), |path| leave(system, files, path, &rest));
    };
    let home = match (found, target) {
        (Some(path), None) => path.to_owned(),
        (_, target) => files.home(name, target),
    };
    let is_moved = found.is_some_and(|path| path != home);
    let mut text = files.text(&home)?.to_owned();
    if is_moved {
        text += if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
        text += &if text.is_empty() || text.contains("\r\n") { section } else { section.replace("\r\n", "\n") };
    }
    let mut ini = parse(&text);
    for Property { key, wanted, .. } in wanted {
        match wanted {
            SettingValue::Absent => ini.remove(name, key),
            SettingValue::Is(text) => ini.set(name, key, text),
        }
    }
    ini.add_section(name);
    write(system, home, &ini.to_body())?;
    found.filter(|_| is_moved).map_or(Ok(()), |path| leave(system, files, path, &rest))
}

/// Writes the remaining content of a file, or removes the file if no section remains.
fn leave(system: &impl WriteSystem, files: &Files, path: &str, rest: &str) -> Result<()> {
    if !files.remains(path) && parse(rest).sections().is_empty() {
        return system.remove(path, false, None);
    }
    write(system, path.to_owned(), &vec![rest.into()])
}

fn write(system: &impl WriteSystem, path: String, body: &Body) -> Result<()> {
    let attrs = Attrs { mode: Some(0o644), ..Attrs::default() };
    system.write(&destination(system, 0, path)?, body, &attrs, None)
}

/// Returns all repositories.
pub(crate) fn instances<R: Repository>(files: &Files) -> Result<Vec<Instance<R>>> {
    files.check()?;
    let of = |(path, name): (&str, String)| {
        let ini = parse(files.text(path)?);
        let is = R::state(|key| ini.get(&name, key));
        Ok(Instance { title: name, is })
    };
    files.repositories().into_iter().map(of).collect()
}
