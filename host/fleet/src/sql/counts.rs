//! Statements that count events.

use super::tables::uses_only;
use super::{Output, Writer, quoted};
use crate::query::entity::Entity;
use crate::query::select::{Counts, Summary};

/// Each count with the status of its events.
const COUNTS: [(&str, &str); 4] =
    [("failures", "failure"), ("skips", "skipped"), ("successes", "success"), ("noops", "noop")];

/// Returns the columns of a statement for counts.
pub(super) fn columns(summary: Summary) -> Vec<(String, Output)> {
    let counts = COUNTS.iter().map(|(name, _)| ((*name).to_owned(), Output::Number));
    let subject = summary.fields().iter().map(|name| ((*name).to_owned(), Output::Text));
    counts.chain(subject).collect()
}

/// Returns the columns of a statement for totals.
pub(super) fn total_columns() -> Vec<(String, Output)> {
    let counts = COUNTS.iter().map(|(name, _)| ((*name).to_owned(), Output::Number));
    let name = [("summarize_by".to_owned(), Output::Text)].into_iter();
    name.chain(counts).chain([("total".to_owned(), Output::Number)]).collect()
}

impl Writer<'_> {
    pub(super) fn counts(&mut self, counts: &Counts, has_slice: bool) -> String {
        let mut sql = match is_about_reports(counts) {
            true => self.counts_of_reports(counts),
            false => self.counts_of_events(counts),
        };
        if let Some((name, comparison, value)) = counts.limit {
            sql = format!("SELECT * FROM ({sql}) counted WHERE {name} {} {value}", comparison.sql());
        }
        if has_slice {
            let order = |(name, is_descending): &(&str, bool)| {
                format!("{name} {}", if *is_descending { "DESC NULLS FIRST" } else { "ASC NULLS LAST" })
            };
            let orders: Vec<String> = counts.order.iter().map(order).collect();
            if !orders.is_empty() {
                sql += &format!(" ORDER BY {}", orders.join(", "));
            }
            sql += &self.dialect.limit(counts.slice.0, counts.slice.1);
        }
        sql
    }

    /// Counts the events one by one.
    fn counts_of_events(&mut self, counts: &Counts) -> String {
        let fields = counts.summary.fields();
        let mut names = vec!["certname", "status"];
        names.extend(fields.iter().filter(|name| **name != "certname"));
        let distinct = if counts.is_by_node { "DISTINCT " } else { "" };
        let named: Vec<String> = names.iter().map(|name| format!("{} AS {name}", self.event_field(name))).collect();
        let from = Entity::named("events").map_or("", |events| self.tables(events, counts.filter.as_ref()));
        let mut inner = format!("SELECT {distinct}{} FROM {from}", named.join(", "));
        if let Some(filter) = &counts.filter {
            inner += &format!(" WHERE {}", self.filter(filter));
        }
        let sum =
            |(name, status): &(&str, &str)| format!("SUM(CASE WHEN status = '{status}' THEN 1 ELSE 0 END) AS {name}");
        let sums: Vec<String> = COUNTS.iter().map(sum).collect();
        let fields = fields.join(", ");
        format!("SELECT {}, {fields} FROM ({inner}) events GROUP BY {fields}", sums.join(", "))
    }

    fn event_field(&self, name: &str) -> &'static str {
        let field = Entity::named("events").and_then(|events| events.field(name));
        field.map_or("NULL", |field| self.field(field))
    }

    /// Adds the counts that reports have.
    fn counts_of_reports(&mut self, counts: &Counts) -> String {
        let from = Entity::named("reports").map_or("", |reports| self.tables(reports, counts.filter.as_ref()));
        let sum = |(name, _): &(&str, &str)| format!("SUM(report.{name}) AS {name}");
        let sums: Vec<String> = COUNTS.iter().map(sum).collect();
        let any: Vec<String> = COUNTS.iter().map(|(name, _)| format!("report.{name}")).collect();
        let mut sql =
            format!("SELECT {}, node.certname AS certname FROM {from} WHERE {} > 0", sums.join(", "), any.join(" + "));
        if let Some(filter) = &counts.filter {
            sql += &format!(" AND {}", self.filter(filter));
        }
        sql + " GROUP BY node.certname"
    }

    pub(super) fn totals(&mut self, totals: &[Counts]) -> String {
        let mut parts = Vec::new();
        for counts in totals {
            let inner = self.counts(counts, false);
            let sum = |(name, _): &(&str, &str)| {
                format!("coalesce(SUM(CASE WHEN {name} > 0 THEN 1 ELSE 0 END), 0) AS {name}")
            };
            let sums: Vec<String> = COUNTS.iter().map(sum).collect();
            let name = counts.summary.name();
            let alias = quoted("summarize_by");
            parts.push(format!(
                "SELECT '{name}' AS {alias}, {}, count(*) AS total FROM ({inner}) counted",
                sums.join(", ")
            ));
        }
        parts.join(" UNION ALL ")
    }
}

/// Returns whether the counts of reports are enough: all events of a report fulfil the condition, or none.
fn is_about_reports(counts: &Counts) -> bool {
    let has_subject = counts.summary == Summary::Certname && !counts.is_by_node;
    has_subject && counts.filter.as_ref().is_none_or(|filter| uses_only(filter, &["report.", "node.", "environment."]))
}
