//! The provider: read-only runs of augtool determine the effect of the changes before they are saved.

use marotte_sdk::prelude::*;
use marotte_sdk::system::{Output, Part};

use crate::condition::Condition;
use crate::{Augeas, AugeasAttribute, AugeasState, Shown, Switch, line, outcome, script, tree};

/// Puppet's message if a lens cannot write the tree.
pub(crate) const SAVE_FAILED: &str = "Save failed, see debug output for details";

/// The provider that uses the command `augtool`.
#[derive(Debug, Default)]
pub struct Augtool;

fn command(row: &Row<Augeas>, script: Vec<u8>) -> Command {
    let mut command = Command::named("augtool", &[]);
    command.row = row.id();
    command.args = script::arguments(row);
    command.cwd = Some(row.root.to_string());
    command.stdin = vec![Part::Bytes(script)];
    command
}

/// Returns the output of augtool, or an error if it failed or printed an error message.
fn success(output: &Output) -> Result<String> {
    let said = String::from_utf8_lossy(&output.stderr);
    let text = String::from_utf8_lossy(&output.stdout);
    output.require_complete("augtool").map_err(|error| error.reword("the output of augtool is too long"))?;
    if output.is_success() && said.is_empty() {
        return Ok(text.into_owned());
    }
    let message = if said.contains("saving failed") {
        SAVE_FAILED
    } else {
        // The first line may only state that a command failed; the reason follows.
        let reason = said.lines().find(|line| !line.starts_with("error: Failed to execute"));
        reason.or(said.lines().next()).unwrap_or("augtool failed")
    };
    let mut error = Error::other(message);
    error.detail = Some(format!("{said}{text}"));
    Err(error)
}

/// Runs a script that does not save files.
pub(crate) fn query(system: &impl ReadSystem, row: &Row<Augeas>, script: Vec<u8>) -> Result<String> {
    success(&system.query_one(&command(row, script))?)
}

/// Returns the augtool commands for the changes.
fn changes(row: &Augeas) -> Result<Vec<String>> {
    let lines = row.changes.iter().flat_map(|lines| &lines.0);
    let words = lines.map(|line| line::words(line, &row.context)).collect::<Result<Vec<_>>>()?;
    words.into_iter().filter(|words| !words.is_empty()).map(|words| change(&words)).collect()
}

fn change(words: &[String]) -> Result<String> {
    let command = words[0].as_str();
    if ["get", "values", "match", "size", "include", "not_include", "==", "!="].contains(&command) {
        return Err(Error::invalid(format!("Command '{command}' is not supported")));
    }
    if let ("ins" | "insert", false) = (command, ["before", "after"].contains(&words.get(2).map_or("", String::as_str)))
    {
        return Err(Error::invalid(format!("Invalid value '{}' for where param", words[2])));
    }
    Ok(script::change(words))
}

/// Returns whether the condition of `onlyif` holds.
fn may_run(system: &impl ReadSystem, row: &Row<Augeas>) -> Result<bool> {
    let mut lines = row.onlyif.iter().flat_map(|lines| &lines.0);
    let Some(line) = lines.find(|line| !line.trim().is_empty()) else { return Ok(true) };
    let condition = Condition::parse(line, &row.context)?;
    let lines = [script::load(row), vec![tree::MARK.to_owned(), condition.question()]].concat();
    condition.holds(tree::split(&query(system, row, script::text_of(&lines))?).1)
}

pub(crate) fn state(system: &impl ReadSystem, row: &Row<Augeas>) -> Result<State<Augeas>> {
    let insync = || AugeasState { returns: Some(Value::Integer(0)) }.into();
    if !may_run(system, row)? {
        return Ok(insync());
    }
    let changes = changes(row)?;
    let verdict =
        Verdict::differs(AugeasAttribute::Returns).showing("'need_to_run'", "0").change("executed successfully");
    let mut verdict = verdict;
    if row.force == Switch::False {
        let Some(files) = outcome::differing(system, row, &changes)? else { return Ok(insync()) };
        if row.show_diff == Shown::Yes {
            let diffs = files.iter().map(|(place, text)| system.diff(place, &vec![Part::Bytes(text.clone())]));
            let diff = diffs.collect::<Result<Vec<_>>>()?.concat();
            // The log adds the final line break.
            verdict.diff = Some(diff.trim_end_matches('\n').to_owned()).filter(|diff| !diff.is_empty());
        }
    }
    Ok(State::new(AugeasState { returns: Some("need_to_run".into()) }).with(verdict))
}

impl Provider for Augtool {
    type Resource = Augeas;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<Augeas>]) -> Vec<Result<State<Augeas>>> {
        for_each_row(rows, |row| state(system, row))
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Augeas>,
        _is: &AugeasState,
        _changed: &[AugeasAttribute],
    ) -> Result<Applied<AugeasAttribute>> {
        let changes = changes(row)?;
        if row.force == Switch::True {
            // A failing change must prevent all others from being saved, but augtool would continue after it.
            outcome::differing(system, row, &changes)?;
        }
        let end = ["save", "errors"].map(str::to_owned).to_vec();
        let lines = [script::load(row), changes, end].concat();
        success(&system.mutate(&command(row, script::text_of(&lines)))?)?;
        Ok(Applied::all())
    }
}
