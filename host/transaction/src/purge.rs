//! The type `resources`, which removes existing resources that are not in the catalog. The purged type must be
//! listable and must support `ensure => absent`.

use std::ops::RangeInclusive;
use std::sync::Arc;

use catalog::Value;
use catalog::schema::{Role, TypeSchema};
use rustc_hash::FxHashSet;
use thiserror::Error;

use crate::convert::{Converter, ConverterError};
use crate::display::inspect;
use crate::provider::{Generated, Instance, ProviderError, Providers, Row};
use crate::resource_type::ResourceType;

/// Users that are never purged.
const SYSTEM_USERS: [&str; 6] = ["root", "nobody", "bin", "noaccess", "daemon", "sys"];

/// Reason why resources cannot be purged. Displays as Puppet's message if Puppet has one.
#[derive(Debug, Error)]
pub(crate) enum PurgeError {
    /// The type does not exist.
    #[error("Could not find resource type '{0}'")]
    UnknownType(String),
    /// The type has no attribute `ensure`.
    #[error("Purging is only supported on types that accept 'ensure'")]
    NeverAbsent,
    /// The attribute `ensure` of the type does not accept `absent`.
    #[error("The 'ensure' attribute on {0} resources does not accept 'absent' as a value")]
    AbsentRefused(String),
    /// The type has no providers.
    #[error("{0} has no providers and has not overridden 'instances'")]
    WithoutProviders(String),
    /// A provider cannot list resources.
    #[error(
        "To support listing resources of this type the '{0}' provider needs to implement an 'instances' class method \
         returning the current set of resources. We recommend porting your module to the simpler Resource API instead: \
         https://puppet.com/search/docs?keys=resource+api"
    )]
    Unlisted(String),
    /// The highest uid of system users is not specified.
    #[error("this version of Marotte does not read UID_MIN; specify the highest uid of a system user, or false")]
    UnknownUidMin,
    /// The value is not a list of uids. Contains the value as formatted by Ruby's `inspect`.
    #[error("Invalid value {0}.")]
    NotUids(String),
    /// The listed state of a user that may be excluded from purging has no uid.
    #[error("The uid of User[{0}] is not known")]
    UidUnknown(String),
    /// The attribute `ensure` of the schema cannot be used.
    #[error(transparent)]
    Schema(#[from] ConverterError),
    /// A provider failed.
    #[error(transparent)]
    Provider(#[from] ProviderError),
}

/// A resource of type `resources`.
struct Purge<'a> {
    kind: &'a ResourceType,
    row: &'a Row,
}

/// Users excluded from purging.
struct ExcludedUsers {
    range: RangeInclusive<i64>,
    uids: Vec<i64>,
}

/// Checks the attributes of a purging resource as far as possible without accessing the system. `schema` returns the
/// schema of a type.
///
/// # Errors
/// Returns the invalid attribute and the reason.
pub(crate) fn check(
    kind: &ResourceType,
    row: &Row,
    schema: impl FnOnce(&str) -> Option<Arc<TypeSchema>>,
) -> Result<(), (&'static str, PurgeError)> {
    let purge = Purge { kind, row };
    let name = purge.type_name();
    let Some(schema) = schema(&name) else {
        return Err(("name", PurgeError::UnknownType(purge.text("name").to_owned())));
    };
    if !purge.is_wanted() {
        return Ok(());
    }
    if !schema.attribute("ensure").is_some_and(|ensure| ensure.role == Role::Property) {
        return Err(("purge", PurgeError::NeverAbsent));
    }
    purge.excluded_users().map(|_| ())
}

/// Returns the existing resources that a purging resource removes, each with `ensure => absent`; `None` if purging is not
/// enabled. The caller removes those in the catalog.
pub(crate) fn list(
    kind: &ResourceType,
    row: &Row,
    providers: &mut dyn Providers,
) -> Option<Result<Vec<Generated>, PurgeError>> {
    let purge = Purge { kind, row };
    purge.is_wanted().then(|| purge.list(providers))
}

impl Purge<'_> {
    fn value(&self, attribute: &str) -> Option<&Value> {
        self.row.value(self.kind.column(attribute)?)
    }

    fn text(&self, attribute: &str) -> &str {
        self.value(attribute).and_then(Value::as_str).unwrap_or_default()
    }

    fn type_name(&self) -> String {
        self.text("name").to_lowercase()
    }

    fn is_wanted(&self) -> bool {
        self.value("purge") == Some(&Value::Boolean(true))
    }

    fn list(&self, providers: &mut dyn Providers) -> Result<Vec<Generated>, PurgeError> {
        let type_name = self.type_name();
        let schema = providers.schema(&type_name).ok_or_else(|| PurgeError::UnknownType(type_name.clone()))?;
        let ensure = schema.attribute("ensure").ok_or(PurgeError::NeverAbsent)?;
        let absent = Converter::new(ensure)?.convert("absent".into());
        let absent = absent.map_err(|_| PurgeError::AbsentRefused(type_name.clone()))?;
        let offered = providers.providers(&type_name);
        let first = offered.first().ok_or_else(|| PurgeError::WithoutProviders(type_name.clone()))?;
        if !offered.iter().any(|provider| provider.hooks.instances) {
            return Err(PurgeError::Unlisted(first.name.to_string()));
        }
        let excluded = self.excluded_users().map_err(|(_, reason)| reason)?;
        let uid = schema.column("uid").and_then(|column| u16::try_from(column).ok());
        let mut seen = FxHashSet::default();
        let mut all = vec![];
        // As in Puppet, nothing is listed if no provider is suitable.
        for provider in offered.iter().filter(|provider| provider.unsuitable.is_none()) {
            if !provider.hooks.instances {
                return Err(PurgeError::Unlisted(provider.name.to_string()));
            }
            for listed in providers.instances(&type_name, &provider.name)? {
                let is_excluded_user =
                    excluded.as_ref().map_or(Ok(false), |excluded| excluded.contains(&listed, uid))?;
                if is_excluded_user || !seen.insert(listed.title.clone()) {
                    continue;
                }
                let provider = Value::from(&*provider.name);
                let parameters = vec![("ensure".to_owned(), absent.clone()), ("provider".to_owned(), provider)];
                let title = listed.title;
                all.push(Generated { parent: self.row.id, type_name: type_name.clone(), title, parameters });
            }
        }
        Ok(all)
    }

    /// Returns the users excluded from purging; `None` for other types and if no users are excluded.
    fn excluded_users(&self) -> Result<Option<ExcludedUsers>, (&'static str, PurgeError)> {
        if self.type_name() != "user" {
            return Ok(None);
        }
        let highest = match self.value("unless_system_user") {
            Some(Value::Integer(highest)) => *highest,
            Some(value) if value.as_str() == Some("false") => return Ok(None),
            value => match value.and_then(Value::as_str).map(str::parse) {
                Some(Ok(highest)) => highest,
                // In this case, Puppet reads UID_MIN from /etc/login.defs.
                _ => return Err(("unless_system_user", PurgeError::UnknownUidMin)),
            },
        };
        let uids = self.value("unless_uid").map(Value::elements).unwrap_or_default();
        let number = |value: &Value| match value {
            Value::Integer(number) => Some(*number),
            other => other.as_str()?.parse().ok(),
        };
        let uids: Option<Vec<i64>> = uids.iter().map(number).collect();
        let uids = uids.ok_or_else(|| {
            ("unless_uid", PurgeError::NotUids(inspect(self.value("unless_uid").unwrap_or(&Value::Undef))))
        })?;
        Ok(Some(ExcludedUsers { range: i64::MIN..=highest, uids }))
    }
}

impl ExcludedUsers {
    fn contains(&self, listed: &Instance, uid: Option<u16>) -> Result<bool, PurgeError> {
        if SYSTEM_USERS.contains(&listed.title.as_str()) {
            return Ok(true);
        }
        match uid.and_then(|column| listed.state.value(column)) {
            Some(Value::Integer(uid)) => Ok(self.range.contains(uid) || self.uids.contains(uid)),
            _ => Err(PurgeError::UidUnknown(listed.title.clone())),
        }
    }
}
