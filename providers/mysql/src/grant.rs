//! Grants: reads the grants of all relevant users at once, and creates, changes and revokes individual ones.

mod line;
mod privilege;

use std::collections::{BTreeMap, BTreeSet};

use marotte_sdk::prelude::*;

use crate::account::{Account, identifier};
use crate::client;
use crate::{Ensure, MysqlGrant, MysqlGrantAttribute, MysqlGrantState};
use line::Line;

/// The privilege to grant one's own privileges to other users.
const HAND_ON: &str = "GRANT";

/// The value of `options` without the grant option.
const NONE: &str = "NONE";

/// The client's error for a missing user or a user without grants. The rest of the message depends on the
/// server's language.
const NO_SUCH_GRANT: &str = "ERROR 1141 ";

/// Provider for the grants of a server.
#[derive(Debug, Default)]
pub struct Grants;

/// The privileges of one user on one object.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
struct Known {
    privileges: BTreeSet<String>,
    user: String,
    table: String,
    hands_on: bool,
}

impl Provider for Grants {
    type Resource = MysqlGrant;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<MysqlGrant>]) -> Vec<Result<State<MysqlGrant>>> {
        let users: BTreeSet<Account> = rows.iter().filter_map(|row| user_of(row).ok()).collect();
        let known = list(system, &users);
        for_each_row(rows, |row| {
            let known = known.as_ref().map_err(Clone::clone)?;
            let is = known.get(&row.name).map_or_else(MysqlGrantState::absent, state);
            let options = options_verdict(row, &is);
            Ok(match options {
                Some(verdict) => State::new(is).with(verdict),
                None => is.into(),
            })
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<MysqlGrant>,
        is: &MysqlGrantState,
        changed: &[MysqlGrantAttribute],
    ) -> Result<Applied<MysqlGrantAttribute>> {
        let user = user_of(row)?;
        let place = place(row, is);
        let should = row.privileges.clone().unwrap_or_default();
        let had = is.privileges.clone().unwrap_or_default();
        let hands_on = |options: &Option<Vec<String>>| options.iter().flatten().any(|option| option == HAND_ON);
        let mut statements = match (changed.contains(&MysqlGrantAttribute::Ensure), row.ensure) {
            (true, Some(Ensure::Absent)) => revoked(&had, &place, &user, true),
            (true, _) => vec![granted(&should, &place, &user, hands_on(&row.options))],
            (false, _) => Vec::new(),
        };
        if changed.contains(&MysqlGrantAttribute::Privileges) {
            statements.extend(altered(&had, &should, &place, &user, hands_on(&is.options)));
        }
        if changed.contains(&MysqlGrantAttribute::Options) {
            let privileges = if should.is_empty() { &had } else { &should };
            statements.push(match hands_on(&row.options) {
                true => granted(privileges, &place, &user, true),
                false => format!("REVOKE GRANT OPTION ON {} FROM {}", at(privileges, &place), user.sql()),
            });
        }
        statements.push("FLUSH PRIVILEGES".to_owned());
        client::run(system, statements.into_iter().map(|sql| vec![Part::Text(sql)]).collect())?;
        Ok(Applied::all())
    }
}

impl Instances for Grants {
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<MysqlGrant>>> {
        let users = client::query(system, "SELECT User, Host FROM mysql.user")?;
        let account = |user: client::Record<'_>| {
            Ok(Account { user: user.need("user")?.to_owned(), host: user.need("host")?.to_owned() })
        };
        let users = users.rows().map(account).collect::<Result<_>>()?;
        let known = list(system, &users)?;
        Ok(known.iter().map(|(title, known)| Instance { title: title.clone(), is: state(known) }).collect())
    }
}

impl Canonicalize for MysqlGrant {
    fn canonicalize(row: &mut Row<Self>, system: &impl System, problems: &mut Problems<Self>) {
        privilege::canonicalize(row);
        let name = row.name.replace('\'', "");
        row.name = name;
        row.table = row.table.take().map(|table| table.replace('`', ""));
        if let Some(user) = row.user.take() {
            match Account::parse(&user).and_then(|user| user.check_length(system).map(|()| user)) {
                Ok(user) => row.user = Some(user.name()),
                Err(message) => {
                    row.user = Some(user);
                    return problems.error(row, MysqlGrantAttribute::User, message);
                }
            }
        }
        if let Some(table) = row.table.as_deref().filter(|table| !privilege::is_place(row, table)) {
            let message = if privilege::is_proxy(row) {
                "`table` `property` for PROXY should be specified as proxy_user@proxy_host.".to_owned()
            } else {
                format!("Invalid value \"{table}\". Valid values match /.*\\..*/.")
            };
            return problems.error(row, MysqlGrantAttribute::Table, message);
        }
        if let Some(message) = privilege::fault(row) {
            problems.error(row, None, message);
        }
    }
}

fn user_of(row: &MysqlGrant) -> Result<Account> {
    let user = row.user.as_deref().or(row.name.split_once('/').map(|(user, _)| user));
    Account::parse(user.unwrap_or(&row.name)).map_err(Error::invalid)
}

/// Returns the object of a grant: from the manifest, the current state, or the title.
fn place(row: &MysqlGrant, is: &MysqlGrantState) -> String {
    let named = || row.name.split_once('/').map(|(_, table)| table.to_owned()).unwrap_or_default();
    row.table.clone().or_else(|| is.table.clone()).unwrap_or_else(named)
}

fn list(system: &impl ReadSystem, users: &BTreeSet<Account>) -> Result<BTreeMap<String, Known>> {
    if users.is_empty() {
        return Ok(BTreeMap::new());
    }
    let queries: Vec<String> = users.iter().map(|user| format!("SHOW GRANTS FOR {}", user.sql())).collect();
    let (lines, faults) = client::query_all(system, &queries)?;
    // Puppet: a missing user or a user without grants is not an error.
    let is_grave = |fault: &&String| !fault.is_empty() && !fault.starts_with(NO_SUCH_GRANT);
    if let Some(fault) = faults.iter().find(is_grave) {
        return Err(Error::other(format!("#mysql had an error ->  {fault}")));
    }
    let mut known: BTreeMap<String, Known> = BTreeMap::new();
    for line in lines.iter().filter_map(|line| Line::parse(line)) {
        let name = format!("{}@{}/{}", line.user, line.host, line.place);
        let grant = known.entry(name).or_default();
        // Newer servers print static and dynamic privileges on separate lines.
        grant.privileges.extend(line.privileges);
        grant.user = format!("{}@{}", line.user, line.host);
        grant.table = line.place;
        grant.hands_on |= line.hands_on;
    }
    Ok(known)
}

fn state(known: &Known) -> MysqlGrantState {
    MysqlGrantState {
        ensure: Some(Ensure::Present),
        privileges: Some(known.privileges.iter().cloned().collect()),
        table: Some(known.table.clone()),
        user: Some(known.user.clone()),
        options: Some(vec![if known.hands_on { HAND_ON } else { NONE }.to_owned()]),
    }
}

/// An empty list of options equals `NONE`.
fn options_verdict(row: &MysqlGrant, is: &MysqlGrantState) -> Option<Verdict<MysqlGrantAttribute>> {
    let is_none = |options: &[String]| options.iter().all(|option| option == NONE);
    let (should, is) = (row.options.as_deref()?, is.options.as_deref()?);
    (is_none(should) && is_none(is)).then(|| Verdict::insync(MysqlGrantAttribute::Options))
}

/// Returns the object of a grant for SQL.
fn at(privileges: &[String], place: &str) -> String {
    if privileges.iter().any(|privilege| privilege == "PROXY")
        && let Ok(other) = Account::parse(place)
    {
        return other.sql();
    }
    let (kind, place) = match place.split_once(' ') {
        Some((kind @ ("FUNCTION" | "PROCEDURE"), place)) => (format!("{kind} "), place),
        _ => (String::new(), place),
    };
    let name = |name: &str| if name == "*" { name.to_owned() } else { identifier(name) };
    let (database, table) = place.rsplit_once('.').unwrap_or((place, "*"));
    format!("{kind}{}.{}", name(database), name(table))
}

fn all(privileges: &[String]) -> String {
    let is_all = privileges.iter().any(|privilege| privilege == "ALL");
    if is_all { "ALL PRIVILEGES".to_owned() } else { privileges.join(", ") }
}

fn granted(privileges: &[String], place: &str, user: &Account, hands_on: bool) -> String {
    let option = if hands_on { " WITH GRANT OPTION" } else { "" };
    format!("GRANT {} ON {} TO {}{option}", all(privileges), at(privileges, place), user.sql())
}

/// Revokes privileges. Revoking all of them includes the grant option, which takes a separate statement.
fn revoked(privileges: &[String], place: &str, user: &Account, is_whole: bool) -> Vec<String> {
    let (at, user) = (at(privileges, place), user.sql());
    let is_proxy = privileges.iter().any(|privilege| privilege == "PROXY");
    if is_proxy || !is_whole && !privileges.iter().any(|privilege| privilege == "ALL") {
        return vec![format!("REVOKE {} ON {at} FROM {user}", all(privileges))];
    }
    vec![format!("REVOKE GRANT OPTION ON {at} FROM {user}"), format!("REVOKE ALL PRIVILEGES ON {at} FROM {user}")]
}

/// Revokes surplus privileges and grants missing ones.
fn altered(had: &[String], should: &[String], place: &str, user: &Account, hands_on: bool) -> Vec<String> {
    let without = |privileges: &[String], others: &[String]| -> Vec<String> {
        privileges.iter().filter(|privilege| !others.contains(privilege)).cloned().collect()
    };
    let is_all = |privileges: &[String]| privileges.iter().any(|privilege| privilege == "ALL");
    let (surplus, missing) = match (is_all(had), is_all(should)) {
        (true, _) => (had.to_vec(), should.to_vec()),
        (false, true) => (Vec::new(), should.to_vec()),
        (false, false) => (without(had, should), without(should, had)),
    };
    let mut statements = Vec::new();
    if !surplus.is_empty() {
        statements.extend(revoked(&surplus, place, user, false));
    }
    if !missing.is_empty() {
        statements.push(granted(&missing, place, user, hands_on));
    }
    statements
}
