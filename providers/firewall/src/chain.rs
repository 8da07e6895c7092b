//! Chains: built-in ones, of which only the policy can be changed, and user-defined ones. Purging a chain
//! generates one resource per rule; resources in the catalog take precedence.

use marotte_sdk::prelude::*;
use marotte_sdk::regex::Regex;

use crate::canonical::{INTERNAL, parts};
use crate::family::{Family, Ipv4, Ipv6};
use crate::iptables_save::{Chain, Rule, SavedRules};
use crate::rules::{named, saved};
use crate::{Ensure, Firewallchain, FirewallchainAttribute, FirewallchainState, Policy, persist};

/// The provider for chains of both address families.
#[derive(Debug, Default)]
pub struct Chains;

/// Reads the tables of an address family, given by its name in chains.
fn tables(system: &impl ReadSystem, protocol: &str) -> Result<SavedRules> {
    if protocol == Ipv6::PROTOCOL { saved::<Ipv6>(system) } else { saved::<Ipv4>(system) }
}

fn program(protocol: &str) -> &'static str {
    if protocol == Ipv6::PROTOCOL { Ipv6::PROVIDER } else { Ipv4::PROVIDER }
}

fn split(row: &Firewallchain) -> Result<(&str, &str, &str)> {
    parts(&row.name).ok_or_else(|| Error::invalid(format!("{} names no chain", row.name)))
}

fn state(chain: Option<&Chain>, name: &str) -> FirewallchainState {
    let policy = chain.and_then(|chain| chain.policy.as_deref()).and_then(Policy::from_name);
    // A built-in table may be loaded only with its first rule.
    let is_there = chain.is_some() || INTERNAL.contains(&name);
    FirewallchainState { ensure: Some(if is_there { Ensure::Present } else { Ensure::Absent }), policy }
}

impl Provider for Chains {
    type Resource = Firewallchain;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<Firewallchain>]) -> Vec<Result<State<Firewallchain>>> {
        let is_asked = |protocol: &str| rows.iter().any(|row| split(row).is_ok_and(|(.., own)| own == protocol));
        let [four, six] = [Ipv4::PROTOCOL, Ipv6::PROTOCOL]
            .map(|protocol| if is_asked(protocol) { tables(system, protocol) } else { Ok(SavedRules::default()) });
        for_each_row(rows, |row| {
            let (name, table, protocol) = split(row)?;
            let saved = if protocol == Ipv6::PROTOCOL { &six } else { &four };
            let chains = &saved.as_ref().map_err(|error| error.clone())?.chains;
            Ok(state(chains.iter().find(|chain| chain.name == name && chain.table == table), name).into())
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Firewallchain>,
        _is: &FirewallchainState,
        _changed: &[FirewallchainAttribute],
    ) -> Result<Applied<FirewallchainAttribute>> {
        let (name, table, protocol) = split(row)?;
        let program = program(protocol);
        let run = |words: &[&str]| {
            let words = [&["--wait", "-t", table], words].concat();
            system.run(&Command { row: row.id(), ..Command::named(program, &words) }).map(drop)
        };
        match (row.ensure, row.policy) {
            (Ensure::Absent, _) => run(&["-X", name])?,
            (Ensure::Present, Some(policy)) => run(&["-P", name, &policy.name().to_uppercase()])?,
            (Ensure::Present, None) => run(&["-N", name])?,
        }
        persist::persist(system, row, program);
        Ok(Applied::all())
    }
}

impl Instances for Chains {
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<Firewallchain>>> {
        let mut found = Vec::new();
        for protocol in [Ipv4::PROTOCOL, Ipv6::PROTOCOL] {
            let chains = match tables(system, protocol) {
                Err(error) if error.code == Code::NotFound => Vec::new(),
                saved => saved?.chains,
            };
            found.extend(chains.into_iter().map(|chain| Instance {
                title: format!("{}:{}:{protocol}", chain.name, chain.table),
                is: state(Some(&chain), &chain.name),
            }));
        }
        Ok(found)
    }
}

impl Generate for Chains {
    fn generate(&mut self, system: &impl ReadSystem, rows: &[Row<Firewallchain>]) -> Result<Vec<Generated>> {
        let mut removed = Vec::new();
        for row in rows.iter().filter(|row| row.purge) {
            let (name, table, protocol) = split(row)?;
            let rules = if protocol == Ipv6::PROTOCOL { named::<Ipv6>(system)? } else { named::<Ipv4>(system)? };
            let ignored = row.ignore.iter().flat_map(|patterns| &patterns.0).map(|pattern| Regex::new(pattern));
            let ignored = ignored.collect::<Result<Vec<_>, _>>()?;
            let is_own = |rule: &Rule| rule.table == table && rule.chain == name;
            let is_ignored = |rule: &Rule| {
                ignored.iter().any(|pattern| pattern.is_match(&rule.line).unwrap_or(true))
                    || row.ignore_foreign && rule.own_name().is_none()
            };
            let unwanted = rules.into_iter().filter(|(_, rule)| is_own(rule) && !is_ignored(rule));
            removed.extend(unwanted.map(|(title, _)| {
                let rule = Generated::new(row, "firewall", title).with("ensure", "absent");
                rule.with("provider", program(protocol)).with("chain", name).with("table", table)
            }));
        }
        Ok(removed)
    }
}

impl Policy {
    fn name(self) -> &'static str {
        match self {
            Self::Accept => "accept",
            Self::Drop => "drop",
            Self::Queue => "queue",
            Self::Return => "return",
        }
    }

    fn from_name(name: &str) -> Option<Self> {
        [Self::Accept, Self::Drop, Self::Queue, Self::Return].into_iter().find(|policy| policy.name() == name)
    }
}
