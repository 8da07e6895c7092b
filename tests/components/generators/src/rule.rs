//! Provider that reads all rules of a table at once, regardless of the number of managed ones.

use std::collections::BTreeMap;

use marotte_sdk::prelude::*;

use crate::schema::{Ensure, Protocol, Rule, RuleAttribute, RuleState};

/// Rules by name.
type Rules = BTreeMap<String, String>;

/// The tables that were listed in this run.
#[derive(Debug)]
pub struct RuleProvider(BTreeMap<Protocol, Result<Rules>>);

fn table(protocol: Protocol) -> &'static str {
    match protocol {
        Protocol::Ipv4 => "ipv4",
        Protocol::Ipv6 => "ipv6",
    }
}

/// Lists tables with one command for each.
fn list(system: &impl ReadSystem, protocols: &[Protocol]) -> Vec<Result<Rules>> {
    let commands: Vec<Command> =
        protocols.iter().map(|protocol| Command::named("rules", &["list", table(*protocol)])).collect();
    let outputs = system.query(&commands).into_iter();
    let rules = |text: &str| text.lines().filter_map(|line| line.split_once(' ')).map(owned).collect();
    outputs.map(|output| Ok(rules(&output?.success("rules")?.text()))).collect()
}

fn owned((name, action): (&str, &str)) -> (String, String) {
    (name.to_owned(), action.to_owned())
}

impl Open for RuleProvider {
    fn open(_name: &str, _features: &[String]) -> Result<Self> {
        Ok(Self(BTreeMap::new()))
    }
}

impl Provider for RuleProvider {
    type Resource = Rule;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<Rule>]) -> Vec<Result<State<Rule>>> {
        let mut unknown: Vec<Protocol> =
            rows.iter().map(|row| row.protocol).filter(|protocol| !self.0.contains_key(protocol)).collect();
        unknown.sort();
        unknown.dedup();
        self.0.extend(unknown.iter().copied().zip(list(system, &unknown)));
        for_each_row(rows, |row| match &self.0[&row.protocol] {
            Ok(rules) => Ok(match rules.get(&row.name) {
                Some(action) => RuleState { ensure: Some(Ensure::Present), action: Some(action.clone()) },
                None => RuleState { ensure: Some(Ensure::Absent), action: None },
            }
            .into()),
            Err(error) => Err(error.clone()),
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Rule>,
        _is: &RuleState,
        _changed: &[RuleAttribute],
    ) -> Result<Applied<RuleAttribute>> {
        let protocol = table(row.protocol);
        let arguments = match row.ensure {
            Ensure::Present => vec!["set", protocol, &row.name, row.action.as_deref().unwrap_or("drop")],
            Ensure::Absent => vec!["delete", protocol, &row.name],
        };
        system.mutate(&Command::named("rules", &arguments))?.success("rules")?;
        Ok(Applied::all())
    }
}

impl Instances for RuleProvider {
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<Rule>>> {
        let mut all = vec![];
        for rules in list(system, &[Protocol::Ipv4, Protocol::Ipv6]) {
            all.extend(rules?.into_iter().map(|(title, action)| {
                let is = RuleState { ensure: Some(Ensure::Present), action: Some(action) };
                Instance { title, is }
            }));
        }
        Ok(all)
    }
}
