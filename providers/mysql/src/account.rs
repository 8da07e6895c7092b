//! Account names, which consist of a user and a client host, and quoting of names and texts in SQL.

use marotte_sdk::Value;
use marotte_sdk::system::System;

/// A user and the host from which the user connects.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Account {
    pub(crate) user: String,
    pub(crate) host: String,
}

impl Account {
    /// Parses `user@host`. The user may be quoted and may contain `@`.
    ///
    /// # Errors
    /// Returns an error with Puppet's message if the text is not a valid account.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let invalid = || format!("Invalid database user {text}.");
        let (user, host) = text.rsplit_once('@').ok_or_else(invalid)?;
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '$' | '_');
        let is_host = |c: char| c.is_alphanumeric() || "_%.:-/".contains(c);
        let is_host = !host.is_empty() && host.chars().all(is_host);
        let quote = user.chars().next().filter(|first| matches!(first, '\'' | '`' | '"'));
        let user = match quote {
            Some(quote) => {
                let inner = user[1..].strip_suffix(quote).filter(|inner| !inner.contains(quote) && is_host);
                inner.ok_or_else(invalid)?
            }
            None if user.chars().all(is_plain) && !is_host => return Err(invalid()),
            None => user,
        };
        Ok(Self { user: user.to_owned(), host: host.to_lowercase() })
    }

    /// Returns the account name without quotes.
    pub(crate) fn name(&self) -> String {
        format!("{}@{}", self.user, self.host)
    }

    /// Returns the quoted account for SQL.
    pub(crate) fn sql(&self) -> String {
        format!("{}@{}", quoted(&self.user), quoted(&self.host))
    }

    /// Checks the length of the user name against the limit of the server, if its version is known.
    ///
    /// # Errors
    /// Returns an error with Puppet's message if the name is too long.
    pub(crate) fn check_length(&self, system: &impl System) -> Result<(), String> {
        let Some(Value::Text(version)) = system.fact("mysql_version") else { return Ok(()) };
        let number: Vec<u32> = version.split('.').map_while(|part| part.parse().ok()).collect();
        let most = match number.as_slice() {
            number if number < &[5, 7, 8][..] => 16,
            number if number < &[10, 0, 0][..] => 32,
            _ => 80,
        };
        if self.user.chars().count() > most {
            return Err(format!("MySQL usernames are limited to a maximum of {most} characters."));
        }
        Ok(())
    }
}

/// Returns a text as an SQL string literal.
pub(crate) fn quoted(text: &str) -> String {
    format!("'{}'", escaped(text))
}

/// Escapes a text for use between quotes.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\'', "''")
}

/// Returns a name as an SQL identifier.
pub(crate) fn identifier(name: &str) -> String {
    format!("`{}`", name.replace('`', "``"))
}

#[cfg(test)]
mod tests {
    use marotte_sdk::fake::FakeSystem;

    use super::*;

    fn name(text: &str) -> Result<String, String> {
        Account::parse(text).map(|account| account.name())
    }

    #[test]
    fn account_consists_of_user_and_host() {
        assert_eq!(name("app@LocalHost").unwrap(), "app@localhost");
        assert_eq!(name("@%").unwrap(), "@%");
        assert_eq!(name("'a b'@h").unwrap(), "a b@h");
        assert_eq!(name("`x@y`@10.0.0.0/255.0.0.0").unwrap(), "x@y@10.0.0.0/255.0.0.0");
        assert_eq!(name("x@y@::1").unwrap(), "x@y@::1");
        assert_eq!(name("é-x@h").unwrap(), "é-x@h");
        for bad in ["app", "app@", "'a@h", "'a'b'@h", "app@a b"] {
            assert_eq!(name(bad).unwrap_err(), format!("Invalid database user {bad}."));
        }
    }

    #[test]
    fn quoting_escapes_names_and_texts() {
        let account = Account::parse("a'; DROP\\-x@h").unwrap();
        assert_eq!(account.sql(), "'a''; DROP\\\\-x'@'h'");
        assert_eq!(identifier("a`b"), "`a``b`");
    }

    #[test]
    fn maximum_length_of_a_user_name_depends_on_the_server() {
        let machine = FakeSystem::new();
        let check =
            |length: usize| Account::parse(&format!("{}@h", "é".repeat(length))).unwrap().check_length(&machine);
        assert_eq!(check(200), Ok(()));
        for (version, most) in [("5.7.7", 16), ("5.7.8", 32), ("8.0.36", 32), ("10.0.0", 80), ("10.11.6", 80)] {
            machine.set_fact("mysql_version", version);
            assert_eq!(check(most), Ok(()));
            let message = format!("MySQL usernames are limited to a maximum of {most} characters.");
            assert_eq!(check(most + 1), Err(message), "{version}");
        }
    }
}
