//! Exchanges. Their properties are set on creation and never changed.

use marotte_sdk::prelude::*;

use crate::vhost::names;
use crate::{Ensure, RabbitmqExchange, RabbitmqExchangeAttribute, RabbitmqExchangeState, admin, ctl};

/// Prefix of exchanges created by the federation plugin.
const FEDERATION: &str = "federation:";

/// Provider for the exchanges of a broker.
#[derive(Debug, Default)]
pub struct Exchanges;

impl Provider for Exchanges {
    type Resource = RabbitmqExchange;

    fn get(
        &mut self,
        system: &impl ReadSystem,
        rows: &[Row<RabbitmqExchange>],
    ) -> Vec<Result<State<RabbitmqExchange>>> {
        let lists = ctl::lists_by_vhost(system, "list_exchanges", rows.iter().map(|row| row.name.as_str()), &["name"]);
        for_each_row(rows, |row| {
            let is_there = ctl::find(&lists, &row.name, "name")?.is_some();
            let ensure = if is_there { Ensure::Present } else { Ensure::Absent };
            Ok(RabbitmqExchangeState { ensure: Some(ensure) }.into())
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<RabbitmqExchange>,
        _is: &RabbitmqExchangeState,
        _changed: &[RabbitmqExchangeAttribute],
    ) -> Result<Applied<RabbitmqExchangeAttribute>> {
        let (name, vhost) = ctl::split(&row.name);
        let words = match row.ensure {
            Ensure::Absent => vec!["delete".to_owned(), "exchange".to_owned(), format!("name={name}")],
            Ensure::Present => vec![
                "declare".to_owned(),
                "exchange".to_owned(),
                format!("name={name}"),
                format!("type={}", row.r#type.as_deref().unwrap_or_default()),
                format!("internal={}", row.internal),
                format!("durable={}", row.durable),
                format!("auto_delete={}", row.auto_delete),
                admin::arguments(row.arguments.as_ref())?,
            ],
        };
        admin::order(system, row, vhost, (&row.user, &row.password), &words)?;
        Ok(Applied::all())
    }
}

impl Instances for Exchanges {
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<RabbitmqExchange>>> {
        let titles = titles(system, "list_exchanges")?;
        let is = || RabbitmqExchangeState { ensure: Some(Ensure::Present) };
        Ok(titles.into_iter().map(|title| Instance { title, is: is() }).collect())
    }
}

/// Returns the names of all objects of a kind in all virtual hosts, as `name@vhost`.
pub(crate) fn titles(system: &impl ReadSystem, what: &str) -> Result<Vec<String>> {
    let vhosts = names(system)?;
    let hosts: Vec<&str> = vhosts.iter().map(String::as_str).collect();
    let mut titles = Vec::new();
    for (vhost, records) in hosts.iter().zip(ctl::lists_of(system, what, &hosts, &["name"])) {
        for record in records? {
            titles.push(format!("{}@{vhost}", record.text("name")?));
        }
    }
    titles.retain(|title| !title.starts_with(FEDERATION));
    Ok(titles)
}

impl Canonicalize for RabbitmqExchange {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        if row.ensure == Ensure::Present && row.r#type.is_none() {
            let message = format!("must set type when creating exchange for {} whose type is ", row.name);
            problems.error(row, None, message);
        }
    }
}

impl Relate for RabbitmqExchange {
    fn relate(row: &Row<Self>, _system: &impl System) -> Vec<Relation> {
        relations(&row.name, &row.user)
    }
}

/// Returns the automatic relationships of an object that a user creates in a virtual host.
pub(crate) fn relations(name: &str, user: &str) -> Vec<Relation> {
    let vhost = ctl::split(name).1;
    vec![
        Relation::require("rabbitmq_vhost", vec![vhost.to_owned()]),
        Relation::require("rabbitmq_user", vec![user.to_owned()]),
        Relation::require("rabbitmq_user_permissions", vec![format!("{user}@{vhost}")]),
    ]
}
