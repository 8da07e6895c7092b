//! Policies, which apply to all queues and exchanges whose names match a pattern.

use marotte_sdk::json;
use marotte_sdk::prelude::*;

use crate::ctl;
use crate::{ApplyTo, Ensure, RabbitmqPolicy, RabbitmqPolicyAttribute, RabbitmqPolicyState};

/// Definition keys with integer values.
const NUMBERS: [&str; 6] =
    ["expires", "message-ttl", "max-length", "max-length-bytes", "shards-per-node", "ha-sync-batch-size"];

/// Provider for the policies of a broker.
#[derive(Debug, Default)]
pub struct Policies;

impl Provider for Policies {
    type Resource = RabbitmqPolicy;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<RabbitmqPolicy>]) -> Vec<Result<State<RabbitmqPolicy>>> {
        let lists = ctl::lists_by_vhost(system, "list_policies", rows.iter().map(|row| row.name.as_str()), &[]);
        for_each_row(rows, |row| {
            let Some(record) = ctl::find(&lists, &row.name, "name")? else {
                return Ok(RabbitmqPolicyState::absent().into());
            };
            let is = state(record)?;
            let is_same = match (&row.definition, &is.definition) {
                (Some(should), Some(is)) => ctl::is_same(should, is),
                _ => false,
            };
            let state = State::new(is);
            Ok(if is_same { state.with(Verdict::insync(RabbitmqPolicyAttribute::Definition)) } else { state })
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<RabbitmqPolicy>,
        is: &RabbitmqPolicyState,
        _changed: &[RabbitmqPolicyAttribute],
    ) -> Result<Applied<RabbitmqPolicyAttribute>> {
        let (name, vhost) = ctl::split(&row.name);
        let vhost = ctl::vhost_option(vhost);
        if row.ensure == Ensure::Absent {
            ctl::order(system, &["clear_policy", &vhost, "--", name])?;
            return Ok(Applied::all());
        }
        let missing = |what: &str| Error::invalid(format!("{what} parameter is required."));
        let pattern = row.pattern.as_ref().or(is.pattern.as_ref()).ok_or_else(|| missing("pattern"))?;
        let definition = row.definition.as_ref().or(is.definition.as_ref()).ok_or_else(|| missing("definition"))?;
        let definition = json::compact(definition)?;
        let (priority, applyto) = (plain(&row.priority), row.applyto.name());
        let words = ["--priority", &priority, "--apply-to", applyto, "--", name, pattern, &definition];
        ctl::order(system, &[&["set_policy", vhost.as_str()], &words[..]].concat())?;
        Ok(Applied::all())
    }
}

impl Canonicalize for RabbitmqPolicy {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        for (is_missing, name) in [(row.pattern.is_none(), "pattern"), (row.definition.is_none(), "definition")] {
            if is_missing && row.ensure == Ensure::Present {
                problems.error(row, None, format!("{name} parameter is required."));
            }
        }
        let Some(Value::Hash(definition)) = &row.definition else { return };
        match munged(definition) {
            Ok(definition) => row.definition = Some(Value::Hash(definition)),
            Err(message) => problems.error(row, RabbitmqPolicyAttribute::Definition, message),
        }
    }
}

impl Relate for RabbitmqPolicy {
    fn relate(row: &Row<Self>, _system: &impl System) -> Vec<Relation> {
        vec![Relation::require("rabbitmq_vhost", vec![ctl::split(&row.name).1.to_owned()])]
    }
}

impl ApplyTo {
    fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Exchanges => "exchanges",
            Self::Queues => "queues",
        }
    }
}

fn state(record: &ctl::Record) -> Result<RabbitmqPolicyState> {
    let definition = match record.value("definition")? {
        Value::Text(text) => json::parse(text)?,
        other => other.clone(),
    };
    let applyto = match record.text("apply-to")? {
        "exchanges" => ApplyTo::Exchanges,
        "queues" => ApplyTo::Queues,
        _ => ApplyTo::All,
    };
    Ok(RabbitmqPolicyState {
        ensure: Some(Ensure::Present),
        pattern: Some(record.text("pattern")?.to_owned()),
        applyto: Some(applyto),
        definition: Some(definition),
        priority: Some(plain(record.value("priority")?).into()),
    })
}

fn plain(value: &Value) -> String {
    match value {
        Value::Integer(number) => number.to_string(),
        Value::Text(text) => text.clone(),
        other => other.type_name().to_owned(),
    }
}

/// Puppet: values are texts; the values of some keys are converted to numbers.
fn munged(definition: &[(Value, Value)]) -> Result<Vec<(Value, Value)>, String> {
    let is = |key: &str, value: &str| definition.contains(&(key.into(), value.into()));
    let entry = |(key, value): &(Value, Value)| {
        let name = plain(key);
        let value = match value {
            Value::Array(_) if name == "ha-params" && is("ha-mode", "nodes") => value.clone(),
            _ if name == "ha-params" && is("ha-mode", "nodes") => {
                return Err(format!("Invalid definition, value {} for key {name} is not an array", plain(value)));
            }
            Value::Text(text) if name == "ha-params" && is("ha-mode", "exactly") => {
                number(text).ok_or_else(|| format!("Invalid ha-params '{text}' for ha-mode 'exactly'"))?
            }
            Value::Text(text) if NUMBERS.contains(&name.as_str()) => {
                number(text).ok_or_else(|| format!("Invalid {name} value '{text}'"))?
            }
            Value::Text(_) => value.clone(),
            // Values that are already converted are preserved.
            Value::Integer(_) if NUMBERS.contains(&name.as_str()) || name == "ha-params" => value.clone(),
            other => return Err(format!("Invalid definition, value {} is not a string", plain(other))),
        };
        Ok((key.clone(), value))
    };
    definition.iter().map(entry).collect()
}

/// Parses an integer in canonical form.
fn number(text: &str) -> Option<Value> {
    text.parse::<i64>().ok().filter(|number| number.to_string() == text).map(Value::Integer)
}
