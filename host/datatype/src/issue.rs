//! Errors in type expressions: one function per message, named after Puppet's issue code where there is one.

pub(crate) mod object;

use std::fmt;

use syntax::Span;

use crate::regex::RegexError;
use crate::types::Type;

/// An error in a type expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeIssue {
    /// Puppet's issue code; empty if there is none.
    pub code: &'static str,
    /// The message.
    pub message: String,
    /// The part of the expression that is invalid.
    pub culprit: IssueSubject,
    /// The position of that part, if the type was parsed from a tree.
    pub span: Option<Span>,
}

/// The part of `Target[key, key]` that an error refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IssueSubject {
    /// The whole expression.
    Whole,
    /// The expression before the brackets.
    Target,
    /// One of the keys.
    Key(usize),
}

impl TypeIssue {
    /// Returns an issue about the whole expression.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), culprit: IssueSubject::Whole, span: None }
    }

    /// Sets the subject to a key.
    #[must_use]
    pub fn at_key(self, index: usize) -> Self {
        Self { culprit: IssueSubject::Key(index), ..self }
    }

    /// Sets the subject to the expression before the brackets.
    #[must_use]
    pub fn at_target(self) -> Self {
        Self { culprit: IssueSubject::Target, ..self }
    }

    /// Sets the position, unless a more precise one is set already.
    #[must_use]
    pub fn within(self, span: Span) -> Self {
        Self { span: self.span.or(Some(span)), ..self }
    }
}

/// Returns an issue without a code, for errors that Puppet has no code for or that a caller rewords.
pub(crate) fn plain(message: impl fmt::Display) -> TypeIssue {
    TypeIssue::new("", message.to_string())
}

pub(crate) fn undeclared_alias(name: &str) -> TypeIssue {
    plain(format!("Type alias '{name}' was never declared"))
}

pub(crate) fn alias_without_type(name: &str) -> TypeIssue {
    plain(format!("Type alias '{name}' cannot be resolved to a real type"))
}

impl TypeIssue {
    /// Changes the message to allow any number of keys.
    #[must_use]
    pub(crate) fn or_more(self) -> Self {
        let message = self.message.replacen("accepts 1 argument.", "accepts 1 or more arguments.", 1);
        Self { message, ..self }
    }
}

/// "Integer[1, 2]-Type", or "File['/a'] Resource-Reference"
pub(crate) fn type_label(data_type: &Type) -> String {
    match data_type {
        Type::Resource(resource) if resource.title.is_some() => format!("{data_type} Resource-Reference"),
        _ => format!("{data_type}-Type"),
    }
}

/// Returns "a" or "an" depending on the first letter; a leading quote is ignored.
pub fn article(text: &str) -> &'static str {
    let mut chars = text.chars();
    let first = match chars.next() {
        Some('"' | '\'') => chars.next(),
        other => other,
    };
    match first.map(|letter| letter.to_ascii_lowercase()) {
        Some('a' | 'e' | 'i' | 'o' | 'u' | 'y') => "an",
        _ => "a",
    }
}

fn a_type(data_type: &Type) -> String {
    let label = type_label(data_type);
    format!("{} {label}", article(&label))
}

/// "An Integer-Type"
pub(crate) fn a_type_upper(data_type: &Type) -> String {
    let label = type_label(data_type);
    format!("{} {label}", if article(&label) == "an" { "An" } else { "A" })
}

/// Returns the name of the type's class in the Ruby implementation of Puppet.
pub(crate) fn type_class(data_type: &Type) -> &'static str {
    match data_type {
        Type::Any => "Puppet::Pops::Types::PAnyType",
        Type::Unit => "Puppet::Pops::Types::PUnitType",
        Type::Undef => "Puppet::Pops::Types::PUndefType",
        Type::Default => "Puppet::Pops::Types::PDefaultType",
        Type::Scalar => "Puppet::Pops::Types::PScalarType",
        Type::ScalarData => "Puppet::Pops::Types::PScalarDataType",
        Type::Numeric => "Puppet::Pops::Types::PNumericType",
        Type::Boolean(_) => "Puppet::Pops::Types::PBooleanType",
        Type::Integer(_) => "Puppet::Pops::Types::PIntegerType",
        Type::Float(_) => "Puppet::Pops::Types::PFloatType",
        Type::String(_) | Type::Text(_) => "Puppet::Pops::Types::PStringType",
        Type::Enum(_) => "Puppet::Pops::Types::PEnumType",
        Type::Pattern(_) => "Puppet::Pops::Types::PPatternType",
        Type::Regexp(_) => "Puppet::Pops::Types::PRegexpType",
        Type::Array(_) => "Puppet::Pops::Types::PArrayType",
        Type::Tuple(_) => "Puppet::Pops::Types::PTupleType",
        Type::Hash(_) => "Puppet::Pops::Types::PHashType",
        Type::Struct(_) => "Puppet::Pops::Types::PStructType",
        Type::Collection(_) => "Puppet::Pops::Types::PCollectionType",
        Type::Iterable(_) => "Puppet::Pops::Types::PIterableType",
        Type::Iterator(_) => "Puppet::Pops::Types::PIteratorType",
        Type::Optional(_) => "Puppet::Pops::Types::POptionalType",
        Type::NotUndef(_) => "Puppet::Pops::Types::PNotUndefType",
        Type::Variant(_) => "Puppet::Pops::Types::PVariantType",
        Type::Type(_) => "Puppet::Pops::Types::PTypeType",
        Type::CatalogEntry => "Puppet::Pops::Types::PCatalogEntryType",
        Type::Class(_) => "Puppet::Pops::Types::PClassType",
        Type::Resource(_) => "Puppet::Pops::Types::PResourceType",
        Type::Callable(_) => "Puppet::Pops::Types::PCallableType",
        Type::Runtime(_) => "Puppet::Pops::Types::PRuntimeType",
        Type::Sensitive(_) => "Puppet::Pops::Types::PSensitiveType",
        Type::Timestamp(_) => "Puppet::Pops::Types::PTimestampType",
        Type::Timespan(_) => "Puppet::Pops::Types::PTimespanType",
        Type::SemVer(_) => "Puppet::Pops::Types::PSemVerType",
        Type::SemVerRange => "Puppet::Pops::Types::PSemVerRangeType",
        Type::Uri(_) => "Puppet::Pops::Types::PURIType",
        Type::Binary => "Puppet::Pops::Types::PBinaryType",
        Type::Init(_) => "Puppet::Pops::Types::PInitType",
        Type::Deferred | Type::Error | Type::Object(_) => "Puppet::Pops::Types::PObjectType",
        Type::ObjectExtension(_) => "Puppet::Pops::Types::PObjectTypeExtension",
        Type::TypeSet(_) => "Puppet::Pops::Types::PTypeSetType",
        Type::Alias(_) => "Puppet::Pops::Types::PTypeAliasType",
        Type::Reference(_) => "Puppet::Pops::Types::PTypeReferenceType",
    }
}

pub(crate) fn too_deep() -> TypeIssue {
    plain(format!("The data type is nested more than {} levels deep", crate::MAX_DEPTH))
}

pub(crate) fn operator_not_applicable(target: &Type) -> TypeIssue {
    TypeIssue::new("OPERATOR_NOT_APPLICABLE", format!("Operator '[]' is not applicable to {}.", a_type(target)))
}

pub(crate) fn unknown_resource_type(name: &str) -> TypeIssue {
    TypeIssue::new("UNKNOWN_RESOURCE_TYPE", format!("Resource type not found: {name}"))
}

pub(crate) fn string_slice_arity(actual: usize) -> TypeIssue {
    TypeIssue::new("BAD_STRING_SLICE_ARITY", format!("String supports [] with one or two arguments. Got {actual}"))
}

pub(crate) fn integer_slice_arity(actual: usize) -> TypeIssue {
    let message = format!("Integer-Type supports [] with one or two arguments (from, to). Got {actual}");
    TypeIssue::new("BAD_INTEGER_SLICE_ARITY", message)
}

pub(crate) fn integer_slice_type(actual: &str) -> TypeIssue {
    let message = format!("Integer-Type [] requires all arguments to be integers (or default). Got {actual}");
    TypeIssue::new("BAD_INTEGER_SLICE_TYPE", message)
}

pub(crate) fn float_slice_arity(actual: usize) -> TypeIssue {
    let message = format!("Float-Type supports [] with one or two arguments (from, to). Got {actual}");
    TypeIssue::new("BAD_INTEGER_SLICE_ARITY", message)
}

pub(crate) fn float_slice_type(actual: &str) -> TypeIssue {
    let message = format!("Float-Type [] requires all arguments to be floats, or integers (or default). Got {actual}");
    TypeIssue::new("BAD_INTEGER_SLICE_TYPE", message)
}

pub(crate) fn collection_slice_type(actual: &str) -> TypeIssue {
    let message = format!(
        "A Type's size constraint arguments must be a single Integer type, or 1-2 integers (or default). Got {} {actual}",
        article(actual)
    );
    TypeIssue::new("BAD_COLLECTION_SLICE_TYPE", message)
}

pub(crate) fn type_slice_arity(label: &str, min: usize, max: Option<usize>, actual: usize) -> TypeIssue {
    let plural = if min == 1 { "" } else { "s" };
    let message = match max {
        Some(max) if max != min => format!("{label}[] accepts {min} to {max} arguments. Got {actual}"),
        _ => format!("{label}[] accepts {min} argument{plural}. Got {actual}"),
    };
    TypeIssue::new("BAD_TYPE_SLICE_ARITY", message)
}

pub(crate) fn type_slice_type(label: &str, actual: &str) -> TypeIssue {
    TypeIssue::new("BAD_TYPE_SLICE_TYPE", format!("{label}[] arguments must be types. Got {actual}"))
}

pub(crate) fn not_undef_slice_type(actual: &str) -> TypeIssue {
    TypeIssue::new(
        "BAD_NOT_UNDEF_SLICE_TYPE",
        format!("NotUndef-Type[] argument must be a Type or a String. Got {actual}"),
    )
}

pub(crate) fn type_specialization(target: &Type, actual: &str, expected: &str) -> TypeIssue {
    let message = format!(
        "Error creating type specialization of {}, Cannot use {actual} where {expected} is expected",
        a_type(target)
    );
    TypeIssue::new("BAD_TYPE_SPECIALIZATION", message)
}

pub(crate) fn title_expected(target: &Type, actual: &str) -> TypeIssue {
    let message = format!(
        "Error creating type specialization of {}, Cannot use {actual} where a resource title String is expected",
        a_type(target)
    );
    TypeIssue::new("BAD_TYPE_SPECIALIZATION", message)
}

pub(crate) fn resource_specialization(actual: &str) -> TypeIssue {
    let message = format!("First argument to Resource[] must be a resource type or a String. Got {actual}.");
    TypeIssue::new("ILLEGAL_RESOURCE_SPECIALIZATION", message)
}

pub(crate) fn illegal_type_name(name: &str) -> TypeIssue {
    let message = format!("Illegal type reference. The given name '{name}' does not conform to the naming rule");
    TypeIssue::new("ILLEGAL_CLASSREF", message)
}

pub(crate) fn class_name_expected(label: &str) -> TypeIssue {
    let article = if article(label) == "an" { "An" } else { "A" };
    let message =
        format!("Illegal Class name in class reference. {article} {label} cannot be used where a String is expected");
    TypeIssue::new("ILLEGAL_HOSTCLASS_NAME", message)
}

pub(crate) fn illegal_name(name: &str) -> TypeIssue {
    let message = format!(
        "Illegal name. The given name '{name}' does not conform to the naming rule /^((::)?[a-z_]\\w*)(::[a-z]\\w*)*$/"
    );
    TypeIssue::new("ILLEGAL_NAME", message)
}

pub(crate) fn range_is_reversed(from: &str, to: &str) -> TypeIssue {
    plain(format!("'from' must be less or equal to 'to'. Got ({from}, {to}"))
}

pub(crate) fn bad_regexp(error: &RegexError) -> TypeIssue {
    plain(error.to_string())
}

pub(crate) fn bad_pattern(actual: &str) -> TypeIssue {
    plain(format!("Only String, Regexp, Pattern-Type, and Regexp-Type are allowed: got '{actual}"))
}

pub(crate) fn bad_version_range(text: &str) -> TypeIssue {
    plain(format!("Unparsable version range: \"{text}\""))
}

pub(crate) fn bad_time(name: &str, actual: &str) -> TypeIssue {
    plain(format!("Unable to create a Puppet::Pops::Time::{name} from a {actual}"))
}

pub(crate) fn bad_init_argument() -> TypeIssue {
    plain("A value that cannot be written in a type was used as one of its parameters")
}

pub(crate) fn empty_struct_key() -> TypeIssue {
    plain("Struct element key cannot be an empty String")
}

pub(crate) fn struct_key(key: &Type) -> TypeIssue {
    plain(format!("Unable to extract a non-empty literal string from Struct member key type {key}"))
}

pub(crate) fn struct_key_type(actual: &str) -> TypeIssue {
    TypeIssue::new(
        "",
        format!("Illegal Struct member key type. Expected NotUndef, Optional, String, or Enum. Got: {actual}"),
    )
}

pub(crate) fn invalid_specification(text: &str) -> TypeIssue {
    plain(format!("The expression <{text}> is not a valid type specification."))
}

pub(crate) fn parameter_count(name: &str, required: &str, given: usize) -> TypeIssue {
    let message = format!("Invalid number of type parameters specified: {name} requires {required}, {given} provided");
    plain(message)
}

pub(crate) fn unparameterized(text: &str) -> TypeIssue {
    plain(format!("Not a parameterized type <{text}>"))
}

pub(crate) fn enum_parameters() -> TypeIssue {
    plain("Enum parameters must be identifiers or strings")
}

pub(crate) fn boolean_parameter() -> TypeIssue {
    plain("Boolean parameter must be true or false")
}

pub(crate) fn illegal_resource_name(name: &str) -> TypeIssue {
    plain(format!("Illegal type name '{name}'"))
}
