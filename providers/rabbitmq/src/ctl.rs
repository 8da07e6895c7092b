//! Client for a broker: runs `rabbitmqctl` for queries, whose results are lists of records, and for changes.
//! Queries are retried while the broker is starting.

use std::time::Duration;

use marotte_sdk::json;
use marotte_sdk::prelude::*;
use marotte_sdk::system::{Key, Output};

/// Error message for an unreachable broker. The exit code is shared with other errors.
const UNREACHABLE: &str = "unable to perform an operation on node";

/// Invalid output is shown up to this length.
const SHOWN: usize = 200;

/// Maximum number of attempts to reach a broker, and the pause between attempts.
const TRIES: u32 = 8;
const PAUSE: Duration = Duration::from_secs(6);

/// Properties of an object of a broker.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Record(Vec<(Value, Value)>);

impl Record {
    /// Returns the value of a column.
    ///
    /// # Errors
    /// Returns an error if the column does not exist.
    pub(crate) fn value(&self, name: &str) -> Result<&Value> {
        let found = self.0.iter().find(|(known, _)| *known == Value::from(name)).map(|(_, value)| value);
        found.ok_or_else(|| Error::other(format!("the broker's response has no '{name}'")))
    }

    /// Returns the text of a column.
    ///
    /// # Errors
    /// Returns an error if the column does not exist or its value is not a text.
    pub(crate) fn text(&self, name: &str) -> Result<&str> {
        match self.value(name)? {
            Value::Text(text) => Ok(text),
            other => Err(Error::other(format!("'{name}' in the broker's response has the type {}", other.type_name()))),
        }
    }
}

/// Owner of the broker process, if created by the package.
const OWNER: &str = "rabbitmq";

/// Returns a command that runs `rabbitmqctl` as the broker's user. As root, the program would switch to that
/// user itself, which is impossible in the read-only sandbox of queries.
pub(crate) fn call(system: &impl ReadSystem, args: &[&str]) -> Command {
    let owner = system.user(&Key::Name(OWNER.to_owned())).map(|user| user.name);
    let as_puppet_does = command("rabbitmqctl", args);
    match owner {
        Some(_) => Command { user: owner, env: Vec::new(), ..as_puppet_does },
        None => as_puppet_does,
    }
}

/// Returns a command with the environment that Puppet uses: `HOME` is set to `/tmp`.
pub(crate) fn command(program: &str, args: &[&str]) -> Command {
    Command { env: vec![("HOME".to_owned(), vec!["/tmp".into()])], ..Command::named(program, args) }
}

/// Returns the option for a virtual host. The form with `=` is safe for names that begin with `-`.
pub(crate) fn vhost_option(vhost: &str) -> String {
    format!("--vhost={vhost}")
}

/// Runs a query.
///
/// # Errors
/// Returns an error if the query fails or its output is invalid.
pub(crate) fn list(system: &impl ReadSystem, question: &[&str]) -> Result<Vec<Record>> {
    lists(system, &[question.iter().map(|word| (*word).to_owned()).collect()]).remove(0)
}

/// Runs the same query for several virtual hosts. The list for a missing virtual host is empty.
pub(crate) fn lists_of(
    system: &impl ReadSystem,
    what: &str,
    vhosts: &[&str],
    columns: &[&str],
) -> Vec<Result<Vec<Record>>> {
    let question = |vhost: &&str| {
        let words = [what.to_owned(), vhost_option(vhost)].into_iter();
        words.chain(columns.iter().map(|column| (*column).to_owned())).collect()
    };
    lists(system, &vhosts.iter().map(question).collect::<Vec<_>>())
}

fn lists(system: &impl ReadSystem, questions: &[Vec<String>]) -> Vec<Result<Vec<Record>>> {
    let ask = |question: &Vec<String>| {
        let words = ["-q", "--formatter=json"].into_iter().chain(question.iter().map(String::as_str));
        call(system, &words.collect::<Vec<_>>())
    };
    let outputs = patiently(system, &questions.iter().map(ask).collect::<Vec<_>>());
    outputs.into_iter().map(|output| records(&output?)).collect()
}

/// Runs queries, and repeats them while the broker is unreachable.
pub(crate) fn patiently(system: &impl ReadSystem, commands: &[Command]) -> Vec<Result<Output>> {
    let mut outputs = system.query(commands);
    for _ in 1..TRIES {
        if !outputs.iter().flatten().any(is_lost) {
            break;
        }
        system.debug(LogContext::default(), "Command failed, retrying");
        system.sleep(PAUSE);
        outputs = system.query(commands);
    }
    outputs
}

fn is_lost(output: &Output) -> bool {
    !output.is_success() && String::from_utf8_lossy(&output.stderr).contains(UNREACHABLE)
}

fn records(output: &Output) -> Result<Vec<Record>> {
    if !output.is_success() {
        let fault = fault("rabbitmqctl", output);
        return if is_without_vhost(&fault.message) { Ok(Vec::new()) } else { Err(fault) };
    }
    let is_complete = output.require_complete("rabbitmqctl");
    is_complete.map_err(|error| error.reword("the output of rabbitmqctl is too long"))?;
    let text = output.text();
    // Some versions print nothing for an empty list.
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    let garbled = || {
        let shown: String = text.chars().take(SHOWN).collect();
        Error::other(format!("the output of rabbitmqctl is not JSON: {shown}"))
    };
    let Value::Array(records) = json::parse(text.trim()).map_err(|_| garbled())? else { return Err(garbled()) };
    let record = |record| match record {
        Value::Hash(values) => Ok(Record(values)),
        _ => Err(garbled()),
    };
    records.into_iter().map(record).collect()
}

/// Returns whether the message reports a missing virtual host.
fn is_without_vhost(said: &str) -> bool {
    said.contains("no_such_vhost") || said.contains("irtual host '") && said.contains("does not exist")
}

/// Runs a command that changes the broker.
///
/// # Errors
/// Returns an error if the command fails.
pub(crate) fn run(system: &impl WriteSystem, order: &Command) -> Result<()> {
    let output = system.mutate(order)?;
    let program = order.args.iter().find(|word| !word.starts_with('-')).map_or("rabbitmqctl", String::as_str);
    if output.is_success() { Ok(()) } else { Err(fault(program, &output)) }
}

/// Runs `rabbitmqctl` to change the broker.
///
/// # Errors
/// Returns an error if the command fails.
pub(crate) fn order(system: &impl WriteSystem, words: &[&str]) -> Result<()> {
    run(system, &call(system, &[&["-q"], words].concat()))
}

/// Returns Puppet's error for a failed command, only with its standard error if there is one.
fn fault(program: &str, output: &Output) -> Error {
    let is_silent = String::from_utf8_lossy(&output.stderr).trim().is_empty();
    let stdout = if is_silent { output.stdout.clone() } else { Vec::new() };
    Output { stdout, ..output.clone() }.failure(program)
}

/// Splits `name@vhost` into name and virtual host.
pub(crate) fn split(name: &str) -> (&str, &str) {
    name.rsplit_once('@').unwrap_or((name, ""))
}

/// Returns whether two values are equal, regardless of the order of hash keys.
pub(crate) fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Hash(one), Value::Hash(other)) => {
            let is_in = |(key, value): &(Value, Value)| {
                other.iter().any(|(known, other)| is_same(known, key) && is_same(other, value))
            };
            one.len() == other.len() && one.iter().all(is_in)
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_same(one, other))
        }
        (one, other) => one == other,
    }
}

/// Returns the names of virtual hosts without duplicates.
pub(crate) fn once<'a>(vhosts: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    vhosts.collect::<std::collections::BTreeSet<_>>().into_iter().collect()
}

/// Results of a query by virtual host.
pub(crate) type Lists<'a> = std::collections::BTreeMap<&'a str, Result<Vec<Record>>>;

/// Runs a query for each virtual host that occurs in the names.
pub(crate) fn lists_by_vhost<'a>(
    system: &impl ReadSystem,
    what: &str,
    names: impl Iterator<Item = &'a str>,
    columns: &[&str],
) -> Lists<'a> {
    let vhosts = once(names.map(|name| split(name).1));
    let lists = lists_of(system, what, &vhosts, columns);
    vhosts.into_iter().zip(lists).collect()
}

/// Finds the record whose given column contains the name.
///
/// # Errors
/// Returns an error if the query failed.
pub(crate) fn find<'a>(lists: &'a Lists<'_>, name: &str, column: &str) -> Result<Option<&'a Record>> {
    let (name, vhost) = split(name);
    let Some(records) = lists.get(vhost) else { return Ok(None) };
    let records = records.as_ref().map_err(|error| error.clone())?;
    Ok(records.iter().find(|record| record.text(column).is_ok_and(|text| text == name)))
}
