//! Typed queries: what the statements of each dialect are made from.

use serde_json::Value as Json;

use super::entity::{Entity, Field};
use crate::time::Time;

/// A value in a statement.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Parameter {
    Text(String),
    Integer(i64),
    Real(f64),
    Boolean(bool),
    Time(Time),
    /// A JSON value, given by its text.
    Json(Json),
}

/// A comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Comparison {
    pub(crate) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "=" => Self::Equal,
            "<" => Self::Less,
            "<=" => Self::LessOrEqual,
            ">" => Self::Greater,
            ">=" => Self::GreaterOrEqual,
            _ => return None,
        })
    }

    pub(crate) fn sql(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
        }
    }
}

/// A value in a document: the document and names and indices.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Place {
    pub(crate) field: &'static Field,
    pub(crate) path: Vec<Json>,
    /// Whether digits in the path are names or indices.
    pub(crate) has_digits: bool,
}

/// How the value in a document is compared.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum DocumentTest {
    /// It contains a value.
    Contains(Json),
    /// It compares with a value.
    Compare(Comparison, Json),
    /// Its text matches a pattern.
    Matches(String),
}

/// A condition.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Filter {
    And(Vec<Filter>),
    Or(Vec<Filter>),
    Not(Box<Filter>),
    /// A column compares with a value.
    Compare(&'static Field, Comparison, Parameter),
    /// A column matches a pattern.
    Matches(&'static Field, String),
    /// A column matches a pattern that is `null`: unknown, as its opposite.
    MatchesNull(&'static Field),
    /// A column has one of these values; `None` stands for one that no column has.
    OneOf(&'static Field, Vec<Option<Parameter>>),
    /// An array of texts has this text.
    HasText(&'static Field, String),
    /// An array of texts has a text that matches a pattern.
    HasMatch(&'static Field, String),
    /// A JSON value compares with a value.
    Scalar(&'static Field, Comparison, Json),
    /// The text of a JSON value matches a pattern.
    ScalarMatches(&'static Field, String),
    /// A JSON value is one of these.
    ScalarOneOf(&'static Field, Vec<Json>),
    /// A JSON value is of this kind.
    ScalarKind(&'static Field, String),
    /// The path of a value is one of these.
    PathOneOf(&'static Field, Vec<Json>),
    /// The parts of the path of a value match these patterns.
    PathMatches(&'static Field, Json),
    /// A value in a document.
    Document(Place, DocumentTest),
    /// A value in the facts, at any path that matches a pattern.
    FactsMatching(String, DocumentTest),
    /// A column has a value or not.
    IsNull(&'static Field, bool),
    /// A value in a document is `null`, or not.
    DocumentIsNull(Place, bool),
    /// Columns have the values of a row of another query.
    In(Vec<&'static Field>, Box<Select>),
    /// A parameter of a resource has this value.
    ResourceParameter(String, Json),
    /// A parameter of a resource, whose name matches the first pattern, matches the second.
    ResourceParameterMatches(String, String),
    /// The node is neither deactivated nor expired, or it is.
    Active(bool),
    /// The report is the latest of its node.
    LatestReport,
}

/// A column of a query.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Column {
    /// Its name in rows.
    pub(crate) name: String,
    pub(crate) value: ColumnValue,
}

/// The value of a column.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum ColumnValue {
    Field(&'static Field),
    Document(Place),
    Function(Function, Option<&'static Field>),
    /// A time as text of a format.
    ToString(&'static Field, String),
}

/// A function over rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Function {
    Count,
    Average,
    Sum,
    Minimum,
    Maximum,
}

impl Function {
    pub(crate) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "count" => Self::Count,
            "avg" => Self::Average,
            "sum" => Self::Sum,
            "min" => Self::Minimum,
            "max" => Self::Maximum,
            _ => return None,
        })
    }

    pub(crate) fn sql(self) -> &'static str {
        match self {
            Self::Count => "count",
            Self::Average => "avg",
            Self::Sum => "sum",
            Self::Minimum => "min",
            Self::Maximum => "max",
        }
    }
}

/// A field that rows are ordered by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Order {
    pub(crate) field: &'static Field,
    pub(crate) is_descending: bool,
}

/// Which part of the rows is returned.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Slice {
    pub(crate) order: Vec<Order>,
    pub(crate) limit: Option<u64>,
    pub(crate) offset: Option<u64>,
}

/// A query of one entity.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Select {
    pub(crate) entity: &'static Entity,
    pub(crate) columns: Vec<Column>,
    pub(crate) filter: Option<Filter>,
    /// The names of the columns that rows are grouped by.
    pub(crate) groups: Vec<String>,
    pub(crate) slice: Slice,
}

impl Select {
    /// Returns the query for all fields.
    pub(crate) fn all(entity: &'static Entity) -> Self {
        let column = |field: &'static Field| Column { name: field.name.to_owned(), value: ColumnValue::Field(field) };
        Self {
            entity,
            columns: entity.fields.iter().filter(|field| field.is_projectable).map(column).collect(),
            filter: None,
            groups: Vec::new(),
            slice: Slice::default(),
        }
    }
}

/// What events are counted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Summary {
    Certname,
    Resource,
    ContainingClass,
}

impl Summary {
    pub(crate) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "certname" => Self::Certname,
            "resource" => Self::Resource,
            "containing_class" => Self::ContainingClass,
            _ => return None,
        })
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Certname => "certname",
            Self::Resource => "resource",
            Self::ContainingClass => "containing_class",
        }
    }

    /// Returns the fields of events that make up the subject.
    pub(crate) fn fields(self) -> &'static [&'static str] {
        match self {
            Self::Certname => &["certname"],
            Self::Resource => &["resource_type", "resource_title"],
            Self::ContainingClass => &["containing_class"],
        }
    }
}

/// Counts of events.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Counts {
    pub(crate) summary: Summary,
    /// Whether events of a node with the same status are counted once.
    pub(crate) is_by_node: bool,
    pub(crate) filter: Option<Filter>,
    /// A condition for a count.
    pub(crate) limit: Option<(&'static str, Comparison, i64)>,
    pub(crate) order: Vec<(&'static str, bool)>,
    pub(crate) slice: (Option<u64>, Option<u64>),
}

/// What a query returns.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Plan {
    Rows(Select),
    Counts(Counts),
    /// Counts of subjects for each of several summaries.
    Totals(Vec<Counts>),
}
