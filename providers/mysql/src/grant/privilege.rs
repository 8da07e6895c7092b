//! Privileges: their canonical form, and combinations that exclude each other.

use marotte_sdk::Row;

use crate::{Ensure, MysqlGrant};

/// Splits a list of privileges as printed by a server and returns it in canonical form.
pub(super) fn split(text: &str) -> Vec<String> {
    let mut privileges = vec![String::new()];
    let mut depth = 0_u32;
    for character in text.chars().filter(|character| !matches!(character, '`' | '\'' | '"')) {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        match (character, depth, privileges.last_mut()) {
            (',', 0, _) => privileges.push(String::new()),
            (character, _, Some(last)) => last.push(character),
            (_, _, None) => {}
        }
    }
    form(&privileges)
}

/// Converts the privileges of a row to canonical form.
pub(super) fn canonicalize(row: &mut Row<MysqlGrant>) {
    if let Some(privileges) = row.privileges.take() {
        row.privileges = Some(form(&privileges));
    }
}

/// Returns the privileges in a uniform spelling, sorted and without duplicates. `ALL` replaces all others.
/// The grant option is omitted, since it belongs to `options`.
fn form(privileges: &[String]) -> Vec<String> {
    let mut privileges: Vec<String> = privileges.iter().map(|privilege| one(privilege)).collect();
    privileges.retain(|privilege| !matches!(privilege.as_str(), "GRANT" | "GRANT OPTION" | ""));
    if privileges.iter().any(|privilege| privilege == "ALL") {
        return vec!["ALL".to_owned()];
    }
    privileges.sort();
    privileges.dedup();
    privileges
}

fn one(privilege: &str) -> String {
    let privilege = privilege.trim();
    let Some((kind, columns)) = privilege.split_once('(') else {
        let kind = privilege.to_uppercase();
        return if kind == "ALL PRIVILEGES" { "ALL".to_owned() } else { kind };
    };
    let columns = columns.trim_end().strip_suffix(')').unwrap_or(columns);
    let mut columns: Vec<&str> = columns.split(',').map(str::trim).collect();
    columns.sort_unstable();
    format!("{} ({})", kind.trim().to_uppercase(), columns.join(", "))
}

/// Returns whether the grant is for the PROXY privilege.
pub(super) fn is_proxy(row: &MysqlGrant) -> bool {
    row.privileges.iter().flatten().any(|privilege| privilege == "PROXY")
}

/// Returns whether a text is a valid object for a grant.
pub(super) fn is_place(row: &MysqlGrant, table: &str) -> bool {
    let is_account = table.split_once('@').is_some_and(|(user, host)| {
        user.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '$' | '_'))
            && host.chars().all(|c| c.is_alphanumeric() || "_%.:-/".contains(c))
    });
    is_account || !is_proxy(row) && table.contains('.')
}

/// Returns Puppet's message if the row as a whole is invalid.
pub(super) fn fault(row: &MysqlGrant) -> Option<&'static str> {
    let is_present = row.ensure == Some(Ensure::Present);
    let has_several = row.privileges.as_ref().is_some_and(|privileges| privileges.len() > 1);
    if is_present && row.privileges.as_ref().is_none_or(Vec::is_empty) {
        return Some("`privileges` `parameter` is required.");
    }
    if has_several && is_proxy(row) {
        return Some("`privileges` `parameter`: PROXY can only be specified by itself.");
    }
    if is_present && row.table.is_none() {
        return Some("`table` `parameter` is required.");
    }
    if is_present && row.user.is_none() {
        return Some("`user` `parameter` is required.");
    }
    let (user, table) = (row.user.as_deref()?, row.table.as_deref()?);
    let is_named = row.name.strip_prefix(user).and_then(|rest| rest.strip_prefix('/')) == Some(table);
    (!is_named).then_some("`name` `parameter` must match user@host/table format.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn privileges_are_canonicalized() {
        assert_eq!(split("select , INSERT,  select"), ["INSERT", "SELECT"]);
        assert_eq!(split("UPDATE(`b`,a), SELECT"), ["SELECT", "UPDATE (a, b)"]);
        assert_eq!(split("ALL PRIVILEGES"), ["ALL"]);
        assert_eq!(split("SELECT, all, GRANT OPTION"), ["ALL"]);
        assert_eq!(split("grant option"), [""; 0]);
    }
}
