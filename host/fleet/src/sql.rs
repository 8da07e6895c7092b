//! Statements for typed queries. Everything that databases differ in comes from a [`Dialect`].

mod counts;
mod dialect;
mod filter;
mod tables;

use serde_json::Value as Json;

use crate::query::entity::{Field, Fragment, Kind, Text};
use crate::query::select::{Column, ColumnValue, Function, Parameter, Place, Plan, Select, Summary};
use crate::query::{Query, QueryError};
use crate::time::Time;

pub(crate) use dialect::Dialect;

/// How the value of a column is written as JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Output {
    Text,
    Number,
    Boolean,
    Time,
    /// The text is JSON.
    Json,
    EncodedPath,
}

impl Output {
    fn of(kind: Kind) -> Self {
        match kind {
            Kind::Text => Self::Text,
            Kind::Number => Self::Number,
            Kind::Boolean => Self::Boolean,
            Kind::Time => Self::Time,
            Kind::EncodedPath => Self::EncodedPath,
            Kind::Serialized | Kind::Texts | Kind::Document | Kind::Scalar | Kind::Path | Kind::Json => Self::Json,
        }
    }
}

/// The form of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// An object with the columns.
    Object,
    /// The value of the first column.
    Value,
    /// An object with counts, and the other columns as its subject.
    Subject(Summary),
}

/// A statement with its parameters and the columns of its rows.
#[derive(Debug)]
pub(crate) struct Statement {
    pub(crate) sql: String,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) columns: Vec<(String, Output)>,
    pub(crate) shape: Shape,
}

/// Returns the statement for a query. Without `has_slice`, the rows have no order and no limit.
///
/// # Errors
/// Returns an error if a regular expression is not valid in this dialect.
pub(crate) fn compile(query: &Query, dialect: &dyn Dialect, has_slice: bool) -> Result<Statement, QueryError> {
    let mut writer =
        Writer { dialect, parameters: Vec::new(), inactive_since: query.inactive_since, wrong_pattern: None };
    let (sql, columns, shape) = match &query.plan {
        Plan::Rows(select) => {
            let shape = if select.entity.is_single_value { Shape::Value } else { Shape::Object };
            (writer.select(select, has_slice), outputs(select), shape)
        }
        Plan::Counts(counts) => {
            let sql = writer.counts(counts, has_slice);
            (sql, counts::columns(counts.summary), Shape::Subject(counts.summary))
        }
        Plan::Totals(totals) => (writer.totals(totals), counts::total_columns(), Shape::Object),
    };
    match writer.wrong_pattern {
        None => Ok(Statement { sql, parameters: writer.parameters, columns, shape }),
        Some(error) => Err(error),
    }
}

/// Returns the statement that counts the rows of a query.
///
/// # Errors
/// Returns an error if a regular expression is not valid in this dialect.
pub(crate) fn compile_total(query: &Query, dialect: &dyn Dialect) -> Result<Statement, QueryError> {
    let mut compiled = compile(query, dialect, false)?;
    compiled.sql = format!("SELECT count(*) FROM ({}) counted", compiled.sql);
    Ok(compiled)
}

/// Adds a parameter and returns its place in the statement.
pub(crate) fn add_parameter(dialect: &dyn Dialect, parameters: &mut Vec<Parameter>, value: Parameter) -> String {
    let place = dialect.placeholder(parameters.len() + 1, &value);
    parameters.push(value);
    place
}

fn outputs(select: &Select) -> Vec<(String, Output)> {
    let output = |column: &Column| {
        let output = match &column.value {
            ColumnValue::Field(field) => Output::of(field.kind),
            ColumnValue::Document(_) => Output::Json,
            ColumnValue::ToString(..) => Output::Text,
            ColumnValue::Function(Function::Minimum | Function::Maximum, Some(field)) => match field.kind {
                Kind::Scalar => Output::Number,
                // As in PuppetDB, the path is not split.
                Kind::EncodedPath => Output::Text,
                kind => Output::of(kind),
            },
            ColumnValue::Function(..) => Output::Number,
        };
        (column.name.clone(), output)
    };
    select.columns.iter().map(output).collect()
}

/// Writes statements and collects their parameters.
struct Writer<'d> {
    dialect: &'d dyn Dialect,
    parameters: Vec<Parameter>,
    inactive_since: Time,
    /// The error of the first regular expression that is not valid.
    wrong_pattern: Option<QueryError>,
}

impl Writer<'_> {
    /// Adds a parameter and returns its place in the statement.
    fn parameter(&mut self, value: Parameter) -> String {
        add_parameter(self.dialect, &mut self.parameters, value)
    }

    /// Adds a regular expression.
    fn pattern(&mut self, pattern: &str) -> String {
        self.check_pattern(pattern);
        self.text(pattern)
    }

    fn check_pattern(&mut self, pattern: &str) {
        if self.wrong_pattern.is_none() {
            self.wrong_pattern = self.dialect.check_pattern(pattern).err();
        }
    }

    fn json(&mut self, value: &Json) -> String {
        self.parameter(Parameter::Json(value.clone()))
    }

    fn text(&mut self, value: &str) -> String {
        self.parameter(Parameter::Text(value.to_owned()))
    }

    fn source(&self, text: Text) -> &'static str {
        match text {
            Text::Common(text) => text,
            Text::Fragment(fragment) => self.dialect.fragment(fragment),
        }
    }

    fn field(&self, field: &Field) -> &'static str {
        self.source(field.sql)
    }

    fn select(&mut self, select: &Select, has_slice: bool) -> String {
        if let Some(sql) = self.resource_count(select) {
            return if has_slice { sql + &self.dialect.limit(select.slice.limit, select.slice.offset) } else { sql };
        }
        let columns: Vec<(String, String)> =
            select.columns.iter().map(|column| (self.column(column), column.name.clone())).collect();
        let named: Vec<String> = columns.iter().map(|(sql, name)| format!("{sql} AS {}", quoted(name))).collect();
        let distinct = if select.entity.is_distinct { "DISTINCT " } else { "" };
        let mut sql = format!(
            "SELECT {distinct}{} FROM {}",
            named.join(", "),
            self.tables(select.entity, select.filter.as_ref())
        );
        let mut conditions: Vec<String> = select.entity.condition.iter().map(|&text| text.to_owned()).collect();
        if let Some(filter) = &select.filter {
            conditions.push(self.filter(filter));
        }
        if !conditions.is_empty() {
            sql += &format!(" WHERE {}", conditions.join(" AND "));
        }
        if !select.groups.is_empty() {
            let group = |name: &String| {
                let column = columns.iter().find(|(_, column)| column == name).map(|(sql, _)| sql.clone());
                match (column, select.entity.field(name)) {
                    // Equal numbers are one group, however they are written.
                    (_, Some(field)) if field.kind == Kind::Scalar => {
                        self.dialect.order_key(field.kind, self.field(field))
                    }
                    (Some(sql), _) => sql,
                    (None, field) => field.map_or("NULL", |field| self.field(field)).to_owned(),
                }
            };
            let groups: Vec<String> = select.groups.iter().map(group).collect();
            sql += &format!(" GROUP BY {}", groups.join(", "));
        }
        if has_slice {
            sql += &self.slice(select);
        }
        sql
    }

    fn slice(&self, select: &Select) -> String {
        let slice = &select.slice;
        let order = |order: &crate::query::select::Order| {
            let key = self.dialect.order_key(order.field.kind, self.field(order.field));
            // Rows without a value are the last ones, as in PostgreSQL.
            let way = if order.is_descending { "DESC NULLS FIRST" } else { "ASC NULLS LAST" };
            format!("{key} {way}")
        };
        let orders: Vec<String> = slice.order.iter().map(order).collect();
        let by = if orders.is_empty() { String::new() } else { format!(" ORDER BY {}", orders.join(", ")) };
        by + &self.dialect.limit(slice.limit, slice.offset)
    }

    fn column(&mut self, column: &Column) -> String {
        match &column.value {
            ColumnValue::Field(field) => self.field(field).to_owned(),
            ColumnValue::Document(place) => self.place(place),
            ColumnValue::Function(function, field) => {
                let operand = match field {
                    None => "*".to_owned(),
                    Some(field) if field.kind == Kind::Scalar => self.dialect.json_number(self.field(field)),
                    Some(field) => self.field(field).to_owned(),
                };
                match (function, field) {
                    (Function::Minimum | Function::Maximum, Some(field)) if field.kind != Kind::Scalar => {
                        format!("{}({operand})", function.sql())
                    }
                    _ => self.dialect.number_column(*function, &operand),
                }
            }
            ColumnValue::ToString(field, format) => {
                let format = self.text(format);
                self.dialect.to_char(self.field(field), &format)
            }
        }
    }

    /// Returns the value in a document.
    fn place(&mut self, place: &Place) -> String {
        let Some((first, rest)) = place.path.split_first() else { return self.field(place.field).to_owned() };
        let (first, rest): (&Json, &[Json]) = match place.field.sql {
            Text::Fragment(Fragment::Facts) => (first, rest),
            Text::Fragment(Fragment::Trusted) => return self.fact_value("trusted", &place.path, place.has_digits),
            _ => return self.value_at(self.field(place.field), &place.path, place.has_digits),
        };
        self.fact_value(first.as_str().unwrap_or_default(), rest, place.has_digits)
    }

    /// Returns the value in the fact of a node.
    fn fact_value(&mut self, name: &str, path: &[Json], has_digits: bool) -> String {
        let name = self.text(name);
        let value =
            if path.is_empty() { "fact.value".to_owned() } else { self.value_at("fact.value", path, has_digits) };
        format!("(SELECT {value} FROM fact WHERE fact.node_id = node.id AND fact.name = {name})")
    }

    fn value_at(&mut self, document: &str, path: &[Json], has_digits: bool) -> String {
        if !has_digits {
            return self.dialect.json_at(document, path, &mut self.parameters);
        }
        let path = self.json(&path.to_vec().into());
        self.dialect.json_at_texts(document, &path)
    }
}

/// Returns a name in quotes.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
