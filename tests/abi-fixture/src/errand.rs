//! Parts of the contract that few providers use: commands, staged files, accounts, network, plain secrets. The calls of `beg` are
//! never made, but they are imported: a component with a changed import cannot be linked.

use marotte_sdk::prelude::*;
use marotte_sdk::regex::Regex;
use marotte_sdk::system::{Key, Method, Request, Staged as _, Want};

use crate::keeper::path;
use crate::schema::{Errand, Relic};

/// Operations performed while reading.
pub(crate) fn read(system: &impl ReadSystem, row: &Row<Relic>) -> Result<()> {
    match row.errand {
        Some(Errand::Look) => {
            let output = system.query(&[Command::named("true", &["look"])]).swap_remove(0)?;
            let root = system.user(&Key::Name("root".to_owned())).map(|user| user.uid);
            let group = system.group(&Key::Id(0)).map(|group| group.name);
            let ended = output.success("true").is_ok();
            let regex = Regex::new("^(r)(x)?u")?;
            let (label, matches) = (row.label.as_str(), regex.matches(&[row.label.clone(), "spoon".to_owned()])?);
            let captures = regex.captures(label, 0)?;
            system.notice(row, &format!("looked: {ended}, {root:?}, {group:?}, {matches:?}, {captures:?}"));
        }
        Some(Errand::Beg) => look_at_all(system, row)?,
        _ => {}
    }
    Ok(())
}

fn look_at_all(system: &impl ReadSystem, row: &Row<Relic>) -> Result<()> {
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

fn change_all(system: &impl WriteSystem, path: &str) -> Result<()> {
    let attrs = Attrs::default();
    let staged = system.stage(None, &vec![], &attrs)?;
    system.fetch(&request(), &staged.path(), Some(("sha256", "00")))?;
    system.make_directory(path, &attrs, true)?;
    system.make_symlink("nowhere", path, &attrs)?;
    system.set_attrs(path, &attrs, false)?;
    system.rename(path, "/hall/elsewhere")
}

/// Writes the file in the way selected by the attribute `errand`.
pub(crate) fn write(system: &impl WriteSystem, row: &Row<Relic>, body: &Body) -> Result<()> {
    let path = path(row);
    let attrs = Attrs { mode: Some(0o640), ..Attrs::default() };
    match row.errand {
        Some(Errand::Stage) => return system.stage(Some(&path), body, &attrs)?.commit(None),
        Some(Errand::Touch) => {
            system.mutate(&Command::named("true", &["touch"]))?.success("true")?;
        }
        Some(Errand::Beg) => change_all(system, &path)?,
        Some(Errand::Look) | None => {}
    }
    system.write(&path, body, &attrs, None)
}

fn request() -> Request {
    let url = "https://museum.example/".to_owned();
    Request { row: 0, method: Method::Get, url, headers: vec![], body: vec![], timeout_ms: 100 }
}
