//! Owns `resources`: what is on the machine and not in the catalog is asked to be absent. The type that is purged has to be one that can
//! be listed and can be absent.

use std::ops::RangeInclusive;
use std::sync::Arc;

use catalog::schema::{Role, TypeSchema};
use catalog::{ResourceIndex, Value};
use rustc_hash::FxHashSet;

use crate::convert::Converter;
use crate::issue;
use crate::kind::Kind;
use crate::provider::{Generated, Instance, Providers, Row};
use crate::transaction::Transaction;

/// Users that no system does without.
const SYSTEM_USERS: [&str; 6] = ["root", "nobody", "bin", "noaccess", "daemon", "sys"];

/// What a resource that purges says.
struct Purge<'a> {
    kind: &'a Kind,
    row: &'a Row,
}

/// Which users stay.
struct Spared {
    uids: RangeInclusive<i64>,
    others: Vec<i64>,
}

/// Checks what a resource that may purge says, as far as it can be told without the machine. `schema` finds a type.
///
/// # Errors
/// The attribute that is wrong, and why.
pub(crate) fn check(
    kind: &Kind,
    row: &Row,
    schema: impl FnOnce(&str) -> Option<Arc<TypeSchema>>,
) -> Result<(), (&'static str, String)> {
    let purge = Purge { kind, row };
    let name = purge.type_name();
    let Some(schema) = schema(&name) else { return Err(("name", issue::unknown_type(purge.text("name")))) };
    if !purge.is_wanted() {
        return Ok(());
    }
    if !schema.attribute("ensure").is_some_and(|ensure| ensure.role == Role::Property) {
        return Err(("purge", issue::never_absent()));
    }
    purge.spared().map(|_| ())
}

impl Transaction<'_> {
    /// Lists what resources of one group, all of which may purge, want to be absent.
    pub(crate) fn purge(
        &mut self,
        group: usize,
        members: &[ResourceIndex],
    ) -> Vec<(ResourceIndex, Result<Vec<Generated>, String>)> {
        let kind = &self.prepared.kinds[self.prepared.groups[group].kind];
        let entries =
            members.iter().filter_map(|index| Some((*index, self.prepared.entries[index.to_usize()].as_ref()?)));
        let answers = entries.filter_map(|(index, entry)| {
            let purge = Purge { kind, row: &entry.row };
            purge.is_wanted().then(|| (index, purge.list(self.providers)))
        });
        let answers = answers.collect();
        self.pass_on(group);
        answers
    }
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

    /// Returns what there is and is not spared, each with `ensure => absent`. What the catalog has is left out by who takes it in.
    fn list(&self, providers: &mut dyn Providers) -> Result<Vec<Generated>, String> {
        let type_name = self.type_name();
        let schema = providers.schema(&type_name).ok_or_else(|| issue::unknown_type(&type_name))?;
        let ensure = schema.attribute("ensure").ok_or_else(issue::never_absent)?;
        let absent = Converter::new(ensure)?.convert("absent".into());
        let absent = absent.map_err(|_| issue::absent_refused(&type_name))?;
        let offered = providers.providers(&type_name);
        let first = offered.first().ok_or_else(|| issue::without_providers(&type_name))?;
        if !offered.iter().any(|provider| provider.hooks.instances) {
            return Err(issue::unlisted(&first.name));
        }
        let spared = self.spared().map_err(|(_, reason)| reason)?;
        let uid = schema.column("uid").and_then(|column| u16::try_from(column).ok());
        let mut seen = FxHashSet::default();
        let mut all = vec![];
        // While none can be used here, nothing is known to be there, as in Puppet.
        for provider in offered.iter().filter(|provider| provider.unsuitable.is_none()) {
            if !provider.hooks.instances {
                return Err(issue::unlisted(&provider.name));
            }
            for listed in providers.instances(&type_name, &provider.name).map_err(|fault| fault.message)? {
                let is_spared = spared.as_ref().map_or(Ok(false), |spared| spared.has(&listed, uid))?;
                if is_spared || !seen.insert(listed.title.clone()) {
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

    /// Returns the users that stay; nothing for other types and where all may go.
    fn spared(&self) -> Result<Option<Spared>, (&'static str, String)> {
        if self.type_name() != "user" {
            return Ok(None);
        }
        let greatest = match self.value("unless_system_user") {
            Some(Value::Integer(greatest)) => *greatest,
            Some(value) if value.as_str() == Some("false") => return Ok(None),
            value => match value.and_then(Value::as_str).map(str::parse) {
                Some(Ok(greatest)) => greatest,
                // Puppet reads UID_MIN of /etc/login.defs then.
                _ => return Err(("unless_system_user", issue::unknown_uid_min())),
            },
        };
        let others = self.value("unless_uid").map(Value::elements).unwrap_or_default();
        let number = |value: &Value| match value {
            Value::Integer(number) => Some(*number),
            other => other.as_str()?.parse().ok(),
        };
        let others: Option<Vec<i64>> = others.iter().map(number).collect();
        let others = others.ok_or_else(|| ("unless_uid", issue::not_uids(self.value("unless_uid"))))?;
        Ok(Some(Spared { uids: i64::MIN..=greatest, others }))
    }
}

impl Spared {
    fn has(&self, listed: &Instance, uid: Option<u16>) -> Result<bool, String> {
        if SYSTEM_USERS.contains(&listed.title.as_str()) {
            return Ok(true);
        }
        match uid.and_then(|column| listed.state.value(column)) {
            Some(Value::Integer(uid)) => Ok(self.uids.contains(uid) || self.others.contains(uid)),
            _ => Err(issue::uid_unknown(&listed.title)),
        }
    }
}
