//! Result table of a run: the number of cases by category, and the number of differences by part.

use std::collections::BTreeMap;
use std::fmt;

use super::{Case, Part, Verdict};

/// A table of counted verdicts.
#[derive(Debug, Clone, Default)]
pub struct Table {
    rows: BTreeMap<String, Row>,
}

#[derive(Debug, Clone, Default)]
struct Row {
    cases: usize,
    whole: usize,
    differing: BTreeMap<Part, usize>,
}

impl Row {
    fn add(&mut self, verdict: &Verdict) {
        self.cases += 1;
        self.whole += usize::from(verdict.is_whole());
        let mut parts: Vec<Part> = verdict.differences.iter().map(|difference| difference.part).collect();
        parts.sort();
        parts.dedup();
        for part in parts {
            *self.differing.entry(part).or_default() += 1;
        }
    }
}

impl Table {
    /// Adds a verdict.
    pub fn add(&mut self, case: &Case, verdict: &Verdict) {
        self.rows.entry(case.category.clone()).or_default().add(verdict);
        self.rows.entry(TOTAL.to_owned()).or_default().add(verdict);
    }

    /// Returns the number of cases and the number of passed ones, without the named categories.
    #[must_use]
    pub fn sum(&self, without: &[&str]) -> (usize, usize) {
        let rows = self.rows.iter().filter(|(name, _)| *name != TOTAL && !without.contains(&name.as_str()));
        rows.fold((0, 0), |(cases, whole), (_, row)| (cases + row.cases, whole + row.whole))
    }
}

/// Name of the total row, sorted after every category.
const TOTAL: &str = "~ all";

impl fmt::Display for Table {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:<16}{:>6}{:>6}  differing:", "category", "cases", "whole")?;
        for part in Part::ALL {
            write!(formatter, " {}", part.name())?;
        }
        writeln!(formatter)?;
        for (name, row) in &self.rows {
            write!(formatter, "{:<16}{:>6}{:>6}            ", name.trim_start_matches("~ "), row.cases, row.whole)?;
            for part in Part::ALL {
                let number = row.differing.get(&part).map_or("·".to_owned(), usize::to_string);
                write!(formatter, " {number:>width$}", width = part.name().len())?;
            }
            writeln!(formatter)?;
        }
        Ok(())
    }
}
