//! A reason for a mismatch, and its message.

use std::fmt;

use crate::issue::article;
use crate::types::{Size, Type};

/// A reason, with the path to its position.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Mismatch {
    pub(super) path: Vec<PathStep>,
    pub(super) kind: ReasonKind,
}

/// A step of the path into a value, type or call.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum PathStep {
    Subject(String),
    Entry(String),
    KeyOfEntry(String),
    Parameter(String),
    Return,
    Block,
    Index(usize),
    Variant(usize),
    Signature(usize),
}

/// The kinds of reason.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ReasonKind {
    MissingKey(String),
    MissingParameter(String),
    UnrecognizedKey(String),
    InvalidParameter(String),
    UnexpectedBlock,
    MissingBlock,
    UnresolvedType(String),
    /// A wrong type, with all acceptable types.
    Type {
        expected: Vec<Type>,
        actual: Type,
    },
    /// A string that is not in an enum, or does not match a pattern.
    Pattern {
        expected: Type,
        actual: Type,
    },
    Size {
        expected: Size,
        actual: Size,
    },
    Count {
        expected: Size,
        actual: Size,
    },
}

impl Mismatch {
    pub(super) fn new(path: &[PathStep], kind: ReasonKind) -> Self {
        Self { path: path.to_vec(), kind }
    }

    pub(super) fn of_type(path: &[PathStep], expected: &Type, actual: &Type) -> Self {
        Self::new(path, ReasonKind::Type { expected: vec![expected.normalize()], actual: actual.normalize() })
    }

    pub(super) fn of_pattern(path: &[PathStep], expected: &Type, actual: &Type) -> Self {
        Self::new(path, ReasonKind::Pattern { expected: expected.normalize(), actual: actual.normalize() })
    }

    /// The path without variant steps.
    pub(super) fn canonical_path(&self) -> impl Iterator<Item = &PathStep> {
        self.path.iter().filter(|step| !matches!(step, PathStep::Variant(_) | PathStep::Signature(_)))
    }

    pub(super) fn is_at_same_place(&self, other: &Self) -> bool {
        self.canonical_path().eq(other.canonical_path())
    }

    /// Returns whether both reasons have the same message.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.is_at_same_place(other) && self.kind == other.kind
    }

    /// Returns the reason with one step removed from the path.
    pub(super) fn without_step(&self, index: usize) -> Self {
        let mut shorter = self.clone();
        if index < shorter.path.len() {
            shorter.path.remove(index);
        }
        shorter
    }
}

impl fmt::Display for PathStep {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Subject(text) => formatter.write_str(text),
            Self::Entry(key) => write!(formatter, "entry '{key}'"),
            Self::KeyOfEntry(key) => write!(formatter, "key of entry '{key}'"),
            Self::Parameter(name) => write!(formatter, "parameter '{name}'"),
            Self::Return => formatter.write_str("return"),
            Self::Block => formatter.write_str("block"),
            Self::Index(index) => write!(formatter, "index {index}"),
            Self::Variant(index) => write!(formatter, "variant {index}"),
            Self::Signature(index) => write!(formatter, "{}.", index + 1),
        }
    }
}

/// Starts with a space, since the subject precedes it.
impl fmt::Display for Mismatch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for step in &self.path {
            write!(formatter, " {step}")?;
        }
        match &self.kind {
            ReasonKind::MissingKey(key) => write!(formatter, " expects a value for key '{key}'"),
            ReasonKind::MissingParameter(name) => write!(formatter, " expects a value for parameter '{name}'"),
            ReasonKind::UnrecognizedKey(key) => write!(formatter, " unrecognized key '{key}'"),
            ReasonKind::InvalidParameter(name) => write!(formatter, " has no parameter named '{name}'"),
            ReasonKind::UnexpectedBlock => formatter.write_str(" does not expect a block"),
            ReasonKind::MissingBlock => formatter.write_str(" expects a block"),
            ReasonKind::UnresolvedType(name) => write!(formatter, " references an unresolved type '{name}'"),
            ReasonKind::Type { expected, actual } => write_type(expected, actual, formatter),
            ReasonKind::Pattern { expected, actual } => write_pattern(expected, actual, formatter),
            ReasonKind::Size { expected, actual } => {
                write!(formatter, " expects size to be {}, got {}", range(*expected, "0"), range(*actual, "0"))
            }
            ReasonKind::Count { expected, actual } => {
                let is_single = matches!((expected.min(), expected.max()), (1, Some(1) | None) | (0, Some(1)));
                let plural = if is_single { "" } else { "s" };
                write!(
                    formatter,
                    " expects {} argument{plural}, got {}",
                    range(*expected, "no"),
                    range(*actual, "none")
                )
            }
        }
    }
}

fn range(size: Size, zero: &str) -> String {
    match (size.min(), size.max()) {
        (0, Some(0)) => zero.to_owned(),
        (min, Some(max)) if min == max => min.to_string(),
        (0, None) => "unlimited".to_owned(),
        (0, Some(max)) => format!("at most {max}"),
        (min, None) => format!("at least {min}"),
        (min, Some(max)) => format!("between {min} and {max}"),
    }
}

fn write_type(expected: &[Type], actual: &Type, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    let merged = match expected {
        [only] => only.clone(),
        several => Type::variant_or_single(several.iter().cloned()).normalize(),
    };
    let (is_optional, inner) = match merged {
        Type::Optional(Some(inner)) => (true, (*inner).clone()),
        other => (false, other),
    };
    let choices = match inner {
        Type::Variant(types) => types.to_vec(),
        other => vec![other],
    };
    let (mut names, got) = if is_detailed(&choices, actual) {
        (choices.iter().map(Type::to_alias_expanded_string).collect(), detailed_actual(&choices, actual))
    } else {
        let mut names: Vec<String> = Vec::new();
        for name in choices.iter().map(short_name) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        (names, short_name(actual))
    };
    if is_optional {
        names.insert(0, "Undef".to_owned());
    }
    match names.as_slice() {
        [] => write!(formatter, " expects a value, got {got}"),
        [only] => write!(formatter, " expects {} {only} value, got {got}", article(only)),
        [first, second] => write!(formatter, " expects a value of type {first} or {second}, got {got}"),
        [most @ .., last] => write!(formatter, " expects a value of type {}, or {last}, got {got}", most.join(", ")),
    }
}

fn write_pattern(expected: &Type, actual: &Type, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (prefix, inner) = match expected {
        Type::Optional(Some(inner)) => ("an undef value or ", &**inner),
        other => ("", other),
    };
    write!(formatter, " expects {prefix}a match for {}, got ", inner.to_alias_expanded_string())?;
    match actual {
        Type::Text(text) => write!(formatter, "'{text}'"),
        other => formatter.write_str(&short_name(other)),
    }
}

/// Returns the name of a type with the name of its inner type.
fn short_name(data_type: &Type) -> String {
    let inner = match data_type {
        Type::Optional(inner)
        | Type::NotUndef(inner)
        | Type::Type(inner)
        | Type::Iterable(inner)
        | Type::Iterator(inner)
        | Type::Sensitive(inner) => inner.as_deref(),
        Type::Init(init) => init.target.as_ref(),
        _ => None,
    };
    match inner {
        Some(inner) if !matches!(inner, Type::Any) => format!("{}[{}]", data_type.simple_name(), name(inner)),
        _ => name(data_type),
    }
}

/// Returns the name of a type without parameters.
fn name(data_type: &Type) -> String {
    match data_type {
        Type::Alias(alias) => alias.name().to_owned(),
        Type::Object(object) => object.name.as_deref().unwrap_or("Object").to_owned(),
        Type::ObjectExtension(extension) => extension.base.label().to_owned(),
        Type::TypeSet(set) => set.name.as_deref().unwrap_or(crate::display::DEFAULT_TYPE_SET).to_owned(),
        other => other.simple_name().to_owned(),
    }
}

/// Returns whether the parameters of the types are relevant, because they differ in a range or an alias.
fn is_detailed(choices: &[Type], actual: &Type) -> bool {
    choices.iter().any(|choice| is_fully_detailed(choice, actual))
        || choices.iter().any(|choice| choice.resolved().without_parameters().is_assignable(actual))
}

fn is_fully_detailed(expected: &Type, actual: &Type) -> bool {
    let is_same_kind = kind(expected) == kind(actual);
    is_same_kind
        || matches!(expected, Type::Alias(_))
        || matches!(actual, Type::Alias(_))
        || matches!((expected, actual), (Type::Struct(_), Type::Hash(_)) | (Type::Tuple(_), Type::Array(_)))
}

/// Returns the kind of a type. All string types are of one kind.
fn kind(data_type: &Type) -> std::mem::Discriminant<Type> {
    match data_type {
        Type::Text(_) => std::mem::discriminant(&Type::String(Size::ANY)),
        Type::Deferred | Type::Error => std::mem::discriminant(&Type::object()),
        other => std::mem::discriminant(other),
    }
}

fn detailed_actual(choices: &[Type], actual: &Type) -> String {
    let resolved: Vec<Type> = choices.iter().map(Type::resolved).collect();
    let general = actual.generalize();
    let shows_all = resolved.iter().any(|choice| is_fully_detailed(choice, actual))
        || resolved.iter().any(|choice| choice.is_assignable(&general));
    if shows_all { actual.to_alias_expanded_string() } else { actual.simple_name().to_owned() }
}

impl Type {
    /// Returns the same kind of type without parameters.
    fn without_parameters(&self) -> Self {
        match self {
            Self::Boolean(_) => Self::Boolean(None),
            Self::Integer(_) => Self::Integer(crate::IntegerRange::ANY),
            Self::Float(_) => Self::Float(crate::FloatRange::ANY),
            Self::String(_) | Self::Text(_) => Self::String(Size::ANY),
            Self::Enum(_) => Self::enumeration([], false),
            Self::Pattern(_) => Self::pattern([]),
            Self::Regexp(_) => Self::Regexp(None),
            Self::Array(_) => Self::array(),
            Self::Tuple(_) => Self::tuple([], None),
            Self::Hash(_) => Self::hash(),
            Self::Struct(_) => Self::structure([]),
            Self::Collection(_) => Self::Collection(Size::ANY),
            Self::Iterable(_) => Self::Iterable(None),
            Self::Iterator(_) => Self::Iterator(None),
            Self::Optional(_) => Self::Optional(None),
            Self::NotUndef(_) => Self::NotUndef(None),
            Self::Variant(_) => Self::variant([]),
            Self::Type(_) => Self::Type(None),
            Self::Class(_) => Self::Class(None),
            Self::Resource(_) => Self::resource(None, None),
            Self::Callable(_) => Self::callable(),
            Self::Runtime(_) => Self::Runtime(std::sync::Arc::default()),
            Self::Sensitive(_) => Self::Sensitive(None),
            Self::Timestamp(_) => Self::timestamp(),
            Self::Timespan(_) => Self::timespan(),
            Self::SemVer(_) => Self::semver(),
            Self::Uri(_) => Self::Uri(None),
            Self::Init(_) => Self::Init(std::sync::Arc::default()),
            Self::Object(_) | Self::ObjectExtension(_) | Self::Deferred | Self::Error => Self::object(),
            Self::TypeSet(_) => Self::type_set(),
            other => other.clone(),
        }
    }
}
