//! The system on which a component runs: each call is one import.

use std::time::Duration;

use crate::Result;
use crate::arena;
use crate::bindings::marotte::provider as import;
use crate::resource::FieldValues;
use crate::system::{
    Attrs, Body, CatalogResource, Command, Entry, Group, Key, Level, LogContext, Metadata, Output, Place, ReadSystem,
    Request, Response, Staged, System, User, Want, WriteSystem,
};
use crate::value::{Secret, Value};

/// The real system. It is available only inside a component.
#[derive(Debug, Clone, Copy)]
pub struct RunningSystem;

impl System for RunningSystem {
    fn log(&self, level: Level, about: LogContext, message: &str) {
        import::log::emit(level, about.row, about.attribute, message);
    }

    fn fact(&self, path: &str) -> Option<Value> {
        let found = import::facts::get(path)?;
        let last = u32::try_from(found.values.len().checked_sub(1)?).ok()?;
        arena::decode(&found, last).ok()
    }

    fn find(&self, type_name: &str, attributes: &[String]) -> Vec<CatalogResource> {
        let table = import::catalog::find(type_name, attributes);
        let found = table.rows.into_iter().map(|row| {
            let mut slots = FieldValues::new(&table.arena, attributes.len(), &row.slots);
            let values = row.slots.iter().filter_map(|(index, _)| Some((*index, slots.required(*index)?))).collect();
            CatalogResource { id: row.id, title: arena::text(&table.arena, row.title).to_owned(), values }
        });
        found.collect()
    }
}

impl ReadSystem for RunningSystem {
    fn stat(&self, places: &[Place], follow: bool, want: Want) -> Vec<Result<Option<Metadata>>> {
        import::fs_read::stat(places, follow, want)
    }

    fn read(&self, place: &Place, offset: u64, limit: u32) -> Result<Vec<u8>> {
        import::fs_read::read(place, offset, limit)
    }

    fn read_text(&self, place: &Place, limit: u32) -> Result<String> {
        import::fs_read::read_text(place, limit)
    }

    fn digest(&self, bodies: &[Body], algorithm: &str) -> Vec<Result<String>> {
        import::fs_read::digest(bodies, algorithm)
    }

    fn equal(&self, pairs: &[(Place, Body)]) -> Vec<Result<bool>> {
        import::fs_read::equal(pairs)
    }

    fn diff(&self, place: &Place, body: &Body) -> Result<String> {
        import::fs_read::diff(place, body)
    }

    fn walk(&self, root: &Place, depth: u32, follow: bool, ignore: &[String], limit: u32) -> Result<Vec<Entry>> {
        import::fs_read::walk(root, depth, follow, ignore, limit)
    }

    fn user(&self, key: &Key) -> Option<User> {
        import::identity::find_user(key)
    }

    fn group(&self, key: &Key) -> Option<Group> {
        import::identity::find_group(key)
    }

    fn users(&self) -> Vec<User> {
        import::identity::users()
    }

    fn groups(&self) -> Vec<Group> {
        import::identity::groups()
    }

    fn query(&self, commands: &[Command]) -> Vec<Result<Output>> {
        import::process_query::run(commands)
    }

    fn send(&self, request: &Request) -> Result<Response> {
        import::http::send(request)
    }

    fn variable(&self, name: &str) -> Option<String> {
        std::env::var(name).ok()
    }

    fn reveal(&self, secret: Secret) -> Result<String> {
        import::secrets::reveal(secret.token())
    }

    fn sleep(&self, time: Duration) {
        std::thread::sleep(time);
    }
}

impl WriteSystem for RunningSystem {
    type Staged = import::fs_write::Staged;

    fn write(&self, path: &str, body: &Body, attrs: &Attrs, backup: Option<&str>) -> Result<()> {
        import::fs_write::write(path, body, attrs, backup)
    }

    fn stage(&self, path: Option<&str>, body: &Body, attrs: &Attrs) -> Result<Self::Staged> {
        import::fs_write::stage(path, body, attrs)
    }

    fn make_directory(&self, path: &str, attrs: &Attrs, parents: bool) -> Result<()> {
        import::fs_write::make_directory(path, attrs, parents)
    }

    fn make_symlink(&self, target: &str, path: &str, attrs: &Attrs) -> Result<()> {
        import::fs_write::make_symlink(target, path, attrs)
    }

    fn set_attrs(&self, path: &str, attrs: &Attrs, follow: bool) -> Result<()> {
        import::fs_write::set_attrs(path, attrs, follow)
    }

    fn rename(&self, source: &str, path: &str) -> Result<()> {
        import::fs_write::rename(source, path)
    }

    fn remove(&self, path: &str, recursive: bool, backup: Option<&str>) -> Result<()> {
        import::fs_write::remove(path, recursive, backup)
    }

    fn mutate(&self, command: &Command) -> Result<Output> {
        import::process_mutate::run(command)
    }

    fn fetch(&self, request: &Request, path: &str, digest: Option<(&str, &str)>) -> Result<()> {
        let digest = digest.map(|(algorithm, digest)| (algorithm.to_owned(), digest.to_owned()));
        let digest = digest.as_ref().map(|(algorithm, digest)| (algorithm.as_str(), digest.as_str()));
        import::download::fetch(request, path, digest)
    }
}

impl Staged for import::fs_write::Staged {
    fn path(&self) -> String {
        Self::path(self)
    }

    fn commit(&self, backup: Option<&str>) -> Result<()> {
        Self::commit(self, backup)
    }
}
