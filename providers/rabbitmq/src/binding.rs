//! Bindings from an exchange to a queue or to another exchange. A binding is identified by source,
//! destination, virtual host and routing key, and cannot be changed.

use marotte_sdk::prelude::*;

use crate::vhost::names;
use crate::{Destination, Ensure, RabbitmqBinding, RabbitmqBindingAttribute, RabbitmqBindingState, admin, ctl};

/// The columns requested for each binding.
const COLUMNS: [&str; 5] = ["source_name", "destination_name", "destination_kind", "routing_key", "arguments"];

/// Name of the empty routing key in the properties key of a binding.
const EMPTY: &str = "~";

/// Provider for the bindings of a broker.
#[derive(Debug, Default)]
pub struct Bindings;

impl Provider for Bindings {
    type Resource = RabbitmqBinding;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<RabbitmqBinding>]) -> Vec<Result<State<RabbitmqBinding>>> {
        let vhosts = ctl::once(rows.iter().map(|row| row.vhost.as_str()));
        let lists = ctl::lists_of(system, "list_bindings", &vhosts, &COLUMNS);
        let lists: ctl::Lists<'_> = vhosts.into_iter().zip(lists).collect();
        for_each_row(rows, |row| {
            let records = match lists.get(row.vhost.as_str()) {
                Some(records) => records.as_ref().map_err(|error| error.clone())?.as_slice(),
                None => &[],
            };
            let is_own = |record: &&ctl::Record| {
                let is = |column: &str, wanted: &str| record.text(column).is_ok_and(|text| text == wanted);
                is(COLUMNS[0], &row.source) && is(COLUMNS[1], &row.destination) && is(COLUMNS[3], &row.routing_key)
            };
            let Some(record) = records.iter().find(is_own) else {
                return Ok(RabbitmqBindingState::absent().into());
            };
            let is = state(record, &row.vhost)?;
            let is_same = match (&row.arguments, &is.arguments) {
                (Some(should), Some(is)) => ctl::is_same(should, is),
                _ => false,
            };
            let state = State::new(is);
            Ok(if is_same { state.with(Verdict::insync(RabbitmqBindingAttribute::Arguments)) } else { state })
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<RabbitmqBinding>,
        is: &RabbitmqBindingState,
        changed: &[RabbitmqBindingAttribute],
    ) -> Result<Applied<RabbitmqBindingAttribute>> {
        if !changed.contains(&RabbitmqBindingAttribute::Ensure) {
            return Err(Error::invalid("a binding cannot be changed; remove it and create another one"));
        }
        let has_arguments = matches!(&is.arguments, Some(Value::Hash(entries)) if !entries.is_empty());
        if row.ensure == Ensure::Absent && has_arguments {
            return Err(Error::invalid(
                "a binding with arguments cannot be removed, since its routing key does not identify it",
            ));
        }
        let kind = row.destination_type.name();
        let (source, destination) = (format!("source={}", row.source), format!("destination={}", row.destination));
        let kind = format!("destination_type={kind}");
        let words = match row.ensure {
            Ensure::Absent => {
                let key = if row.routing_key.is_empty() { EMPTY } else { &row.routing_key };
                let key = format!("properties_key={key}");
                vec!["delete".to_owned(), "binding".to_owned(), source, kind, destination, key]
            }
            Ensure::Present => {
                let arguments = admin::arguments(row.arguments.as_ref())?;
                let key = format!("routing_key={}", row.routing_key);
                vec!["declare".to_owned(), "binding".to_owned(), source, destination, arguments, key, kind]
            }
        };
        admin::order(system, row, &row.vhost, (&row.user, &row.password), &words)?;
        Ok(Applied::all())
    }
}

impl Instances for Bindings {
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<RabbitmqBinding>>> {
        let vhosts = names(system)?;
        let hosts: Vec<&str> = vhosts.iter().map(String::as_str).collect();
        let mut found = Vec::new();
        for (vhost, records) in hosts.iter().zip(ctl::lists_of(system, "list_bindings", &hosts, &COLUMNS)) {
            for record in records? {
                let is = state(&record, vhost)?;
                let text = |text: &Option<String>| text.clone().unwrap_or_default();
                let (source, destination, key) = (text(&is.source), text(&is.destination), text(&is.routing_key));
                // The implicit binding of every queue to the default exchange cannot be managed.
                if !source.is_empty() {
                    found.push((format!("{source}@{destination}@{vhost}@{key}"), is));
                }
            }
        }
        // Puppet: the title is a digest, since bindings have no name.
        let bodies: Vec<Body> = found.iter().map(|(name, _)| vec![name.as_str().into()]).collect();
        let titles = system.digest(&bodies, "sha256").into_iter();
        titles.zip(found).map(|(title, (_, is))| Ok(Instance { title: title?, is })).collect()
    }
}

impl Canonicalize for RabbitmqBinding {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        for (end, name) in [(&row.source, "source"), (&row.destination, "destination")] {
            if end.is_empty() {
                problems.error(row, None, format!("`{name}` must be defined"));
            }
        }
    }
}

impl Relate for RabbitmqBinding {
    fn relate(row: &Row<Self>, _system: &impl System) -> Vec<Relation> {
        let at = |name: &str| format!("{name}@{}", row.vhost);
        let mut exchanges = vec![at(&row.source)];
        let mut queues = Vec::new();
        match row.destination_type {
            Destination::Exchange => exchanges.push(at(&row.destination)),
            Destination::Queue => queues.push(at(&row.destination)),
        }
        vec![
            Relation::require("rabbitmq_vhost", vec![row.vhost.clone()]),
            Relation::require("rabbitmq_exchange", exchanges),
            Relation::require("rabbitmq_queue", queues),
            Relation::require("rabbitmq_user", vec![row.user.clone()]),
            Relation::require("rabbitmq_user_permissions", vec![at(&row.user)]),
        ]
    }
}

impl Destination {
    fn name(self) -> &'static str {
        match self {
            Self::Queue => "queue",
            Self::Exchange => "exchange",
        }
    }
}

fn state(record: &ctl::Record, vhost: &str) -> Result<RabbitmqBindingState> {
    let text = |column: &str| record.text(column).map(|text| Some(text.to_owned()));
    let arguments = table(record.value(COLUMNS[4])?);
    let is_exchange = record.text(COLUMNS[2])? == "exchange";
    Ok(RabbitmqBindingState {
        ensure: Some(Ensure::Present),
        source: text(COLUMNS[0])?,
        destination: text(COLUMNS[1])?,
        vhost: Some(vhost.to_owned()),
        routing_key: text(COLUMNS[3])?,
        destination_type: Some(if is_exchange { Destination::Exchange } else { Destination::Queue }),
        arguments: Some(arguments),
    })
}

/// Converts a table: an array of entries with name, type and value.
fn table(entries: &Value) -> Value {
    let entry = |entry: &Value| match entry {
        Value::Array(parts) => match parts.as_slice() {
            [name, Value::Text(kind), value] => Some((name.clone(), typed(kind, value))),
            _ => None,
        },
        _ => None,
    };
    match entries {
        Value::Array(entries) => Value::Hash(entries.iter().filter_map(entry).collect()),
        other => other.clone(),
    }
}

fn typed(kind: &str, value: &Value) -> Value {
    let element = |element: &Value| match element {
        Value::Array(parts) => match parts.as_slice() {
            [Value::Text(kind), value] => typed(kind, value),
            _ => element.clone(),
        },
        other => other.clone(),
    };
    match (kind, value) {
        ("table", entries) => table(entries),
        ("array", Value::Array(elements)) => Value::Array(elements.iter().map(element).collect()),
        (_, value) => value.clone(),
    }
}
