//! The provider, which lists, enables, switches and resets streams with `dnf module`.

use marotte_sdk::command::Tool;
use marotte_sdk::prelude::*;
use marotte_sdk::system::Output;

use crate::listing::Streams;
use crate::{DnfModuleStream, DnfModuleStreamAttribute, DnfModuleStreamState, Stream};

const DNF: Tool = Tool::new("dnf").env(&[("LC_ALL", "C")]);

/// Lists the streams of a module, with the lists in the cache of the system if there are any.
const LIST: &str = r#"mkdir -p "$TMPDIR/dnf" && ln -sf /var/cache/dnf/* "$TMPDIR/dnf"
"$0" -C --setopt=cachedir="$TMPDIR/dnf" --setopt=logdir="$TMPDIR" --setopt=persistdir="$TMPDIR" "$@" 2>/dev/null ||
exec "$0" --setopt=cachedir="$TMPDIR/new" --setopt=logdir="$TMPDIR" --setopt=persistdir="$TMPDIR" "$@"
"#;

/// Provider that uses the command `dnf`.
#[derive(Debug, Default)]
pub struct Dnf;

impl Provider for Dnf {
    type Resource = DnfModuleStream;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<DnfModuleStream>]) -> Vec<Result<State<DnfModuleStream>>> {
        let lists: Vec<Command> = rows.iter().map(list).collect();
        let outputs = system.query(&lists);
        let of = |(row, output): (&Row<DnfModuleStream>, Result<Output>)| judge(row, &streams(row, &output?)?);
        rows.iter().zip(outputs).map(of).collect()
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<DnfModuleStream>,
        _is: &DnfModuleStreamState,
        _changed: &[DnfModuleStreamAttribute],
    ) -> Result<Applied<DnfModuleStreamAttribute>> {
        // The provider may have been opened again since the streams were listed.
        let streams = streams(row, &system.query_one(&list(row))?)?;
        let target = match &row.stream {
            Some(Stream::Absent) | None => None,
            Some(Stream::Default | Stream::Present) => Some(streams.default.clone().ok_or_else(|| no_default(row))?),
            Some(Stream::Named(name)) => Some(name.clone()),
        };
        let action = if streams.enabled.is_some() { "switch-to" } else { "enable" };
        match target {
            Some(target) => {
                DNF.run(system, row.id(), &["-y", "module", action, &format!("{}:{target}", row.module)])?
            }
            None => DNF.run(system, row.id(), &["-y", "module", "reset", &row.module])?,
        };
        Ok(Applied::all())
    }
}

fn list(row: &Row<DnfModuleStream>) -> Command {
    let command = Command::named("list", &["-c", LIST, "dnf", "-q", "module", "list", &row.module]);
    Command { row: row.id(), env: DNF.command(0, &[""; 0]).env, ..command }
}

/// Returns the streams of the module of a row from the result of a list.
fn streams(row: &DnfModuleStream, output: &Output) -> Result<Streams> {
    if !output.is_success() && String::from_utf8_lossy(&output.stderr).contains("No matching Modules") {
        return Err(Error::invalid(format!("Module \"{}\" not found", row.module)));
    }
    output.require_success(&format!("dnf -q module list {}", row.module))?;
    output.require_complete("dnf")?;
    Ok(Streams::parse(&output.text()))
}

fn no_default(row: &DnfModuleStream) -> Error {
    Error::invalid(format!("No default stream to enable in module \"{}\"", row.module))
}

/// Returns the current stream, in terms of the desired one.
fn judge(row: &DnfModuleStream, streams: &Streams) -> Result<State<DnfModuleStream>> {
    let enabled = streams.enabled.clone();
    let named = |name: Option<String>| name.map_or(Stream::Absent, Stream::Named);
    let is = match (&row.stream, &streams.default) {
        (Some(Stream::Default), None) => return Err(no_default(row)),
        (Some(Stream::Present), None) if enabled.is_none() => return Err(no_default(row)),
        (Some(Stream::Default), default) if enabled == *default => Stream::Default,
        (Some(Stream::Present), _) if enabled.is_some() => Stream::Present,
        _ => named(enabled),
    };
    Ok(DnfModuleStreamState { stream: Some(is) }.into())
}
