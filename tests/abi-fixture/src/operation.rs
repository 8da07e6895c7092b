//! Parts of the contract that few providers use: commands, staged files, accounts, network, plain secrets. The calls of `everything` are
//! never made, but they are imported: a component with a changed import cannot be linked.

use marotte_sdk::prelude::*;
use marotte_sdk::regex::Regex;
use marotte_sdk::system::{Key, Method, Request, Want};

use crate::item_provider::path;
use crate::schema::{Item, Operation};

/// Operations performed while reading.
pub(crate) fn read(system: &impl ReadSystem, row: &Row<Item>) -> Result<()> {
    match row.operation {
        Some(Operation::Query) => {
            let output = system.query(&[Command::named("true", &["look"])]).swap_remove(0)?;
            let root = system.user(&Key::Name("root".to_owned())).map(|user| user.uid);
            let group = system.group(&Key::Id(0)).map(|group| group.name);
            let ended = output.success("true").is_ok();
            let regex = Regex::new("^(r)(x)?u")?;
            let (label, matches) = (row.label.as_str(), regex.matches(&[row.label.clone(), "spoon".to_owned()])?);
            let captures = regex.captures(label, 0)?;
            system.notice(row, &format!("looked: {ended}, {root:?}, {group:?}, {matches:?}, {captures:?}"));
        }
        Some(Operation::Everything) => read_everything(system, row)?,
        _ => {}
    }
    Ok(())
}

fn read_everything(system: &impl ReadSystem, row: &Row<Item>) -> Result<()> {
    let answer = system.send(&request())?;
    if let Some(Text::Secret(secret)) = &row.mark {
        system.notice(row, &system.reveal(*secret)?);
    }
    let place = row.place(path(row));
    let found = system.stat(std::slice::from_ref(&place), false, Want::all()).swap_remove(0)?;
    let body: Body = vec![place.clone().into(), Part::Bytes(system.read(&place, 0, 10)?)];
    let difference = system.diff(&place, &body)?;
    let digest = system.digest(&[body], "sha256").swap_remove(0)?;
    let accounts = (system.users(), system.groups(), system.find("alarm", &["name".to_owned()]));
    system.notice(row, &format!("{} {found:?} {difference} {digest} {accounts:?}", answer.status));
    Ok(())
}

fn change_everything(system: &impl WriteSystem, path: &str) -> Result<()> {
    let attrs = Attrs::default();
    let staged = system.stage(None, &vec![], &attrs)?;
    system.fetch(&request(), &staged.path(), Some(("sha256", "00")))?;
    system.make_directory(path, &attrs, true)?;
    system.make_symlink("nowhere", path, &attrs)?;
    system.set_attrs(path, &attrs, false)?;
    system.rename(path, "/hall/elsewhere")
}

/// Writes the file in the way selected by the attribute `operation`.
pub(crate) fn write(system: &impl WriteSystem, row: &Row<Item>, body: &Body) -> Result<()> {
    let path = path(row);
    let attrs = Attrs { mode: Some(0o640), ..Attrs::default() };
    match row.operation {
        Some(Operation::Stage) => return system.stage(Some(&path), body, &attrs)?.commit(None),
        Some(Operation::Mutate) => {
            system.mutate(&Command::named("true", &["touch"]))?.success("true")?;
        }
        Some(Operation::Everything) => change_everything(system, &path)?,
        Some(Operation::Query) | None => {}
    }
    system.write(&path, body, &attrs, None)
}

fn request() -> Request {
    let url = "https://museum.example/".to_owned();
    Request { row: 0, method: Method::Get, url, headers: vec![], body: vec![], timeout_ms: 100 }
}
