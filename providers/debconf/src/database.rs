//! The provider `debian`: answers are read and removed by `debconf-communicate`, and set by `debconf-set-selections`.

use marotte_sdk::command::{Invocation, Tool};
use marotte_sdk::prelude::*;
use marotte_sdk::system::Output;

use crate::answer::{Answer, checked};
use crate::{Debconf, DebconfAttribute, DebconfState, Ensure, Seen};

const COMMUNICATE: Tool = Tool::new("debconf-communicate");
const SET: Tool = Tool::new("debconf-set-selections");

/// Provider for the database of this system.
#[derive(Debug, Default)]
pub struct Database;

impl Canonicalize for Debconf {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        if row.item.is_none() && !is_question(&row.name) {
            let message = format!(
                "Invalid value \"{}\". Valid values match /^[a-z0-9][a-z0-9:.+-]+\\/[a-zA-Z0-9\\/_.+-]+$/.",
                row.name
            );
            problems.error(row, DebconfAttribute::Item, message);
        }
        if row.r#type.is_none() && row.ensure != Ensure::Absent {
            problems.error(row, None, "type is a required attribute");
        }
        if let Some(Text::Clear(value)) = &row.value {
            let value = value.trim().to_owned();
            // A line that ends with a backslash continues on the next one.
            if value.contains(['\n', '\r', '\0']) || value.ends_with('\\') {
                let message = "The value must be one line that does not end with a backslash";
                problems.error(row, DebconfAttribute::Value, message);
            }
            row.value = Some(Text::Clear(value));
        }
    }
}

fn is_question(name: &str) -> bool {
    let is_package = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || ":.+-".contains(c);
    let is_rest = |c: char| c.is_ascii_alphanumeric() || "/_.+-".contains(c);
    name.split_once('/').is_some_and(|(package, rest)| {
        package.len() > 1
            && package.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit())
            && package.chars().all(is_package)
            && !rest.is_empty()
            && rest.chars().all(is_rest)
    })
}

impl Provider for Database {
    type Resource = Debconf;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<Debconf>]) -> Vec<Result<State<Debconf>>> {
        let requests: Vec<Command> = rows.iter().map(request).collect();
        let outputs = system.query(&requests);
        rows.iter().zip(outputs).map(|(row, output)| output.and_then(|output| state(row, &output))).collect()
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Debconf>,
        _is: &DebconfState,
        changed: &[DebconfAttribute],
    ) -> Result<Applied<DebconfAttribute>> {
        if row.ensure == Ensure::Absent {
            remove(system, row)?;
        } else {
            let stdin = selections(row, changed);
            Invocation::new(Command { stdin, ..SET.command(row.id(), &[""; 0]) }).run(system)?;
        }
        Ok(Applied::all())
    }
}

/// Creates the request for the answer of a row.
fn request(row: &Row<Debconf>) -> Command {
    let question = row.question();
    let stdin = vec![format!("GET {question}\nFGET {question} seen\n").into()];
    Command { stdin, ..COMMUNICATE.command(row.id(), &[row.owner()]) }
}

fn state(row: &Row<Debconf>, output: &Output) -> Result<State<Debconf>> {
    if output.stdout.is_empty() {
        output.require_success(&COMMUNICATE.line(&[row.owner()]))?;
    }
    output.require_complete(COMMUNICATE.shown)?;
    let answer = Answer::parse(&output.text(), row.question())?;
    let present = |Answer { value, seen }| DebconfState {
        ensure: Some(Ensure::Present),
        value: Some(Text::Clear(value)),
        seen: Some(seen),
    };
    Ok(answer.map_or_else(DebconfState::absent, present).into())
}

/// Returns the lines that set the answer and the flag of a row. A new answer is not marked as seen by its flag alone.
fn selections(row: &Row<Debconf>, changed: &[DebconfAttribute]) -> Body {
    let line = |words: &str| format!("{} {} {words}", row.owner(), row.question());
    let mut lines = Body::new();
    let is_new = changed.contains(&DebconfAttribute::Ensure);
    if let (Some(value), Some(kind)) = (&row.value, row.r#type)
        && (is_new || changed.contains(&DebconfAttribute::Value))
    {
        lines.extend([line(&format!("{} ", kind.name())).into(), value.part(Form::Line), "\n".into()]);
    }
    // Setting an answer marks the question as seen, so the flag is set after it.
    if let Some(seen) = row.seen {
        let seen = if seen == Seen::True { "true" } else { "false" };
        lines.push(line(&format!("seen {seen}\n")).into());
    }
    lines
}

fn remove(system: &impl WriteSystem, row: &Row<Debconf>) -> Result<()> {
    let request = format!("UNREGISTER {}", row.question());
    let stdin = vec![format!("{request}\n").into()];
    let output = system.mutate(&Command { stdin, ..COMMUNICATE.command(row.id(), &[row.owner()]) })?;
    if output.stdout.is_empty() {
        output.require_success(&COMMUNICATE.line(&[row.owner()]))?;
    }
    let text = output.text();
    // A question that has been removed in the meantime is an error as well.
    match checked(text.lines().next().unwrap_or_default(), &request)? {
        Some(_) => Ok(()),
        None => Err(Error::other(format!("Debconf: '{request}' returned {}", text.trim_end()))),
    }
}
