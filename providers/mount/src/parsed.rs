//! The provider `parsed`, which edits the file system table and runs `mount` and `umount`.

use marotte_sdk::prelude::*;
use marotte_sdk::records::{RecordFiles, RecordLine as _};

use crate::entry::Entry;
use crate::value::{Dump, Number, Word};
use crate::{Ensure, Mount, MountAttribute, MountState, Switch, mounted};

/// The file system table of the system.
const TABLE: &str = "/etc/fstab";

/// State of a file system that is mounted but not in the table.
const GHOST: &str = "ghost";

/// Provider for file system tables and mounted file systems.
#[derive(Debug, Default)]
pub struct Parsed;

impl Provider for Parsed {
    type Resource = Mount;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<Mount>]) -> Vec<Result<State<Mount>>> {
        let places = rows.iter().flat_map(|row| [row.place(row.target.as_str()), row.place(TABLE)]);
        let tables: RecordFiles<Entry> = RecordFiles::read(system, places);
        let points = mounted::points(system);
        for_each_row(rows, |row| {
            let found = find(&tables, row)?;
            let is_mounted = points.as_ref().map_err(Clone::clone)?.contains(&row.name.0);
            Ok(judge(row, state(found, is_mounted)))
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Mount>,
        is: &MountState,
        changed: &[MountAttribute],
    ) -> Result<Applied<MountAttribute>> {
        let ensure = row.ensure.filter(|_| changed.contains(&MountAttribute::Ensure));
        let was = is.ensure.as_deref().unwrap_or("absent");
        let was_mounted = matches!(was, "mounted" | GHOST);
        match ensure {
            None | Some(Ensure::Defined) => enter(system, row)?,
            Some(Ensure::Unmounted) => {
                enter(system, row)?;
                if was_mounted {
                    run(system, row, "umount", &[])?;
                }
            }
            Some(Ensure::Absent) => {
                if was_mounted {
                    run(system, row, "umount", &[])?;
                }
                strike(system, row)?;
            }
            Some(Ensure::Mounted) => {
                enter(system, row)?;
                if !was_mounted {
                    run(system, row, "mount", &[])?;
                }
            }
        }
        Ok(match ensure {
            // Puppet: the messages for creating and removing a mount differ from the usual ones.
            Some(wanted) if was == "absent" => {
                Applied::all().saying(MountAttribute::Ensure, format!("defined 'ensure' as '{}'", word(wanted)))
            }
            Some(Ensure::Absent) => {
                Applied::all().saying(MountAttribute::Ensure, format!("undefined 'ensure' from '{was}'"))
            }
            _ => Applied::all(),
        })
    }
}

impl Refresh for Parsed {
    fn refresh(&mut self, system: &impl WriteSystem, row: &Row<Mount>) -> Result<()> {
        let is_swap = row.fstype.as_ref().is_some_and(|fstype| fstype.0 == "swap");
        if is_swap || !mounted::points(system)?.contains(&row.name.0) {
            return Ok(());
        }
        system.log(Level::Info, row.into(), "Remounting");
        if row.remounts == Switch::True {
            return run(system, row, "mount", &["-o", "remount"]);
        }
        run(system, row, "umount", &[])?;
        run(system, row, "mount", &[])
    }
}

impl Instances for Parsed {
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<Mount>>> {
        let tables: RecordFiles<Entry> = RecordFiles::read(system, [Place::unowned(TABLE)]);
        let mut points = mounted::points(system)?;
        let mut found = Vec::new();
        for entry in tables.records(TABLE)?.iter() {
            let is_mounted = points.remove(entry.name());
            found.push(Instance { title: entry.name.clone(), is: state(Some((TABLE, entry)), is_mounted) });
        }
        let ghost = |point: String| Instance { title: point, is: state(None, true) };
        found.extend(points.into_iter().map(ghost));
        Ok(found)
    }
}

/// Runs `mount` or `umount` for the mount point.
fn run(system: &impl WriteSystem, row: &Row<Mount>, command: &str, options: &[&str]) -> Result<()> {
    let args = [options, &["--", &row.name.0]].concat();
    system.run(&Command { row: row.id(), merge_stderr: true, ..Command::named(command, &args) }).map(drop)
}

/// Writes the file system to its table. Columns that are not specified keep their current values.
fn enter(system: &impl WriteSystem, row: &Row<Mount>) -> Result<()> {
    let mut tables: RecordFiles<Entry> = RecordFiles::read(system, [row.place(row.target.as_str()), row.place(TABLE)]);
    let found = find(&tables, row)?;
    let mut entry = found.map_or_else(Entry::default, |(_, entry)| entry.clone());
    entry.name.clone_from(&row.name.0);
    let set = |column: &mut String, wanted: Option<&String>| {
        if let Some(wanted) = wanted {
            column.clone_from(wanted);
        }
    };
    set(&mut entry.device, row.device.as_ref());
    set(&mut entry.fstype, row.fstype.as_ref().map(|it| &it.0));
    set(&mut entry.options, row.options.as_ref().map(|it| &it.0));
    set(&mut entry.dump, row.dump.as_ref().map(|it| &it.0));
    set(&mut entry.pass, row.pass.as_ref().map(|it| &it.0));
    for (field, value) in [("device", &entry.device), ("fstype", &entry.fstype)] {
        if value.is_empty() {
            return Err(Error::invalid(format!("Mount[{}]: Field '{field}' is required", row.title())));
        }
    }
    if found.is_some_and(|(path, known)| path == row.target && *known == entry) {
        return Ok(());
    }
    let found = found.map(|(_, known)| known.clone());
    tables.put_over(&row.target, entry, |known| is_meant(row, found.as_ref(), known))?;
    tables.write(system, row.id())
}

/// Removes the file system from all tables.
fn strike(system: &impl WriteSystem, row: &Row<Mount>) -> Result<()> {
    let mut tables: RecordFiles<Entry> = RecordFiles::read(system, [row.place(row.target.as_str()), row.place(TABLE)]);
    let found = find(&tables, row)?.map(|(_, known)| known.clone());
    tables.remove_all(|known| is_meant(row, found.as_ref(), known))?;
    tables.write(system, row.id())
}

/// Finds the entry of the file system and the path of its table. An entry without a mount point is identified
/// by its device, if specified.
fn find<'a>(tables: &'a RecordFiles<Entry>, row: &'a Row<Mount>) -> Result<Option<(&'a str, &'a Entry)>> {
    let paths = [row.target.as_str(), TABLE];
    if let Some(device) = row.device.as_deref().filter(|_| !has_place(row)) {
        for path in paths {
            let mut entries = tables.records(path)?.iter();
            let found = entries.rfind(|entry| entry.name == row.name.0 && entry.device == device);
            if let Some(entry) = found {
                return Ok(Some((path, entry)));
            }
        }
        // Only an entry with this device may be removed.
        if row.ensure == Some(Ensure::Absent) {
            return Ok(None);
        }
    }
    tables.find(&paths, &row.name.0)
}

/// Returns whether the name is a mount point. Names such as `none` and `swap` are not, and may occur in
/// several entries.
fn has_place(row: &Mount) -> bool {
    row.name.0.starts_with('/')
}

/// Returns whether an entry belongs to the file system. Without a mount point, only the entry that was found
/// does.
fn is_meant(row: &Mount, found: Option<&Entry>, known: &Entry) -> bool {
    known.name == row.name.0 && (has_place(row) || Some(known) == found)
}

fn word(ensure: Ensure) -> &'static str {
    match ensure {
        Ensure::Defined => "defined",
        Ensure::Unmounted => "unmounted",
        Ensure::Absent => "absent",
        Ensure::Mounted => "mounted",
    }
}

fn state(found: Option<(&str, &Entry)>, is_mounted: bool) -> MountState {
    let ensure = match (found.is_some(), is_mounted) {
        (true, true) => "mounted",
        (true, false) => "unmounted",
        (false, true) => GHOST,
        (false, false) => "absent",
    };
    let column =
        |column: fn(&Entry) -> &String| found.map(|(_, it)| column(it).clone()).filter(|text| !text.is_empty());
    MountState {
        ensure: Some(ensure.to_owned()),
        device: column(|entry| &entry.device),
        fstype: column(|entry| &entry.fstype).map(Word),
        options: column(|entry| &entry.options).map(Word),
        pass: column(|entry| &entry.pass).map(Number),
        dump: column(|entry| &entry.dump).map(Dump),
        target: Some(found.map_or(TABLE, |(path, _)| path).to_owned()),
    }
}

/// Compares `ensure`: for `defined`, an entry in the table is sufficient, whether mounted or not.
fn judge(row: &Row<Mount>, is: MountState) -> State<Mount> {
    let is_defined = matches!(is.ensure.as_deref(), Some("mounted" | "unmounted"));
    let state = State::new(is);
    if row.ensure == Some(Ensure::Defined) && is_defined {
        return state.with(Verdict::insync(MountAttribute::Ensure));
    }
    state
}
