//! Replay of recorded runs of real Puppet: scenarios of several steps, whose output and effects are compared. The
//! layout of a scenario is documented in tests/apply/README.md.

mod events;
mod normal;
mod rules;
mod scenario;
mod stage;

use std::fmt;
use std::path::Path;

pub use rules::{Need, Rules};
pub use scenario::{Scenario, find};

use normal::Normal;
use stage::Stage;

/// A difference from Puppet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The step; `None` for the state after the last step.
    pub step: Option<usize>,
    /// The part that differs: `stdout`, `stderr`, `exit`, `events`, `tree`.
    pub part: &'static str,
    /// The lines that differ: `-` Puppet's, `+` Marotte's.
    pub lines: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.step {
            Some(step) => writeln!(formatter, "step {step}, {}:", self.part)?,
            None => writeln!(formatter, "{}:", self.part)?,
        }
        formatter.write_str(&self.lines)
    }
}

/// Runs all steps of a scenario with a program instead of Puppet and compares the results.
///
/// # Errors
/// Returns an error with the reason if the scenario cannot be read or set up.
pub fn run(scenario: &Scenario, program: &Path, rules: &Rules) -> Result<Vec<Difference>, String> {
    let stage = Stage::set_up(scenario, program)?;
    let normal = Normal::new(&stage)?;
    let streams_only = rules.compares_streams_only(&scenario.name);
    let mut differences = vec![];
    for step in &scenario.steps {
        let outcome = stage.run(step)?;
        let Some(expected) = &step.expected else { continue };
        let mut compare = |part, expected: Vec<String>, actual: Vec<String>| {
            if expected != actual {
                differences.push(Difference { step: Some(step.number), part, lines: differing(&expected, &actual) });
            }
        };
        compare("exit", vec![expected.exit.to_string()], vec![outcome.exit.to_string()]);
        for (part, expected, actual) in
            [("stdout", &expected.stdout, &outcome.stdout), ("stderr", &expected.stderr, &outcome.stderr)]
        {
            let (expected, actual) = (normal.lines(expected), normal.lines(actual));
            if streams_only {
                let is_used = |lines: &[String]| vec![format!("is used: {}", !lines.is_empty())];
                compare(part, is_used(&expected), is_used(&actual));
            } else {
                compare(part, expected, actual);
            }
        }
        if let Some(report) = &expected.report {
            let actual = outcome.report.as_deref().map_or(Ok(vec![]), |report| events::read(report, &normal))?;
            compare("events", events::read(report, &normal)?, actual);
        }
    }
    let naming = stage.naming_files()?;
    let (expected, actual) = (normal.tree(&scenario.tree, &naming), normal.tree(&stage.tree()?, &naming));
    if expected != actual {
        differences.push(Difference { step: None, part: "tree", lines: differing(&expected, &actual) });
    }
    Ok(differences)
}

/// Returns the lines that differ between two texts, in the format of `diff`.
fn differing(expected: &[String], actual: &[String]) -> String {
    let mut lines = String::new();
    let changes = similar::TextDiff::from_slices(
        &expected.iter().map(String::as_str).collect::<Vec<_>>(),
        &actual.iter().map(String::as_str).collect::<Vec<_>>(),
    );
    for change in changes.iter_all_changes() {
        if change.tag() != similar::ChangeTag::Equal {
            lines += &format!("  {}{}\n", change.tag(), change.value());
        }
    }
    lines
}
