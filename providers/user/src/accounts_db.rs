//! The account database of the system: users, members of groups, and password data.

use std::collections::BTreeMap;

use marotte_sdk::prelude::*;
use marotte_sdk::system::{Group, Key, User as Account};
use marotte_sdk::time::Date;

use crate::value::{Expiry, Id, MaxAge, MinAge, Names, WarnDays};
use crate::{Ensure, User, UserState};

const SHADOW: &str = "/etc/shadow";

/// Number of bytes to read at once.
const CHUNK: u32 = 1 << 20;

/// Contents of the account database, read once for many users.
pub(crate) struct AccountsDb {
    shadow: BTreeMap<String, Shadow>,
    groups: Vec<Group>,
    /// Indices into `groups` for each user.
    memberships: BTreeMap<String, Vec<usize>>,
}

/// The password entry of a user. A missing number is -1.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Shadow {
    hash: String,
    min: i64,
    max: i64,
    warn: i64,
    expiry: i64,
}

impl AccountsDb {
    /// Reads groups and passwords.
    ///
    /// # Errors
    /// Returns an error if the password file exists but cannot be read, unless permission is denied.
    pub(crate) fn read(system: &impl ReadSystem) -> Result<Self> {
        let groups = system.groups();
        let mut memberships: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (place, group) in groups.iter().enumerate() {
            for member in &group.members {
                memberships.entry(member.clone()).or_default().push(place);
            }
        }
        let mut shadow = BTreeMap::new();
        for line in String::from_utf8_lossy(&contents(system)?).lines() {
            if let Some((name, entry)) = shadow_entry(line) {
                shadow.entry(name.to_owned()).or_insert(entry);
            }
        }
        Ok(Self { shadow, groups, memberships })
    }

    /// Returns the state of a user.
    pub(crate) fn state(&self, account: &Account) -> UserState {
        let shadow = self.shadow.get(&account.name);
        UserState {
            ensure: Some(Ensure::Present),
            home: Some(account.home.clone()),
            uid: Some(Id::Number(account.uid.into())),
            gid: Some(Id::Number(account.gid.into())),
            comment: Some(account.gecos.clone()),
            shell: Some(account.shell.clone()),
            password: shadow.map(|shadow| Text::Clear(shadow.hash.clone())),
            password_min_age: shadow.map(|shadow| MinAge(shadow.min)),
            password_max_age: shadow.map(|shadow| MaxAge(shadow.max)),
            password_warn_days: shadow.map(|shadow| WarnDays(shadow.warn)),
            groups: Some(Names(self.groups_of(account))),
            expiry: Some(shadow.map_or(Expiry::Absent, |shadow| expiry(shadow.expiry))),
            ..UserState::default()
        }
    }

    /// Returns the groups that list the user, the primary group first, otherwise in the order of the C
    /// library.
    fn groups_of(&self, account: &Account) -> Vec<String> {
        let places = self.memberships.get(&account.name).map(Vec::as_slice).unwrap_or_default();
        let mut groups: Vec<&Group> = places.iter().map(|place| &self.groups[*place]).collect();
        groups.sort_by_key(|group| group.gid != account.gid);
        let mut names: Vec<String> = groups.into_iter().map(|group| group.name.clone()).collect();
        names.dedup();
        names
    }
}

/// Returns the current groups of a user, which may have changed since the database was read.
pub(crate) fn groups_now(system: &impl ReadSystem, name: &str) -> Vec<String> {
    let groups = system.groups().into_iter();
    groups.filter(|group| group.members.iter().any(|member| member == name)).map(|group| group.name).collect()
}

/// Finds a user. With `forcelocal`, searches only the local files.
pub(crate) fn find(system: &impl ReadSystem, user: &User) -> Option<Account> {
    if user.forcelocal {
        return system.users().into_iter().find(|account| account.name == user.name);
    }
    system.user(&Key::Name(user.name.clone()))
}

/// Returns the contents of the password file. Puppet: without permission to read it, there are no passwords.
fn contents(system: &impl ReadSystem) -> Result<Vec<u8>> {
    let place = Place::unowned(SHADOW);
    let mut contents = Vec::new();
    loop {
        match system.read(&place, contents.len() as u64, CHUNK) {
            Ok(chunk) if chunk.is_empty() => return Ok(contents),
            Ok(chunk) => contents.extend(chunk),
            Err(error) if matches!(error.code, Code::NotFound | Code::Denied) => return Ok(Vec::new()),
            Err(error) => return Err(error),
        }
    }
}

/// Parses a line of the form `name:hash:changed:min:max:warn:inactive:expiry:`.
fn shadow_entry(line: &str) -> Option<(&str, Shadow)> {
    let fields: Vec<&str> = line.split(':').collect();
    let number = |at: usize| fields.get(at).and_then(|text| text.parse().ok()).unwrap_or(-1);
    let (name, hash) = (fields.first().filter(|name| !name.is_empty())?, (*fields.get(1)?).to_owned());
    Some((name, Shadow { hash, min: number(3), max: number(4), warn: number(5), expiry: number(7) }))
}

fn expiry(days: i64) -> Expiry {
    if days < 0 { Expiry::Absent } else { Expiry::Day(day(days)) }
}

/// Returns the date that is `days` days after 1970-01-01.
fn day(days: i64) -> String {
    Date::from_unix_days(days).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_converted_to_dates() {
        assert!(day(i64::MAX).ends_with(|last: char| last.is_ascii_digit()), "whatever the year");
        let dates = [0, 58, 59, 789, 11_016, 11_017, 21_964, 24_855].map(day);
        let expected = [
            "1970-01-01",
            "1970-02-28",
            "1970-03-01",
            "1972-02-29",
            "2000-02-29",
            "2000-03-01",
            "2030-02-19",
            "2038-01-19",
        ];
        assert_eq!(dates, expected);
    }

    #[test]
    fn truncated_shadow_line_is_parsed() {
        let (name, entry) = shadow_entry("ann:$y$hash:19000:1:90:7::21964:").unwrap();
        assert_eq!(
            (name, &*entry.hash, entry.min, entry.max, entry.warn, entry.expiry),
            ("ann", "$y$hash", 1, 90, 7, 21_964)
        );
        let (_, short) = shadow_entry("bob:!").unwrap();
        assert_eq!((short.min, short.max, short.warn, short.expiry), (-1, -1, -1, -1));
        assert!(shadow_entry("").is_none() && shadow_entry(":x:").is_none() && shadow_entry("garbage").is_none());
    }
}
