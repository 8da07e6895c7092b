//! Conditions as SQL.

use super::Writer;
use crate::query::entity::{Field, Fragment, Kind, Text, shown};
use crate::query::select::{Column, ColumnValue, Comparison, DocumentTest, Filter, Parameter, Place, Select};
use serde_json::Value as Json;

impl Writer<'_> {
    pub(super) fn filter(&mut self, filter: &Filter) -> String {
        match filter {
            Filter::And(filters) => self.join(filters, " AND "),
            Filter::Or(filters) => self.join(filters, " OR "),
            Filter::Not(inner) => match &**inner {
                Filter::Not(inner) => self.filter(inner),
                Filter::Document(place, test) => self.document(place, test, true),
                Filter::FactsMatching(pattern, test) if !is_equality(test) => {
                    let (any, holds) = (self.has_path(pattern), self.facts_matching(pattern, test));
                    format!("({any} AND NOT {holds})")
                }
                inner => format!("NOT ({})", self.filter(inner)),
            },
            Filter::Compare(field, comparison, value) => {
                let value = self.parameter(value.clone());
                format!("{} {} {value}", self.field(field), comparison.sql())
            }
            // As in PuppetDB, no value matches no pattern, so that the opposite holds.
            Filter::Matches(field, pattern) => {
                let pattern = self.pattern(pattern);
                let field = self.field(field);
                format!("({} AND {field} IS NOT NULL)", self.dialect.matches(field, &pattern))
            }
            Filter::MatchesNull(field) => format!("(NULL AND {} IS NOT NULL)", self.field(field)),
            Filter::OneOf(_, values) if values.is_empty() => "FALSE".to_owned(),
            Filter::OneOf(field, values) => {
                let value = |value: &Option<Parameter>| match value {
                    Some(value) => self.parameter(value.clone()),
                    None => "NULL".to_owned(),
                };
                let values: Vec<String> = values.iter().map(value).collect();
                format!("{} IN ({})", self.field(field), values.join(", "))
            }
            Filter::HasText(field, text) => {
                let text = self.text(text);
                self.dialect.has_text(self.field(field), &text)
            }
            Filter::HasMatch(field, pattern) => {
                let pattern = self.pattern(pattern);
                self.dialect.has_match(self.field(field), &pattern)
            }
            Filter::IsNull(field, is_null) => {
                format!("{} IS {}NULL", self.field(field), if *is_null { "" } else { "NOT " })
            }
            Filter::Active(is_active) => self.active(*is_active),
            Filter::LatestReport => "report.id = node.latest_report_id".to_owned(),
            Filter::In(fields, select) => self.is_in(fields, select),
            _ => self.json_filter(filter),
        }
    }

    /// Writes the conditions about JSON values.
    fn json_filter(&mut self, filter: &Filter) -> String {
        match filter {
            Filter::Scalar(field, comparison, value) => {
                let value = self.json(value);
                self.dialect.json_compare(self.field(field), *comparison, &value)
            }
            Filter::ScalarMatches(field, pattern) => {
                let pattern = self.pattern(pattern);
                self.dialect.matches(&self.dialect.json_text(self.field(field)), &pattern)
            }
            Filter::ScalarOneOf(field, values) => self.any(values, |writer, value| {
                writer.dialect.json_compare(writer.field(field), Comparison::Equal, value)
            }),
            Filter::ScalarKind(field, kind) => {
                let kind = self.text(kind);
                format!("{} = {kind}", self.dialect.json_kind(self.field(field)))
            }
            Filter::PathOneOf(field, paths) => {
                let parts: Vec<String> = paths.iter().map(|path| self.path_is(field, path)).collect();
                joined(&parts, " OR ")
            }
            Filter::PathMatches(field, patterns) => {
                for part in patterns.as_array().into_iter().flatten() {
                    self.check_pattern(&shown(part));
                }
                let patterns = self.json(patterns);
                self.dialect.path_matches(self.field(field), &patterns)
            }
            Filter::Document(place, test) => self.document(place, test, false),
            Filter::FactsMatching(pattern, test) => self.facts_matching(pattern, test),
            Filter::DocumentIsNull(place, is_null) => {
                let value = self.place(place);
                let operator = if *is_null { "=" } else { "<>" };
                format!("{} {operator} 'null'", self.dialect.json_kind(&value))
            }
            _ => self.parameter_filter(filter),
        }
    }

    /// Writes the condition that the path of a value is a path. The name of the fact has an index.
    fn path_is(&mut self, field: &Field, path: &Json) -> String {
        let name = path.get(0).and_then(Json::as_str).map(|name| self.text(name));
        let path = self.json(path);
        let is_path = self.dialect.path_is(self.field(field), &path);
        match name {
            Some(name) => format!("(content.name = {name} AND {is_path})"),
            None => is_path,
        }
    }

    /// Writes the conditions about parameters of resources.
    fn parameter_filter(&mut self, filter: &Filter) -> String {
        match filter {
            Filter::ResourceParameter(name, value) => {
                let found = self.value_at("parameters.parameters", &[name.as_str().into()], false);
                let value = self.json(value);
                format!("coalesce({}, FALSE)", self.dialect.json_compare(&found, Comparison::Equal, &value))
            }
            Filter::ResourceParameterMatches(name, pattern) => {
                let (name, pattern) = (self.pattern(name), self.pattern(pattern));
                self.dialect.parameter_matches("parameters.parameters", &name, &pattern)
            }
            _ => "FALSE".to_owned(),
        }
    }

    fn join(&mut self, filters: &[Filter], operator: &str) -> String {
        let parts: Vec<String> = filters.iter().map(|filter| self.filter(filter)).collect();
        joined(&parts, operator)
    }

    /// Writes the condition that one of several values fulfils a condition.
    fn any(&mut self, values: &[Json], test: impl Fn(&Self, &str) -> String) -> String {
        let mut parts = Vec::new();
        for value in values {
            let value = self.json(value);
            parts.push(test(self, &value));
        }
        if parts.is_empty() { "FALSE".to_owned() } else { joined(&parts, " OR ") }
    }

    fn active(&mut self, is_active: bool) -> String {
        if is_active {
            return "(node.deactivated IS NULL AND node.expired IS NULL)".to_owned();
        }
        let since = self.parameter(Parameter::Time(self.inactive_since));
        format!("(node.deactivated > {since} OR node.expired > {since})")
    }

    fn is_in(&mut self, fields: &[&'static Field], select: &Select) -> String {
        let inner = self.select(select, true);
        let (left, right): (Vec<String>, Vec<String>) =
            fields.iter().zip(&select.columns).map(|(field, column)| self.compared(field, column)).unzip();
        format!("({}) IN (SELECT {} FROM ({inner}) selected)", left.join(", "), right.join(", "))
    }

    /// Returns a field and a column of another query, so that they can be compared.
    fn compared(&self, field: &Field, column: &Column) -> (String, String) {
        let name = super::quoted(&column.name);
        match (field.kind, &column.value) {
            (Kind::Text, ColumnValue::Field(found)) if found.kind == Kind::Scalar => {
                (self.field(field).to_owned(), self.dialect.json_text(&name))
            }
            (Kind::Scalar, ColumnValue::Field(found)) if found.kind == Kind::Text => {
                (self.dialect.json_text(self.field(field)), name)
            }
            _ => (self.comparable(field), self.comparable_column(column)),
        }
    }

    fn comparable(&self, field: &Field) -> String {
        match field.kind {
            Kind::Path => self.dialect.path_encoded(self.field(field)),
            kind => self.dialect.order_key(kind, self.field(field)),
        }
    }

    fn comparable_column(&self, column: &Column) -> String {
        let name = super::quoted(&column.name);
        match &column.value {
            ColumnValue::Field(field) if field.kind == Kind::Path => self.dialect.path_encoded(&name),
            ColumnValue::Field(field) => self.dialect.order_key(field.kind, &name),
            _ => name,
        }
    }

    /// Writes a condition about the value in a document, or the opposite. As in PuppetDB, a missing value contains
    /// nothing, so that the opposite holds, and in other comparisons neither holds.
    fn document(&mut self, place: &Place, test: &DocumentTest, is_opposite: bool) -> String {
        let found = self.place(place);
        let holds = match test {
            DocumentTest::Contains(expected) => {
                let value = self.json(expected);
                match (place.path.is_empty(), expected.is_null()) {
                    (true, _) => self.dialect.json_contains(&found, &value),
                    // A missing value is not `null`.
                    (false, true) => format!("({found} IS NOT NULL AND {})", self.dialect.json_has(&found, &value)),
                    (false, false) => format!("coalesce({}, FALSE)", self.dialect.json_has(&found, &value)),
                }
            }
            DocumentTest::Compare(..) | DocumentTest::Matches(_) => self.test(&found, test),
        };
        let holds = if is_opposite { format!("NOT ({holds})") } else { holds };
        match (test, place.path.first()) {
            (DocumentTest::Compare(..) | DocumentTest::Matches(_), Some(first)) if !place.has_digits => {
                format!("({holds} AND {})", self.exists(place, first))
            }
            _ => holds,
        }
    }

    /// Writes the condition that a document has a member.
    fn exists(&mut self, place: &Place, first: &Json) -> String {
        let name = match place.field.sql {
            Text::Fragment(Fragment::Facts) => first.as_str().unwrap_or_default(),
            Text::Fragment(Fragment::Trusted) => "trusted",
            _ => {
                let found = self.value_at(self.field(place.field), std::slice::from_ref(first), false);
                return format!("{found} IS NOT NULL");
            }
        };
        let name = self.text(name);
        format!("EXISTS (SELECT 1 FROM fact WHERE fact.node_id = node.id AND fact.name = {name})")
    }

    fn test(&mut self, value: &str, test: &DocumentTest) -> String {
        match test {
            DocumentTest::Contains(expected) => {
                let expected = self.json(expected);
                self.dialect.json_has(value, &expected)
            }
            DocumentTest::Compare(comparison, expected) => {
                let expected = self.json(expected);
                self.dialect.json_compare(value, *comparison, &expected)
            }
            DocumentTest::Matches(pattern) => {
                let pattern = self.pattern(pattern);
                self.dialect.matches(&self.dialect.json_text(value), &pattern)
            }
        }
    }

    /// Writes the condition that a node has a fact with a path that matches a pattern.
    fn has_path(&mut self, pattern: &str) -> String {
        let pattern = self.pattern(pattern);
        let is_path = self.dialect.matches("fact_path.path", &pattern);
        format!(
            "EXISTS (SELECT 1 FROM fact JOIN fact_path ON fact_path.name = fact.name \
             WHERE fact.node_id = node.id AND {is_path})"
        )
    }

    fn facts_matching(&mut self, pattern: &str, test: &DocumentTest) -> String {
        let pattern = self.pattern(pattern);
        let is_path = self.dialect.matches("fact_path.path", &pattern);
        let test = self.test(self.dialect.fact_at_path(), test);
        format!(
            "EXISTS (SELECT 1 FROM fact JOIN fact_path ON fact_path.name = fact.name \
             WHERE fact.node_id = node.id AND {is_path} AND {test})"
        )
    }
}

fn is_equality(test: &DocumentTest) -> bool {
    matches!(test, DocumentTest::Contains(_) | DocumentTest::Compare(Comparison::Equal, _))
}

/// Joins conditions in pairs of equal size, since databases limit the depth of expressions.
fn joined(parts: &[String], operator: &str) -> String {
    match parts {
        [] => "FALSE".to_owned(),
        [only] => only.clone(),
        parts => {
            let (left, right) = parts.split_at(parts.len() / 2);
            format!("({}{operator}{})", joined(left, operator), joined(right, operator))
        }
    }
}
