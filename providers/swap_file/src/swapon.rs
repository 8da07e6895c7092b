//! The provider `linux`: swap space is listed and used with `swapon`.

use marotte_sdk::command::Tool;
use marotte_sdk::prelude::*;

use crate::{Ensure, SwapFile, SwapFileAttribute, SwapFileState};

const MKSWAP: Tool = Tool::new("mkswap").shown_as("/sbin/mkswap");
const SWAPON: Tool = Tool::new("swapon").shown_as("/sbin/swapon");
const SWAPOFF: Tool = Tool::new("swapoff").shown_as("/sbin/swapoff");

/// A number, which manifests may write as text.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse, error = "must be an integer")]
pub struct Number(String);

impl Number {
    fn parse(value: &Value) -> Option<Self> {
        let number: i64 = match value {
            Value::Integer(number) => *number,
            Value::Text(text) => text.parse().ok()?,
            _ => return None,
        };
        Some(Self(number.to_string()))
    }
}

/// Provider that uses the commands of util-linux.
#[derive(Debug, Default)]
pub struct Swapon;

impl Canonicalize for SwapFile {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        if !row.file.starts_with('/') {
            problems.error(row, SwapFileAttribute::File, "file parameter must be a valid absolute path");
        }
    }
}

impl Provider for Swapon {
    type Resource = SwapFile;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<SwapFile>]) -> Vec<Result<State<SwapFile>>> {
        let listed = listed(system);
        for_each_row(rows, |row| {
            let mut listed = listed.clone()?.into_iter();
            let found = listed.find(|(path, _)| *path == row.file).map(|(_, state)| state);
            Ok(found.unwrap_or_else(SwapFileState::absent).into())
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<SwapFile>,
        _is: &SwapFileState,
        changed: &[SwapFileAttribute],
    ) -> Result<Applied<SwapFileAttribute>> {
        if !changed.contains(&SwapFileAttribute::Ensure) {
            return Err(Error::invalid("The size, priority and type of swap space in use cannot be changed"));
        }
        if row.ensure == Some(Ensure::Absent) {
            SWAPOFF.run(system, row.id(), &[&row.file])?;
        } else {
            MKSWAP.run(system, row.id(), &[&row.file])?;
            SWAPON.run(system, row.id(), &[&row.file])?;
        }
        Ok(Applied::all())
    }
}

impl Instances for Swapon {
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<SwapFile>>> {
        Ok(listed(system)?.into_iter().map(|(title, is)| Instance { title, is }).collect())
    }
}

/// Returns the paths and states of all swap space in use.
fn listed(system: &impl ReadSystem) -> Result<Vec<(String, SwapFileState)>> {
    let output = SWAPON.query_text(system, 0, &["-s"])?;
    Ok(output.lines().skip(1).filter_map(parsed).collect())
}

/// Parses a line: path, type, size, used size and priority. A path has `\040` in place of a space.
fn parsed(line: &str) -> Option<(String, SwapFileState)> {
    let mut words = line.split_whitespace();
    let path = words.next()?.replace("\\040", " ");
    let kind = words.next()?.to_owned();
    let mut number = || words.next().and_then(|word| Number::parse(&Value::from(word)));
    let (size, used, priority) = (number(), number(), number());
    let ensure = Some(Ensure::Present);
    Some((path, SwapFileState { ensure, r#type: Some(kind), size, used, priority }))
}
