//! Values for the tests, and a minimal evaluator for them: literals, types with keys, constructors.

use std::collections::BTreeMap;
use std::sync::Arc;

use datatype::{
    Aliases, Parameterized, Regex, Resolver, SemVer, SemVerRange, Subject, SubjectView, Timespan, TimespanFields,
    Timestamp, Type, TypeIssue, Uri, base64, parameterize, zone_offset,
};
use syntax::ast::{Definition, Expression, ExpressionKind, Mode, TypeAlias, UnaryOperator};
use syntax::{SourceFile, SourceId};

/// A value.
#[derive(Clone, Debug)]
pub(crate) enum Sample {
    Undef,
    Default,
    Boolean(bool),
    Integer(i64),
    Float(f64),
    String(String),
    Regexp(Regex),
    Array(Vec<Sample>),
    Hash(Vec<(Sample, Sample)>),
    Type(Type),
    Sensitive(Box<Sample>),
    Timestamp(Timestamp),
    Timespan(Timespan),
    SemVer(SemVer),
    SemVerRange(SemVerRange),
    Uri(Uri),
    Binary(Vec<u8>),
    Deferred,
}

impl Subject for Sample {
    fn view(&self) -> SubjectView<'_, Self> {
        match self {
            Self::Undef => SubjectView::Undef,
            Self::Default => SubjectView::Default,
            Self::Boolean(value) => SubjectView::Boolean(*value),
            Self::Integer(value) => SubjectView::Integer(*value),
            Self::Float(value) => SubjectView::Float(*value),
            Self::String(text) => SubjectView::String(text),
            Self::Regexp(regex) => SubjectView::Regexp(regex.source()),
            Self::Array(elements) => SubjectView::Array(elements),
            Self::Hash(entries) => SubjectView::Hash(entries.len()),
            Self::Type(data_type) => SubjectView::Type(data_type),
            Self::Sensitive(secret) => SubjectView::Sensitive(secret),
            Self::Timestamp(time) => SubjectView::Timestamp(*time),
            Self::Timespan(span) => SubjectView::Timespan(*span),
            Self::SemVer(version) => SubjectView::SemVer(version),
            Self::SemVerRange(range) => SubjectView::SemVerRange(range),
            Self::Uri(uri) => SubjectView::Uri(uri),
            Self::Binary(bytes) => SubjectView::Binary(bytes),
            Self::Deferred => SubjectView::Deferred,
        }
    }

    fn entries(&self) -> impl Iterator<Item = (&Self, &Self)> {
        let entries: &[(Self, Self)] = match self {
            Self::Hash(entries) => entries,
            _ => &[],
        };
        entries.iter().map(|(key, value)| (key, value))
    }
}

impl Sample {
    /// Returns the value as `String(value)` does, as far as the records need it.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Undef => String::new(),
            Self::String(text) => text.clone(),
            Self::Timestamp(time) => time.to_string(),
            Self::Timespan(span) => span.to_string(),
            Self::Default => "default".to_owned(),
            Self::Type(data_type) => data_type.to_string(),
            Self::Array(elements) => format!("[{}]", elements.iter().map(Self::text).collect::<Vec<_>>().join(", ")),
            other => format!("{other:?}"),
        }
    }
}

/// The type aliases and resource types that the records refer to.
pub(crate) struct World {
    aliases: Aliases,
    definitions: BTreeMap<String, Arc<TypeAlias>>,
}

impl World {
    pub(crate) fn new() -> Self {
        let source = SourceFile::new(SourceId::default(), "aliases.pp", include_str!("aliases.pp"));
        let (program, diagnostics) = syntax::parse(&source, Mode::Manifest);
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        let definitions = program.definitions().into_iter().filter_map(|definition| match definition {
            Definition::TypeAlias(alias) => Some((alias.name.to_ascii_lowercase(), Arc::clone(alias))),
            _ => None,
        });
        Self { aliases: Aliases::new(), definitions: definitions.collect() }
    }

    pub(crate) fn value(&mut self, text: &str) -> Sample {
        self.evaluate(text).unwrap_or_else(|message| panic!("{text}: {message}"))
    }

    pub(crate) fn data_type(&mut self, text: &str) -> Type {
        match self.value(text) {
            Sample::Type(data_type) => data_type,
            other => panic!("{text}: {other:?}"),
        }
    }

    /// Evaluates an expression. Returns the message as error.
    pub(crate) fn evaluate(&mut self, text: &str) -> Result<Sample, String> {
        let source = SourceFile::new(SourceId::default(), "", text);
        let (program, diagnostics) = syntax::parse(&source, Mode::Manifest);
        if let Some(fault) = diagnostics.iter().find(|fault| fault.is_error() && !fault.issue.starts_with("IDEM")) {
            return Err(fault.message.clone());
        }
        self.expression(&program.body.statements[0])
    }

    fn expression(&mut self, expression: &Expression) -> Result<Sample, String> {
        Ok(match &expression.kind {
            ExpressionKind::Undef => Sample::Undef,
            ExpressionKind::Default => Sample::Default,
            ExpressionKind::Boolean(value) => Sample::Boolean(*value),
            ExpressionKind::Integer(value) => Sample::Integer(*value),
            ExpressionKind::Float(value) => Sample::Float(*value),
            ExpressionKind::String(text) | ExpressionKind::Name(text) => Sample::String(text.to_string()),
            ExpressionKind::Regex(source) => Sample::Regexp(Regex::new(source).map_err(|error| error.to_string())?),
            ExpressionKind::Array(elements) => Sample::Array(self.all(elements)?),
            ExpressionKind::Hash(entries) => {
                let mut hash = Vec::new();
                for entry in entries {
                    hash.push((self.expression(&entry.key)?, self.expression(&entry.value)?));
                }
                Sample::Hash(hash)
            }
            ExpressionKind::Unary(unary) if unary.operator == UnaryOperator::Minus => {
                match self.expression(&unary.operand)? {
                    Sample::Integer(value) => Sample::Integer(-value),
                    Sample::Float(value) => Sample::Float(-value),
                    other => panic!("-{other:?}"),
                }
            }
            ExpressionKind::TypeName(name) => Sample::Type(Type::named(name, self).map_err(|issue| issue.message)?),
            ExpressionKind::Access(access) => {
                let Sample::Type(target) = self.expression(&access.target)? else { panic!("{access:?}") };
                let keys = self.all(&access.keys)?;
                match parameterize(&target, &keys).map_err(|issue| issue.message)? {
                    Parameterized::One(data_type) => Sample::Type(data_type),
                    Parameterized::Many(types) => Sample::Array(types.into_iter().map(Sample::Type).collect()),
                    Parameterized::Nothing => Sample::Undef,
                    Parameterized::Attributes => panic!("{access:?}"),
                }
            }
            ExpressionKind::Call(call) => {
                let arguments = self.all(&call.arguments)?;
                match &call.function.kind {
                    ExpressionKind::TypeName(name) => make(name, arguments, self)?,
                    _ => written(&arguments)?,
                }
            }
            other => panic!("{other:?}"),
        })
    }

    fn all(&mut self, expressions: &[Expression]) -> Result<Vec<Sample>, String> {
        expressions.iter().map(|expression| self.expression(expression)).collect()
    }
}

/// `Name(argument, …)`
fn make(name: &str, mut arguments: Vec<Sample>, world: &mut World) -> Result<Sample, String> {
    let rest: Vec<String> = arguments.drain(1..).map(|argument| argument.text()).collect();
    let rest: Vec<&str> = rest.iter().map(String::as_str).collect();
    Ok(match (name, arguments.remove(0)) {
        ("String", value) => Sample::String(value.text()),
        ("Sensitive", secret) => Sample::Sensitive(Box::new(secret)),
        ("Timestamp", Sample::Integer(seconds)) => Sample::Timestamp(Timestamp::from_seconds(seconds)),
        ("Timestamp", Sample::Float(seconds)) => Sample::Timestamp(Timestamp::from_float(seconds).unwrap()),
        ("Timestamp", Sample::String(text)) => Sample::Timestamp(
            match rest.as_slice() {
                [] => Timestamp::parse_default(&text),
                [format, zone @ ..] => Timestamp::parse(&text, &[format], zone.first().copied()),
            }
            .map_err(|error| error.to_string())?,
        ),
        ("Timespan", Sample::Integer(seconds)) => {
            Sample::Timespan(Timespan::from_fields(TimespanFields { seconds, ..TimespanFields::default() }))
        }
        ("Timespan", Sample::Float(seconds)) => Sample::Timespan(Timespan::from_float(seconds).unwrap()),
        ("Timespan", Sample::String(text)) => Sample::Timespan(
            if rest.is_empty() { Timespan::parse_default(&text) } else { Timespan::parse(&text, &rest) }
                .map_err(|error| error.to_string())?,
        ),
        ("SemVer", Sample::String(text)) => Sample::SemVer(SemVer::parse(&text).unwrap()),
        ("SemVerRange", Sample::String(text)) => Sample::SemVerRange(SemVerRange::parse(&text).unwrap()),
        ("URI", Sample::String(text)) => Sample::Uri(Uri::parse(&text).unwrap()),
        ("Binary", Sample::String(text)) => Sample::Binary(base64::decode(&text).unwrap()),
        ("Type", Sample::String(text)) => Sample::Type(Type::parse(&text, world).unwrap()),
        ("Deferred", Sample::String(_)) => Sample::Deferred,
        (name, argument) => panic!("{name}({argument:?})"),
    })
}

/// `strftime(time, format, zone)`
fn written(arguments: &[Sample]) -> Result<Sample, String> {
    let text = |index: usize| arguments.get(index).map(Sample::text);
    let format = text(1).unwrap();
    match &arguments[0] {
        Sample::Timespan(span) => span.format(&format).map_err(|error| error.to_string()),
        Sample::Timestamp(time) => {
            let offset =
                text(2).map(|zone| zone_offset(&zone).ok_or(format!("Illegal timezone '{zone}'"))).transpose()?;
            time.format(&format, offset).map_err(|error| error.to_string())
        }
        other => panic!("{other:?}"),
    }
    .map(Sample::String)
}

impl Resolver for World {
    fn resolve(&mut self, name: &str) -> Result<Option<Type>, TypeIssue> {
        if let Some(known) = self.aliases.get(name) {
            return Ok(Some(known));
        }
        let Some(definition) = self.definitions.get(&name.to_ascii_lowercase()).map(Arc::clone) else {
            let is_known = matches!(name, "File" | "Exec" | "Notify");
            return Ok(is_known.then(|| Type::resource(Some(name), None)));
        };
        self.aliases.declare(&definition.name);
        let target = Type::from_expression(&definition.value, self)?;
        self.aliases.define(&definition.name, target).map(Some)
    }
}
