//! The database of the settings.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use std::{env, fs};

use anyhow::{Context as _, Result, bail};
use engine::Settings;
use engine::settings::types::StoreconfigsBackend;
use fleet::{NodeDatabase, PostgresOptions, PostgresStore, SqliteStore, Store, StoreDatabase, StoreError};
use ownership::OwnershipRule;

use crate::puppetdb::{PuppetDb, PuppetDbConfiguration};
use crate::tls::TlsFiles;

/// The scheme of URLs of SQLite files.
const SQLITE: &str = "sqlite:";

/// Returns the database for collectors and queries of manifests, which receives what is known of nodes; `None` without one. `name`
/// returns the name of this system's certificate, for PuppetDB.
///
/// # Errors
/// Returns an error if a setting or the file puppetdb.conf is not valid, or the database cannot be opened.
pub fn node_database(
    settings: &Settings,
    name: impl FnOnce() -> Result<String>,
) -> Result<Option<Arc<dyn NodeDatabase>>> {
    if uses_puppetdb(settings)? {
        return puppetdb(settings, TlsFiles::new(settings, &name()?)).map(Some);
    }
    Ok(open_database(settings)?.map(|store| Arc::new(StoreDatabase(store)) as Arc<dyn NodeDatabase>))
}

/// Returns the database that receives reports by the report processor `puppetdb`: that of collectors, or PuppetDB.
///
/// # Errors
/// Returns an error if a setting or the file puppetdb.conf is not valid, or the database cannot be opened.
pub fn report_database(settings: &Settings, name: impl FnOnce() -> Result<String>) -> Result<Arc<dyn NodeDatabase>> {
    match open_database(settings)? {
        Some(store) => Ok(Arc::new(StoreDatabase(store))),
        None => puppetdb(settings, TlsFiles::new(settings, &name()?)),
    }
}

/// Returns whether the database is a PuppetDB.
///
/// # Errors
/// Returns an error if there is also an own database.
pub(super) fn uses_puppetdb(settings: &Settings) -> Result<bool> {
    let is_used = *settings.storeconfigs && *settings.storeconfigs_backend == StoreconfigsBackend::PuppetDb;
    if is_used && !settings.database_url.is_empty() {
        bail!("The settings database_url and storeconfigs_backend = puppetdb exclude each other");
    }
    Ok(is_used)
}

/// Returns the PuppetDB of the file puppetdb.conf.
pub(super) fn puppetdb(settings: &Settings, files: TlsFiles) -> Result<Arc<dyn NodeDatabase>> {
    let configuration = PuppetDbConfiguration::read(&settings.confdir.join("puppetdb.conf"), &settings.checker)?;
    Ok(Arc::new(PuppetDb::of_configuration(configuration, files, Arc::clone(&settings.checker))))
}

/// Opens the own database of the settings: that of `database_url` or, with `storeconfigs`, the SQLite file of `dblocation`. `None`
/// without one.
///
/// # Errors
/// Returns an error if the URL is not supported, other users can change the directory, or the database cannot be used.
pub fn open_database(settings: &Settings) -> Result<Option<Arc<dyn Store>>> {
    let (url, replica) = (settings.database_url.as_str(), settings.database_read_url.as_str());
    if PostgresOptions::is_url(url) {
        return Ok(Some(Arc::new(open_postgres(url, replica, *settings.query_timeout)?)));
    }
    if !replica.is_empty() {
        bail!("The setting database_read_url needs a PostgreSQL database in the setting database_url");
    }
    if url.is_empty() {
        let is_file = *settings.storeconfigs && !uses_puppetdb(settings)?;
        return is_file.then(|| open_file(&settings.dblocation, settings)).transpose();
    }
    let Some(path) = url.strip_prefix(SQLITE).filter(|path| path.starts_with('/')) else {
        bail!(
            "The setting database_url must be the URL of an SQLite file, such as sqlite:/var/lib/marotte/server/fleet.sqlite3, \
             or of a PostgreSQL database, such as postgres://marotte@db.example.com/fleet, not '{url}'"
        )
    };
    open_file(Path::new(path), settings).map(Some)
}

/// Opens an SQLite file. Other users must not be able to change it, since its resources are applied.
fn open_file(path: &Path, settings: &Settings) -> Result<Arc<dyn Store>> {
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory).with_context(|| format!("Could not create '{}'", directory.display()))?;
        settings.checker.check_path(directory, OwnershipRule::Trusted)?;
    }
    match settings.checker.check_path(path, OwnershipRule::Trusted) {
        Err(error) if !error.is_missing() => return Err(error.into()),
        _ => {}
    }
    Ok(Arc::new(SqliteStore::open(path)?.with_query_limit(*settings.query_timeout)))
}

/// Opens a PostgreSQL database. One that does not answer now is used later: catalogs do not need it.
fn open_postgres(url: &str, replica: &str, limit: Option<Duration>) -> Result<PostgresStore> {
    let read = |setting: &str, url: &str| {
        let options = PostgresOptions::of_url(url, &|name| env::var_os(name));
        options.with_context(|| format!("The setting {setting} cannot be used"))
    };
    let options = read("database_url", url)?;
    let replica = (!replica.is_empty()).then(|| read("database_read_url", replica)).transpose()?;
    let store = PostgresStore::new(options, replica, limit);
    match store.prepare() {
        Ok(()) | Err(StoreError::Unreachable { .. }) => Ok(store),
        Err(error) => Err(error.into()),
    }
}
