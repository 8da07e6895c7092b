//! Counts of catalogs that a fallback server compiled: by node and reason, as text and JSON.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use crate::sanitize::printable_line;

/// The largest number of reasons of a node; further ones are counted together.
const REASONS: usize = 100;

const OTHER: &str = "other code in Ruby";

/// The catalogs of a node that the fallback server compiled.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FallbackRecord {
    /// The node.
    pub node: String,
    /// The catalogs by the code in Ruby that is missing here.
    pub reasons: BTreeMap<String, FallbackCount>,
}

/// A number of catalogs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FallbackCount {
    /// The catalogs that the fallback server compiled or refused.
    pub answered: u64,
    /// The catalogs for which it did not answer.
    pub unanswered: u64,
    /// The time of the last one, in seconds since 1970.
    pub last: u64,
}

impl FallbackRecord {
    /// Returns the record with one more catalog.
    #[must_use]
    pub fn with(mut self, node: &str, reason: &str, is_answered: bool, time: u64) -> Self {
        node.clone_into(&mut self.node);
        let is_known = self.reasons.contains_key(reason) || self.reasons.len() < REASONS;
        let count = self.reasons.entry(if is_known { reason } else { OTHER }.to_owned()).or_default();
        match is_answered {
            true => count.answered += 1,
            false => count.unanswered += 1,
        }
        count.last = time;
        self
    }
}

/// Returns the records as text: the reasons of most nodes first, then the nodes.
#[must_use]
pub fn to_text(records: &[FallbackRecord]) -> String {
    if records.is_empty() {
        return "The fallback server compiled no catalogs.\n".to_owned();
    }
    let reasons = reasons(records);
    let number = |number: usize, one: &str| format!("{number} {one}{}", if number == 1 { "" } else { "s" });
    let needs = if records.len() == 1 { "needs" } else { "need" };
    let mut text = format!(
        "{} {needs} the fallback server, for {}.\n\nReasons\n",
        number(records.len(), "node"),
        number(reasons.len(), "reason")
    );
    for (reason, nodes, count) in &reasons {
        // Writing to a String cannot fail.
        let unanswered =
            if count.unanswered > 0 { format!(", {} unanswered", count.unanswered) } else { String::new() };
        let catalogs = number(usize::try_from(count.answered).unwrap_or(usize::MAX), "catalog");
        let line = format!(
            "{:>5} {:5}  {reason}: {catalogs}{unanswered}",
            nodes.len(),
            if nodes.len() == 1 { "node" } else { "nodes" }
        );
        let _ = writeln!(text, "  {}", printable_line(&line));
    }
    text.push_str("\nNodes\n");
    for record in records {
        let reasons: Vec<&str> = record.reasons.keys().map(String::as_str).collect();
        let _ = writeln!(text, "  {}", printable_line(&format!("{}  {}", record.node, reasons.join(", "))));
    }
    text
}

/// Returns the records as JSON.
#[must_use]
pub fn to_json(records: &[FallbackRecord]) -> Json {
    let reason = |(reason, nodes, count): (&str, Vec<&str>, FallbackCount)| json!({ "reason": reason, "nodes": nodes, "answered": count.answered, "unanswered": count.unanswered, "last": count.last });
    json!({ "reasons": reasons(records).into_iter().map(reason).collect::<Vec<_>>(), "nodes": records })
}

/// Returns the reasons with their nodes and the numbers of catalogs, those of most nodes first.
fn reasons(records: &[FallbackRecord]) -> Vec<(&str, Vec<&str>, FallbackCount)> {
    let mut reasons: BTreeMap<&str, (Vec<&str>, FallbackCount)> = BTreeMap::new();
    for record in records {
        for (reason, count) in &record.reasons {
            let (nodes, sum) = reasons.entry(reason).or_default();
            nodes.push(&record.node);
            sum.answered += count.answered;
            sum.unanswered += count.unanswered;
            sum.last = sum.last.max(count.last);
        }
    }
    let mut reasons: Vec<_> = reasons.into_iter().map(|(reason, (nodes, count))| (reason, nodes, count)).collect();
    reasons.sort_by_key(|(_, nodes, _)| std::cmp::Reverse(nodes.len()));
    reasons
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records() -> Vec<FallbackRecord> {
        let one = FallbackRecord::default().with("a", "function 'f'", true, 1).with("a", "function 'f'", false, 2);
        let one = one.with("a", "data type 'T'", true, 3);
        vec![one, FallbackRecord::default().with("b", "function 'f'", true, 4)]
    }

    #[test]
    fn fallbacks_are_counted_by_reason_and_node() {
        let text = to_text(&records());
        assert!(text.starts_with("2 nodes need the fallback server, for 2 reasons.\n"), "{text}");
        assert!(text.contains("    2 nodes  function 'f': 2 catalogs, 1 unanswered\n"), "{text}");
        assert!(text.contains("    1 node   data type 'T': 1 catalog\n"), "{text}");
        let json = to_json(&records());
        assert_eq!((&json["reasons"][0]["nodes"], &json["reasons"][0]["last"]), (&json!(["a", "b"]), &json!(4)));
        assert_eq!(to_text(&[]), "The fallback server compiled no catalogs.\n");
    }

    #[test]
    fn number_of_fallback_reasons_is_limited() {
        let add = |record: FallbackRecord, number| record.with("a", &format!("function 'f{number}'"), true, 0);
        let record = (0..300).fold(FallbackRecord::default(), add);
        assert_eq!((record.reasons.len(), record.reasons[OTHER].answered), (REASONS + 1, 200));
    }
}
