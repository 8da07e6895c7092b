//! The tables, and their versions.

use postgres::Transaction;

/// One script for each version, which turns the previous version into it.
const MIGRATIONS: [&str; 2] = [include_str!("version_1.sql"), include_str!("version_2.sql")];

/// The version of the tables that this program uses.
pub(super) const VERSION: i64 = MIGRATIONS.len() as i64;

/// The key of the lock that programs hold while they change tables.
pub(super) const LOCK: i64 = 0x6d61_726f_7474_6501;

/// Creates the tables, or migrates an earlier version. Returns the version that the tables had.
///
/// # Errors
/// Returns an error if the database fails. Tables of a later version are not changed.
pub(super) fn migrate(transaction: &mut Transaction<'_>) -> Result<i64, postgres::Error> {
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK])?;
    let exists = "SELECT to_regclass('marotte_schema') IS NOT NULL";
    let found: i64 = match transaction.query_one(exists, &[])?.try_get(0)? {
        true => transaction.query_one("SELECT version FROM marotte_schema", &[])?.try_get(0)?,
        false => 0,
    };
    if found >= VERSION {
        return Ok(found);
    }
    for script in &MIGRATIONS[usize::try_from(found).unwrap_or_default()..] {
        transaction.batch_execute(script)?;
    }
    transaction.execute("UPDATE marotte_schema SET version = $1", &[&VERSION])?;
    Ok(found)
}
