//! Parameters of broker components such as shovel and federation.

use marotte_sdk::json;
use marotte_sdk::prelude::*;

use crate::ctl;
use crate::{Ensure, RabbitmqParameter, RabbitmqParameterAttribute, RabbitmqParameterState};

/// Provider for the parameters of a broker.
#[derive(Debug, Default)]
pub struct Parameters;

impl Provider for Parameters {
    type Resource = RabbitmqParameter;

    fn get(
        &mut self,
        system: &impl ReadSystem,
        rows: &[Row<RabbitmqParameter>],
    ) -> Vec<Result<State<RabbitmqParameter>>> {
        let lists = ctl::lists_by_vhost(system, "list_parameters", rows.iter().map(|row| row.name.as_str()), &[]);
        for_each_row(rows, |row| {
            let Some(record) = ctl::find(&lists, &row.name, "name")? else {
                return Ok(RabbitmqParameterState::absent().into());
            };
            let value = match record.value("value")? {
                Value::Text(text) => json::parse(text)?,
                other => other.clone(),
            };
            let is_same = row.value.as_ref().is_some_and(|should| ctl::is_same(should, &value));
            let state = State::new(RabbitmqParameterState {
                ensure: Some(Ensure::Present),
                component_name: Some(record.text("component")?.to_owned()),
                value: Some(value),
            });
            Ok(if is_same { state.with(Verdict::insync(RabbitmqParameterAttribute::Value)) } else { state })
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<RabbitmqParameter>,
        is: &RabbitmqParameterState,
        _changed: &[RabbitmqParameterAttribute],
    ) -> Result<Applied<RabbitmqParameterAttribute>> {
        let (name, vhost) = ctl::split(&row.name);
        let vhost = ctl::vhost_option(vhost);
        let missing = |what: &str| Error::invalid(format!("{what} parameter is required."));
        if let Some(known) = is.component_name.as_deref()
            && (row.ensure == Ensure::Absent || row.component_name.as_deref().is_some_and(|wanted| wanted != known))
        {
            // The component is part of a parameter's identity, so the parameter of the previous component is
            // removed.
            ctl::order(system, &["clear_parameter", &vhost, "--", known, name])?;
        }
        if row.ensure == Ensure::Present {
            let component = row.component_name.as_deref().or(is.component_name.as_deref());
            let component = component.ok_or_else(|| missing("component_name"))?;
            let value = row.value.as_ref().or(is.value.as_ref()).ok_or_else(|| missing("value"))?;
            let value = json::compact(value)?;
            ctl::order(system, &["set_parameter", &vhost, "--", component, name, &value])?;
        }
        Ok(Applied::all())
    }
}

impl Canonicalize for RabbitmqParameter {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        for (is_missing, name) in [(row.component_name.is_none(), "component_name"), (row.value.is_none(), "value")] {
            if is_missing && row.ensure == Ensure::Present {
                problems.error(row, None, format!("{name} parameter is required."));
            }
        }
        if row.component_name.as_deref() == Some("") {
            problems.error(row, RabbitmqParameterAttribute::ComponentName, "component_name must be defined");
        }
        let Some(Value::Hash(values)) = &row.value else { return };
        match values.iter().map(munged).collect::<Option<Vec<_>>>() {
            Some(values) => row.value = Some(Value::Hash(values)),
            None => problems.error(row, RabbitmqParameterAttribute::Value, "Invalid value"),
        }
    }
}

impl Relate for RabbitmqParameter {
    fn relate(row: &Row<Self>, _system: &impl System) -> Vec<Relation> {
        vec![Relation::require("rabbitmq_vhost", vec![ctl::split(&row.name).1.to_owned()])]
    }
}

/// Puppet: values are texts or booleans; a text that contains an integer is converted.
fn munged((key, value): &(Value, Value)) -> Option<(Value, Value)> {
    let value = match value {
        Value::Text(text) => {
            let is_number = text.strip_prefix(['-', '+']).unwrap_or(text).bytes().all(|byte| byte.is_ascii_digit());
            let number = text.parse::<i64>().ok().filter(|_| is_number);
            number.map_or_else(|| value.clone(), Value::Integer)
        }
        Value::Boolean(_) | Value::Integer(_) => value.clone(),
        _ => return None,
    };
    Some((key.clone(), value))
}
