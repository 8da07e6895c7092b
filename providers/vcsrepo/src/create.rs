//! Creation of a repository: initialized or cloned.

use marotte_sdk::prelude::*;
use marotte_sdk::system::{Key, Want};

use crate::command::{anywhere, inside, run};
use crate::{Ensure, Source, Switch, Vcsrepo, update};

/// Creates the repository described by the row.
pub(crate) fn repository(system: &impl WriteSystem, row: &Row<Vcsrepo>) -> Result<()> {
    make_room(system, row)?;
    match &row.source {
        None => init(system, row)?,
        Some(source) => {
            clone(system, row, source)?;
            update::set_remotes(system, row)?;
            if row.revision.is_some() {
                update::check_out_wanted(system, row)?;
            }
            update::submodules(system, row)?;
        }
    }
    if row.skip_hooks == Some(Switch::True) {
        update::hooks(system, row)?;
    }
    update::owner_and_excludes(system, row)
}

/// Removes an existing object at the path if `force` is set. An empty directory is kept.
fn make_room(system: &impl WriteSystem, row: &Row<Vcsrepo>) -> Result<()> {
    let place = row.place(row.path.0.as_str());
    let found = system.stat_one(&place, false, Want::empty())?;
    let Some(found) = found else { return Ok(()) };
    // `walk` fails if there is more than one entry; the directory is not empty in that case either.
    if found.kind == Kind::Directory && system.walk(&place, 1, false, &[], 1).is_ok_and(|entries| entries.is_empty()) {
        return Ok(());
    }
    if row.force == Switch::False {
        return Err(Error::other("Could not create repository (non-repository at path)"));
    }
    system.notice(row, &format!("Removing {} to replace with vcsrepo.", row.path.0));
    system.remove(&row.path.0, true, None)
}

fn init(system: &impl WriteSystem, row: &Row<Vcsrepo>) -> Result<()> {
    let owner = match &row.user {
        None => None,
        Some(name) => Some(
            system.user(&Key::Name(name.clone())).ok_or_else(|| Error::other(format!("Could not find user {name}")))?,
        ),
    };
    let attrs = Attrs { uid: owner.map(|user| user.uid), ..Attrs::default() };
    let place = row.place(row.path.0.as_str());
    let found = system.stat_one(&place, false, Want::empty())?;
    match found {
        None => system.make_directory(&row.path.0, &attrs, false)?,
        Some(_) => system.set_attrs(&row.path.0, &attrs, false)?,
    }
    let options: &[&str] = if row.ensure == Some(Ensure::Bare) { &["init", "--bare"] } else { &["init"] };
    run(system, inside(row, options))
}

fn clone(system: &impl WriteSystem, row: &Row<Vcsrepo>, source: &Source) -> Result<()> {
    let remote = row.remote.0.as_str();
    let place = match source {
        Source::One(place) => place,
        // Validation guarantees that the remote has a source.
        Source::Many(places) => places.get(remote).ok_or_else(|| Error::invalid("there is no source to clone"))?,
    };
    // Options come last, so that the grant can specify the target directory.
    let mut arguments: Vec<String> = ["clone", place, &row.path.0].map(str::to_owned).to_vec();
    let depth = row.depth.map_or(0, |depth| depth.0);
    if depth > 0 {
        arguments.extend(["--depth".to_owned(), depth.to_string()]);
    }
    // A shallow clone fetches a single branch.
    if let Some(branch) = row.branch.as_ref().or(row.revision.as_ref().filter(|_| depth > 0)) {
        let of_remote = branch.0.strip_prefix(remote).and_then(|rest| rest.strip_prefix('/'));
        arguments.extend(["--branch".to_owned(), of_remote.unwrap_or(&branch.0).to_owned()]);
    }
    match row.ensure {
        Some(Ensure::Bare) => arguments.push("--bare".to_owned()),
        Some(Ensure::Mirror) => arguments.push("--mirror".to_owned()),
        _ => {}
    }
    if remote != "origin" {
        arguments.extend(["--origin".to_owned(), remote.to_owned()]);
    }
    if row.skip_hooks == Some(Switch::True) {
        arguments.extend(["--config".to_owned(), "core.hooksPath=/dev/null".to_owned()]);
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    run(system, anywhere(row, &arguments))
}
