//! The rules of an address family: listing, insertion, update and removal.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::marker::PhantomData;

use marotte_sdk::prelude::*;

use crate::family::{Family, Ipv4, Ipv6};
use crate::iptables_save::{Rule, SavedRules};
use crate::{Duplicate, Ensure, Firewall, FirewallAttribute, FirewallState, Protocol, order, persist, rule, words};

/// The provider for the rules of an address family.
#[derive(Debug, Default)]
pub struct Rules<F: Family>(PhantomData<F>);

/// Reads the tables of an address family.
///
/// # Errors
/// Returns an error if the program fails.
pub(crate) fn saved<F: Family>(system: &impl ReadSystem) -> Result<SavedRules> {
    let output = system.query_one(&Command::named(F::SAVE, &[]))?.success(F::SAVE)?;
    let is_complete = output.require_complete(F::SAVE);
    is_complete.map_err(|error| error.reword(format!("the output of {} is too long", F::SAVE)))?;
    SavedRules::parse(&output.text())
}

/// Returns the rules with their names.
///
/// # Errors
/// Returns an error if the program fails.
pub(crate) fn named<F: Family>(system: &impl ReadSystem) -> Result<Vec<(String, Rule)>> {
    let rules = saved::<F>(system)?.rules;
    let bodies: Vec<Body> = rules.iter().map(|rule| vec![rule.line.as_str().into()]).collect();
    let digests = system.digest(&bodies, "sha256").into_iter();
    digests.zip(rules).map(|(digest, rule)| Ok((rule.name(&digest?), rule))).collect()
}

/// Finds rules by name. The number of an unmanaged rule changes when other rules are added or removed, so only
/// its digest or comment is compared.
fn find<'a>(rules: &'a [(String, Rule)], name: &str) -> Vec<&'a Rule> {
    let text = name.split_once(' ').map_or("", |(_, text)| text);
    let is_it = |(known, rule): &&(String, Rule)| {
        known == name
            || rule.own_name().is_none()
                && !text.is_empty()
                && known.split_once(' ').is_some_and(|(_, known)| known == text)
    };
    rules.iter().filter(is_it).map(|(_, rule)| rule).collect()
}

/// Finds a rule by name, and its position in its chain, from 1.
fn located<'a>(rules: &'a [(String, Rule)], name: &str) -> Option<(&'a Rule, usize)> {
    let rule = find(rules, name).last().copied()?;
    let before = |other: &Rule| other.shares_chain(rule) && other.number < rule.number;
    Some((rule, rules.iter().filter(|(_, other)| before(other)).count() + 1))
}

/// Returns the arguments that remove a rule, specified by `words` within its chain.
fn deletion(rule: &Rule, words: Vec<String>) -> Vec<String> {
    [["-t", &rule.table, "-D", &rule.chain].map(str::to_owned).to_vec(), words].concat()
}

impl<F: Family> Provider for Rules<F> {
    type Resource = Firewall;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<Firewall>]) -> Vec<Result<State<Firewall>>> {
        let (four, six) = (OnceCell::new(), OnceCell::new());
        for_each_row(rows, |row| {
            let rules = match is_six::<F>(row) {
                true => six.get_or_init(|| named::<Ipv6>(system)),
                false => four.get_or_init(|| named::<Ipv4>(system)),
            };
            let found = find(rules.as_ref().map_err(Clone::clone)?, &row.name);
            if found.len() > 1 && found[0].own_name().is_some() {
                let message = format!("Duplicate rule found for {}.", row.name);
                match row.onduplicaterulebehaviour {
                    Duplicate::Error => return Err(Error::invalid(format!("{message} Skipping update."))),
                    Duplicate::Warn => {
                        system.warning(row, &format!("{message}. This may add an additional rule to the system."));
                    }
                    Duplicate::Ignore => {}
                }
            }
            Ok(found.last().map_or_else(FirewallState::absent, |found| rule::state(found)).into())
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Firewall>,
        _is: &FirewallState,
        changed: &[FirewallAttribute],
    ) -> Result<Applied<FirewallAttribute>> {
        match is_six::<F>(row) {
            true => change::<Ipv6>(system, row, changed),
            false => change::<Ipv4>(system, row, changed),
        }
    }
}

/// Returns whether a rule is for IPv6: according to its attribute, otherwise to the provider for the family.
fn is_six<F: Family>(row: &Firewall) -> bool {
    row.protocol.map_or(F::PROVIDER == Ipv6::PROVIDER, |protocol| protocol == Protocol::Ipv6)
}

/// Inserts, updates or removes a rule of an address family.
fn change<F: Family>(
    system: &impl WriteSystem,
    row: &Row<Firewall>,
    changed: &[FirewallAttribute],
) -> Result<Applied<FirewallAttribute>> {
    // The rules may have changed since they were read.
    let rules = named::<F>(system)?;
    let found = find(&rules, &row.name);
    let run = |words: Vec<String>| {
        let words: Vec<&str> = ["--wait"].into_iter().chain(words.iter().map(String::as_str)).collect();
        system.run(&Command { row: row.id(), ..Command::named(F::PROVIDER, &words) }).map(drop)
    };
    let mut applied = Applied::all();
    if row.ensure == Ensure::Absent {
        match found.last() {
            Some(rule) => {
                if let Err(error) = run(deletion(rule, rule.specification())) {
                    // Some modules (connlimit, recent) have state that is not printed: such a rule can be
                    // addressed only by its position.
                    let rules = named::<F>(system)?;
                    let (rule, place) = located(&rules, &row.name).ok_or(error)?;
                    run(deletion(rule, vec![place.to_string()]))?;
                }
            }
            // Puppet: another process removed it.
            None => applied = applied.saying(FirewallAttribute::Ensure, "ensured absent"),
        }
        persist::persist(system, row, F::PROVIDER);
        return Ok(applied);
    }
    if changed.contains(&FirewallAttribute::Chain) {
        return Err(Error::invalid("Modifying the chain for existing rules is not supported."));
    }
    if changed.contains(&FirewallAttribute::Table) {
        return Err(Error::invalid("Modifying the table for existing rules is not supported."));
    }
    let table = row.table.name();
    let chain: Vec<&Rule> =
        rules.iter().map(|(_, rule)| rule).filter(|rule| rule.table == table && rule.chain == row.chain).collect();
    let own = found.last().and_then(|found| chain.iter().position(|rule| rule.number == found.number));
    let (verb, place) = match own {
        Some(at) => {
            system.notice(row, "Properties changed - updating rule");
            ("-R", at + 1)
        }
        None => ("-I", order::place(&chain.iter().map(|rule| rule.own_name()).collect::<Vec<_>>(), &row.name)),
    };
    let place = place.to_string();
    let words = ["-t", table, verb, &row.chain, &place].map(str::to_owned).to_vec();
    run([words, words::options::<F>(row)].concat())?;
    persist::persist(system, row, F::PROVIDER);
    Ok(applied)
}

impl<F: Family> Instances for Rules<F> {
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<Firewall>>> {
        // Puppet: if several rules have the same name, the last one is listed.
        let rules: BTreeMap<String, Rule> = named::<F>(system)?.into_iter().collect();
        let instance = |(title, rule): (String, Rule)| {
            let unsaid = rule::unsaid(&rule);
            if !unsaid.is_empty() {
                let message =
                    format!("The attributes do not describe rule '{title}' completely: {}", unsaid.join(", "));
                system.warning(LogContext::default(), &message);
            }
            Instance { title, is: rule::state(&rule) }
        };
        Ok(rules.into_iter().map(instance).collect())
    }
}
