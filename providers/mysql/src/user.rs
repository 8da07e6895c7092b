//! Users: reads all of them at once, and creates, changes and removes individual ones.

use std::collections::BTreeMap;

use marotte_sdk::prelude::*;

use crate::account::{Account, escaped, quoted};
use crate::client::{self, Record};
use crate::version::Version;
use crate::{Ensure, MysqlUser, MysqlUserAttribute, MysqlUserState};

/// The plugin for the hashes in `password_hash`.
const NATIVE: &str = "mysql_native_password";

/// The limits with their names in SQL.
const LIMITS: [(MysqlUserAttribute, &str); 4] = [
    (MysqlUserAttribute::MaxUserConnections, "MAX_USER_CONNECTIONS"),
    (MysqlUserAttribute::MaxConnectionsPerHour, "MAX_CONNECTIONS_PER_HOUR"),
    (MysqlUserAttribute::MaxQueriesPerHour, "MAX_QUERIES_PER_HOUR"),
    (MysqlUserAttribute::MaxUpdatesPerHour, "MAX_UPDATES_PER_HOUR"),
];

/// Provider for the users of a server.
#[derive(Debug, Default)]
pub struct Users {
    version: Option<Version>,
}

impl Provider for Users {
    type Resource = MysqlUser;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<MysqlUser>]) -> Vec<Result<State<MysqlUser>>> {
        let known = self.list(system).map(|users| users.into_iter().collect::<BTreeMap<_, _>>());
        for_each_row(rows, |row| {
            let known = known.as_ref().map_err(Clone::clone)?;
            let Some(is) = known.get(&row.name) else {
                return Ok(MysqlUserState::absent().into());
            };
            let verdict = password_verdict(row, is.password_hash.as_deref().unwrap_or_default());
            let state = State::new(copy(is));
            Ok(match verdict {
                Some(verdict) => state.with(verdict),
                None => state,
            })
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<MysqlUser>,
        _is: &MysqlUserState,
        changed: &[MysqlUserAttribute],
    ) -> Result<Applied<MysqlUserAttribute>> {
        let account = Account::parse(&row.name).map_err(Error::invalid)?;
        let version = match self.version {
            Some(version) => version,
            None => client::query_with_version(system, "SELECT 1")?.0,
        };
        let statements = match (changed.contains(&MysqlUserAttribute::Ensure), row.ensure) {
            (true, Some(Ensure::Absent)) => vec![removed(&account, version)],
            (true, _) => made(row, &account, version),
            (false, _) => altered(row, &account, version, changed)?,
        };
        client::run(system, statements)?;
        Ok(Applied::all())
    }
}

impl Instances for Users {
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<MysqlUser>>> {
        Ok(self.list(system)?.into_iter().map(|(title, is)| Instance { title, is }).collect())
    }
}

impl Canonicalize for MysqlUser {
    fn canonicalize(row: &mut Row<Self>, system: &impl System, problems: &mut Problems<Self>) {
        let account = Account::parse(&row.name).and_then(|account| account.check_length(system).map(|()| account));
        match account {
            Ok(account) => row.name = account.name(),
            Err(message) => problems.error(row, MysqlUserAttribute::Name, message),
        }
        if let Err(message) = check_tls(row.tls_options.as_deref().unwrap_or_default()) {
            problems.error(row, MysqlUserAttribute::TlsOptions, message);
        }
        let options = row.tls_options.take();
        row.tls_options = options.map(|options| options.iter().map(|option| tls(option).0).collect());
    }
}

impl Users {
    fn list(&mut self, system: &impl ReadSystem) -> Result<Vec<(String, MysqlUserState)>> {
        let (version, users) = client::query_with_version(system, "SELECT * FROM mysql.user")?;
        self.version = Some(version);
        users.rows().map(|user| state(user, version)).collect()
    }
}

fn state(user: Record<'_>, version: Version) -> Result<(String, MysqlUserState)> {
    let text = |column: &str| user.need(column).map(|text| Some(text.to_owned()));
    let hash = if version.is_from([5, 7, 6], [10, 2, 16]) { "authentication_string" } else { "password" };
    let is = MysqlUserState {
        ensure: Some(Ensure::Present),
        password_hash: text(hash)?,
        plugin: user.get("plugin").map(str::to_owned),
        max_user_connections: text("max_user_connections")?,
        max_connections_per_hour: text("max_connections")?,
        max_queries_per_hour: text("max_questions")?,
        max_updates_per_hour: text("max_updates")?,
        tls_options: Some(tls_options(user)),
    };
    // The letter case of the host is preserved; only values of manifests are normalized.
    Ok((format!("{}@{}", user.need("user")?, user.need("host")?), is))
}

fn tls_options(user: Record<'_>) -> Vec<String> {
    let kind = user.get("ssl_type").unwrap_or_default();
    match kind {
        "ANY" => vec!["SSL".to_owned()],
        "X509" => vec!["X509".to_owned()],
        "SPECIFIED" => [("CIPHER", "ssl_cipher"), ("ISSUER", "x509_issuer"), ("SUBJECT", "x509_subject")]
            .into_iter()
            .filter_map(|(name, column)| Some((name, user.get(column).filter(|value| !value.is_empty())?)))
            .map(|(name, value)| format!("{name} {value}"))
            .collect(),
        _ => vec!["NONE".to_owned()],
    }
}

fn copy(is: &MysqlUserState) -> MysqlUserState {
    MysqlUserState {
        ensure: is.ensure,
        password_hash: is.password_hash.clone(),
        plugin: is.plugin.clone(),
        max_user_connections: is.max_user_connections.clone(),
        max_connections_per_hour: is.max_connections_per_hour.clone(),
        max_queries_per_hour: is.max_queries_per_hour.clone(),
        max_updates_per_hour: is.max_updates_per_hour.clone(),
        tls_options: is.tls_options.clone(),
    }
}

/// Puppet: hashes are redacted. Sensitive hashes are compared by the host.
fn password_verdict(row: &MysqlUser, is: &str) -> Option<Verdict<MysqlUserAttribute>> {
    let should = row.password_hash.as_ref()?.clear()?;
    let attribute = MysqlUserAttribute::PasswordHash;
    if is == should {
        return Some(Verdict::insync(attribute));
    }
    let verdict = Verdict::differs(attribute).change("changed password");
    Some(verdict.showing("[old password hash redacted]", "[new password hash redacted]"))
}

/// Refuses combinations of options that exclude each other.
fn check_tls(options: &[String]) -> Result<(), String> {
    let is_alone = |option: &String| matches!(option.as_str(), "NONE" | "SSL" | "X509");
    if options.len() > 1 && options.iter().any(is_alone) {
        return Err(
            "`tls_options` `property`: The values NONE, SSL and X509 cannot be used with other options, you may only \
                    pick one of them."
                .to_owned(),
        );
    }
    let is_known = |option: &&String| is_alone(option) || tls(option).1.is_some();
    match options.iter().find(|option| !is_known(option)) {
        Some(option) => Err(format!("Invalid tls option {option}.")),
        None => Ok(()),
    }
}

/// Parses a TLS option: returns its canonical form, and its SQL if the option has a value.
fn tls(option: &str) -> (String, Option<String>) {
    let Some((name, value)) = option.split_once(char::is_whitespace) else { return (option.to_owned(), None) };
    let name = name.to_uppercase();
    let value = value.trim();
    let inner = value.strip_prefix('\'').and_then(|value| value.strip_suffix('\''));
    let value = inner.unwrap_or(value);
    let sql = matches!(name.as_str(), "CIPHER" | "ISSUER" | "SUBJECT").then(|| format!("{name} {}", quoted(value)));
    (format!("{name} {value}"), sql)
}

fn removed(account: &Account, version: Version) -> Body {
    let condition = if version.is_from([5, 7, 0], [10, 1, 3]) { "IF EXISTS " } else { "" };
    vec![Part::Text(format!("DROP USER {condition}{}", account.sql()))]
}

fn made(row: &MysqlUser, account: &Account, version: Version) -> Vec<Body> {
    let user = account.sql();
    let create = match &row.plugin {
        Some(plugin) => identified(format!("CREATE USER {user}"), plugin, row.password_hash.as_ref()),
        None if version.is_from([5, 7, 6], [10, 1, 3]) => {
            let none = Text::Clear(String::new());
            let hash = row.password_hash.as_ref().unwrap_or(&none);
            identified(format!("CREATE USER IF NOT EXISTS {user}"), NATIVE, Some(hash))
        }
        None => {
            let hash = row.password_hash.as_ref();
            with_text(format!("CREATE USER {user} IDENTIFIED BY PASSWORD "), hash)
        }
    };
    let limits: Vec<String> = LIMITS.iter().map(|(limit, name)| format!("{name} {}", limit_of(row, *limit))).collect();
    let options = row.tls_options.clone().unwrap_or_else(|| vec!["NONE".to_owned()]);
    vec![
        create,
        vec![Part::Text(format!("{} WITH {}", alter(account, version), limits.join(" ")))],
        vec![Part::Text(format!("{} REQUIRE {}", alter(account, version), require(&options)))],
    ]
}

fn altered(row: &MysqlUser, account: &Account, version: Version, changed: &[MysqlUserAttribute]) -> Result<Vec<Body>> {
    let mut statements = Vec::new();
    let is_changed = |attribute| changed.contains(&attribute);
    if is_changed(MysqlUserAttribute::PasswordHash) || is_changed(MysqlUserAttribute::Plugin) {
        statements.extend(proof(row, account, version)?);
    }
    for (attribute, name) in LIMITS.iter().filter(|(attribute, _)| is_changed(*attribute)) {
        let limit = limit_of(row, *attribute);
        statements.push(vec![Part::Text(format!("{} WITH {name} {limit}", alter(account, version)))]);
    }
    if is_changed(MysqlUserAttribute::TlsOptions) {
        let options = require(row.tls_options.as_deref().unwrap_or_default());
        statements.push(vec![Part::Text(format!("{} REQUIRE {options}", alter(account, version)))]);
    }
    Ok(statements)
}

/// Returns the statements that change the authentication of a user.
fn proof(row: &MysqlUser, account: &Account, version: Version) -> Result<Vec<Body>> {
    let hash = row.password_hash.as_ref();
    let plugin = row.plugin.as_deref();
    if version.is_from([5, 7, 6], [10, 2, 0]) {
        let is_native = |hash: &str| hash.is_empty() || hash.starts_with('*');
        if plugin.is_none_or(|plugin| plugin == NATIVE) && !hash.and_then(Text::clear).is_none_or(is_native) {
            return Err(Error::invalid("Only mysql_native_password (*ABCD...XXX) hashes are supported."));
        }
        return Ok(vec![identified(format!("ALTER USER {}", account.sql()), plugin.unwrap_or(NATIVE), hash)]);
    }
    let Some(plugin) = plugin else {
        return Ok(vec![with_text(format!("SET PASSWORD FOR {} = ", account.sql()), hash)]);
    };
    let mut update = with_text(
        format!("UPDATE mysql.user SET plugin = {}, password = ", quoted(plugin)),
        hash.filter(|_| plugin == NATIVE),
    );
    let (user, host) = (quoted(&account.user), quoted(&account.host));
    update.push(Part::Text(format!(" WHERE user = {user} AND host = {host}")));
    Ok(vec![update, vec!["FLUSH PRIVILEGES".into()]])
}

/// Returns the start of a statement that changes a user. Older servers only support this through a grant
/// without privileges.
fn alter(account: &Account, version: Version) -> String {
    let user = account.sql();
    if version.is_from([5, 7, 6], [10, 2, 0]) {
        format!("ALTER USER {user}")
    } else {
        format!("GRANT USAGE ON *.* TO {user}")
    }
}

fn identified(start: String, plugin: &str, hash: Option<&Text>) -> Body {
    let start = format!("{start} IDENTIFIED WITH {}", quoted(plugin));
    match hash {
        Some(hash) => with_text(format!("{start} AS "), Some(hash)),
        None => vec![Part::Text(start)],
    }
}

/// Appends a text as a string literal. A Sensitive text is escaped by the host.
fn with_text(start: String, text: Option<&Text>) -> Body {
    let text = match text {
        Some(Text::Clear(text)) => Part::Text(escaped(text)),
        Some(Text::Secret(secret)) => secret.part(Form::SqlString),
        None => "".into(),
    };
    vec![Part::Text(start + "'"), text, "'".into()]
}

fn limit_of(row: &MysqlUser, attribute: MysqlUserAttribute) -> String {
    let limit = match attribute {
        MysqlUserAttribute::MaxUserConnections => &row.max_user_connections,
        MysqlUserAttribute::MaxConnectionsPerHour => &row.max_connections_per_hour,
        MysqlUserAttribute::MaxQueriesPerHour => &row.max_queries_per_hour,
        _ => &row.max_updates_per_hour,
    };
    match limit {
        Some(Value::Integer(number)) => number.to_string(),
        Some(Value::Text(digits)) => digits.clone(),
        _ => "0".to_owned(),
    }
}

fn require(options: &[String]) -> String {
    let sql = |option: &String| tls(option).1.unwrap_or_else(|| option.clone());
    options.iter().map(sql).collect::<Vec<_>>().join(" AND ")
}
