//! Queues. Their properties are set on creation and never changed.

use marotte_sdk::prelude::*;

use crate::exchange::{relations, titles};
use crate::{Ensure, RabbitmqQueue, RabbitmqQueueAttribute, RabbitmqQueueState, admin, ctl};

/// Provider for the queues of a broker.
#[derive(Debug, Default)]
pub struct Queues;

impl Provider for Queues {
    type Resource = RabbitmqQueue;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<RabbitmqQueue>]) -> Vec<Result<State<RabbitmqQueue>>> {
        let lists = ctl::lists_by_vhost(system, "list_queues", rows.iter().map(|row| row.name.as_str()), &["name"]);
        for_each_row(rows, |row| {
            let is_there = ctl::find(&lists, &row.name, "name")?.is_some();
            let ensure = if is_there { Ensure::Present } else { Ensure::Absent };
            Ok(RabbitmqQueueState { ensure: Some(ensure) }.into())
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<RabbitmqQueue>,
        _is: &RabbitmqQueueState,
        _changed: &[RabbitmqQueueAttribute],
    ) -> Result<Applied<RabbitmqQueueAttribute>> {
        let (name, vhost) = ctl::split(&row.name);
        let words = match row.ensure {
            Ensure::Absent => vec!["delete".to_owned(), "queue".to_owned(), format!("name={name}")],
            Ensure::Present => vec![
                "declare".to_owned(),
                "queue".to_owned(),
                format!("name={name}"),
                format!("durable={}", row.durable),
                format!("auto_delete={}", row.auto_delete),
                admin::arguments(row.arguments.as_ref())?,
            ],
        };
        admin::order(system, row, vhost, (&row.user, &row.password), &words)?;
        Ok(Applied::all())
    }
}

impl Instances for Queues {
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<RabbitmqQueue>>> {
        let is = || RabbitmqQueueState { ensure: Some(Ensure::Present) };
        let titles = titles(system, "list_queues")?;
        Ok(titles.into_iter().map(|title| Instance { title, is: is() }).collect())
    }
}

impl Relate for RabbitmqQueue {
    fn relate(row: &Row<Self>, _system: &impl System) -> Vec<Relation> {
        relations(&row.name, &row.user)
    }
}
