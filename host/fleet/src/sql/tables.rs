//! The tables of a statement, and which of them a condition needs.

use super::{Writer, quoted};
use crate::query::entity::{Entity, Text};
use crate::query::select::{ColumnValue, Filter, Function, Select};

impl Writer<'_> {
    /// Returns the tables that the rows of an entity come from.
    pub(super) fn tables(&self, entity: &Entity, filter: Option<&Filter>) -> &'static str {
        match entity.latest.filter(|_| filter.is_some_and(has_latest_report)) {
            Some(latest) => self.dialect.fragment(latest),
            None => self.source(entity.from),
        }
    }

    /// Returns the statement for the number of resources of nodes, which each node has; `None` for another query.
    pub(super) fn resource_count(&mut self, select: &Select) -> Option<String> {
        let [column] = select.columns.as_slice() else { return None };
        let is_count = matches!(column.value, ColumnValue::Function(Function::Count, None));
        let is_about_nodes = select.filter.as_ref().is_none_or(|filter| uses_only(filter, &["node.", "environment."]));
        if select.entity.name != "resources" || !is_count || !is_about_nodes || !select.groups.is_empty() {
            return None;
        }
        let mut sql = format!(
            "SELECT CAST(coalesce(SUM(node.catalog_resources), 0) AS BIGINT) AS {} FROM node \
             LEFT JOIN environment ON environment.id = node.catalog_environment_id",
            quoted(&column.name)
        );
        if let Some(filter) = &select.filter {
            sql += &format!(" WHERE {}", self.filter(filter));
        }
        Some(sql)
    }
}

/// Returns whether all rows that fulfil a condition are of latest reports.
fn has_latest_report(filter: &Filter) -> bool {
    match filter {
        Filter::LatestReport => true,
        Filter::And(filters) => filters.iter().any(has_latest_report),
        _ => false,
    }
}

/// Returns whether a condition needs columns of these tables only.
pub(super) fn uses_only(filter: &Filter, tables: &[&str]) -> bool {
    let is_column = |text: Text| matches!(text, Text::Common(sql) if tables.iter().any(|table| sql.starts_with(table)));
    match filter {
        Filter::And(filters) | Filter::Or(filters) => filters.iter().all(|filter| uses_only(filter, tables)),
        Filter::Not(inner) => uses_only(inner, tables),
        Filter::Compare(field, ..) | Filter::Matches(field, _) | Filter::OneOf(field, _) | Filter::IsNull(field, _) => {
            is_column(field.sql)
        }
        Filter::In(fields, _) => fields.iter().all(|field| is_column(field.sql)),
        Filter::LatestReport => tables.contains(&"report."),
        Filter::Active(_) => true,
        _ => false,
    }
}
