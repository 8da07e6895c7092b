//! From a fault to what the user is told: its place, and the nearest known name for one that is unknown.

use syntax::ast::Expression;

use super::Evaluator;
use crate::fault::Fault;
use crate::issue;

impl Evaluator<'_> {
    /// Gives a fault the place of an expression, and Puppet's lead-in that says what was being evaluated.
    pub(crate) fn place(&self, fault: Fault, expression: &Expression) -> Fault {
        match fault.unplaced() {
            Ok((message, hints)) => {
                let label = issue::expression_label(expression);
                let mut diagnostic = issue::runtime(&label, &message, expression.position());
                diagnostic.hints = hints;
                diagnostic.into()
            }
            Err(fault) => fault,
        }
    }

    /// Adds the nearest known name to the fault of an unknown one.
    pub(crate) fn with_nearest<'n>(&self, fault: Fault, name: &str, known: impl Iterator<Item = &'n str>) -> Fault {
        match nearest(name, known) {
            Some(known) => fault.with_hint(format!("did you mean '{known}'?")),
            None => fault,
        }
    }
}

/// Returns the known name that differs least from a name, if it differs little.
fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let limit = (name.chars().count() / 3).clamp(1, 3);
    let name = name.to_lowercase();
    known
        .map(|candidate| (distance(&name, &candidate.to_lowercase(), limit), candidate))
        .filter(|(distance, candidate)| *distance <= limit && **candidate != *name)
        .min()
        .map(|(_, candidate)| candidate)
}

/// Returns how many letters must be inserted, removed, replaced or swapped with a neighbour to make one text of another;
/// anything above the limit for texts whose lengths differ by more.
fn distance(left: &str, right: &str, limit: usize) -> usize {
    let (left, right): (Vec<char>, Vec<char>) = (left.chars().collect(), right.chars().collect());
    if left.len().abs_diff(right.len()) > limit {
        return limit + 1;
    }
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=right.len()).collect();
    for (i, a) in left.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, b) in right.iter().enumerate() {
            let mut least = (last[j] + usize::from(a != b)).min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *a == right[j - 1] && left[i - 1] == *b {
                least = least.min(before_last[j - 1] + 1);
            }
            row.push(least);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_finger_finds_its_name() {
        let known = ["file", "notify", "exec", "apache::vhost"];
        assert_eq!(nearest("fiel", known.into_iter()), Some("file"));
        assert_eq!(nearest("notfiy", known.into_iter()), Some("notify"));
        assert_eq!(nearest("apache::vhosts", known.into_iter()), Some("apache::vhost"));
        assert_eq!(nearest("package", known.into_iter()), None);
    }
}
