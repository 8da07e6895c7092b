//! Signatures of the constructors of types, which `Init[T]` accepts. The caller creates the values.

use std::sync::Arc;

use crate::object::ObjectType;
use crate::signature::{FunctionSignature, SignatureParameter};
use crate::types::{IntegerRange, Size, StructElement, Type};

/// Returns the constructor signatures of a type; `None` if the type has no constructor.
pub(super) fn signatures(data_type: &Type) -> Option<Vec<FunctionSignature>> {
    Some(match data_type {
        Type::Integer(_) => integer_signatures(),
        Type::Float(_) => number_signatures(float_convertible()),
        Type::Numeric => {
            let convertible =
                [Type::Integer(IntegerRange::ANY), Type::Float(crate::FloatRange::ANY), Type::Boolean(None)];
            let times = [float_text(), Type::timespan(), Type::timestamp()];
            number_signatures(Type::variant(convertible.into_iter().chain(times)))
        }
        Type::Boolean(_) => vec![required([("from", boolean_convertible())])],
        Type::String(_) | Type::Text(_) => vec![with_optional([("from", Type::Any)], [("string_formats", formats())])],
        Type::Regexp(_) => vec![with_optional([("pattern", string())], [("escape", Type::Boolean(None))])],
        Type::Array(_) | Type::Tuple(_) => array_signatures(),
        Type::Hash(_) | Type::Struct(_) => hash_signatures(),
        Type::Timespan(_) => timespan_signatures(),
        Type::Timestamp(_) => timestamp_signatures(),
        Type::SemVer(_) => semver_signatures(),
        Type::SemVerRange => semver_range_signatures(),
        Type::Binary => binary_signatures(),
        Type::Uri(_) => vec![required([("uri", Type::String(Size::NOT_EMPTY))]), required([("hash", uri_hash())])],
        Type::Sensitive(_) => vec![required([("value", Type::Sensitive(None))]), required([("value", Type::Any)])],
        Type::Type(_) => vec![required([("type_string", Type::String(Size::NOT_EMPTY))])],
        Type::Unit | Type::NotUndef(None) => vec![required([("from", Type::Any)])],
        Type::NotUndef(Some(inner)) | Type::Optional(Some(inner)) => return signatures(inner),
        Type::Alias(_) => match data_type.resolved() {
            Type::Alias(_) => return None,
            target => return signatures(&target),
        },
        Type::Object(object) if !object.is_default() => object_signatures(object),
        Type::ObjectExtension(extension) => object_signatures(&extension.base),
        Type::Deferred => object_signatures(&ObjectType::deferred()),
        Type::Error => object_signatures(&ObjectType::error()),
        _ => return None,
    })
}

fn object_signatures(object: &ObjectType) -> Vec<FunctionSignature> {
    let initializer = object.initializer();
    let min = initializer.elements.iter().filter(|element| !element.is_optional).count();
    let (names, callable) = object.constructor();
    let types = callable.parameters.iter().flat_map(|tuple| tuple.types.iter().cloned());
    let parameters: Vec<SignatureParameter> =
        names.into_iter().zip(types).map(|(name, data_type)| SignatureParameter { name, data_type }).collect();
    let positional = FunctionSignature { max: Some(parameters.len()), parameters, min, ..FunctionSignature::default() };
    vec![required([("hash", Type::Struct(Arc::new(initializer)))]), positional]
}

fn boolean_convertible() -> Type {
    let words = ["false", "true", "yes", "no", "y", "n"].map(Arc::from);
    let numbers = [Type::Integer(IntegerRange::ANY), Type::Float(crate::FloatRange::ANY), Type::Boolean(None)];
    Type::variant(numbers.into_iter().chain([Type::enumeration(words, true)]))
}

fn string() -> Type {
    Type::String(Size::ANY)
}

fn parameter((name, data_type): (&str, Type)) -> SignatureParameter {
    SignatureParameter { name: name.into(), data_type }
}

/// Returns a signature whose parameters are all required.
fn required<const N: usize>(parameters: [(&str, Type); N]) -> FunctionSignature {
    with_optional(parameters, [])
}

fn with_optional<const N: usize, const M: usize>(
    required: [(&str, Type); N],
    optional: [(&str, Type); M],
) -> FunctionSignature {
    let parameters = required.into_iter().chain(optional).map(parameter).collect();
    FunctionSignature { parameters, min: N, max: Some(N + M), ..FunctionSignature::default() }
}

fn member(name: &str, value: Type) -> StructElement {
    StructElement { name: name.into(), is_optional: false, value }
}

fn optional(name: &str, value: Type) -> StructElement {
    StructElement { name: name.into(), is_optional: true, value }
}

/// The patterns are constants that compile; an invalid one would accept nothing.
fn pattern(source: &str) -> Type {
    crate::Regex::new(source).map_or_else(|_| Type::variant([]), |regex| Type::pattern([regex]))
}

fn integer_text() -> Type {
    pattern(r"\A[+-]?\s*(?:(?:\d+)|(?:0[xX][0-9A-Fa-f]+)|(?:0[bB][01]+))\z")
}

fn float_text() -> Type {
    pattern(
        r"\A[+-]?\s*(?:(?:(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE]-?\d+)?)|(?:0[xX][0-9A-Fa-f]+)|(?:0[0-7]+)|(?:0[bB][01]+))\z",
    )
}

fn float_convertible() -> Type {
    Type::variant([Type::Numeric, Type::Boolean(None), float_text(), Type::timespan(), Type::timestamp()])
}

fn radix() -> Type {
    let bases = [2, 8, 10, 16].map(|base| Type::Integer(IntegerRange::exactly(base)));
    Type::variant([Type::Default].into_iter().chain(bases))
}

fn integer_signatures() -> Vec<FunctionSignature> {
    let convertible =
        Type::variant([Type::Numeric, Type::Boolean(None), integer_text(), Type::timespan(), Type::timestamp()]);
    let named = Type::structure([
        member("from", convertible.clone()),
        optional("radix", radix()),
        optional("abs", Type::Boolean(None)),
    ]);
    vec![
        with_optional([("from", convertible)], [("radix", radix()), ("abs", Type::Boolean(None))]),
        required([("hash_args", named)]),
    ]
}

fn number_signatures(convertible: Type) -> Vec<FunctionSignature> {
    let named = Type::structure([member("from", convertible.clone()), optional("abs", Type::Boolean(None))]);
    vec![with_optional([("from", convertible)], [("abs", Type::Boolean(None))]), required([("hash_args", named)])]
}

/// Returns the type of string formats.
fn formats() -> Type {
    let format = pattern(r"\A%([\s\[+#0{<(|-]*)([1-9][0-9]*)?(?:\.([0-9]+))?([a-zA-Z])\z");
    let container = Type::structure([
        optional("format", format.clone()),
        optional("separator", string()),
        optional("separator2", string()),
        optional("string_formats", Type::hash_of(Type::Type(None), format.clone(), Size::ANY)),
    ]);
    let map = Type::hash_of(Type::Type(None), Type::variant([format, container]), Size::ANY);
    Type::variant([Type::Default, Type::String(Size::NOT_EMPTY), map])
}

fn array_signatures() -> Vec<FunctionSignature> {
    let from = Type::variant([Type::array(), Type::hash(), Type::Binary, Type::Iterable(None)]);
    vec![
        with_optional([("from", from)], [("wrap", Type::Boolean(Some(false)))]),
        required([("from", Type::Any), ("wrap", Type::Boolean(Some(true)))]),
    ]
}

fn hash_signatures() -> Vec<FunctionSignature> {
    let tree = Type::array_of(Type::tuple([Type::array(), Type::Any], None), Size::NOT_EMPTY);
    let pairs = Type::array_of(Type::tuple([Type::Any, Type::Any], None), Size::NOT_EMPTY);
    let option = Type::enumeration(["tree", "hash_tree"].map(Arc::from), false);
    vec![
        with_optional([("from", tree)], [("build_option", option)]),
        required([("from", pairs)]),
        required([("from", Type::Any)]),
    ]
}

fn time_formats() -> Type {
    let format = Type::String(Size::new(2, None));
    Type::variant([format.clone(), Type::array_of(format, Size::NOT_EMPTY)])
}

fn seconds() -> Type {
    Type::variant([Type::Integer(IntegerRange::ANY), Type::Float(crate::FloatRange::ANY)])
}

fn timespan_signatures() -> Vec<FunctionSignature> {
    let integer = || Type::Integer(IntegerRange::ANY);
    let units = ["days", "hours", "minutes", "seconds", "milliseconds", "microseconds", "nanoseconds"];
    let fields =
        std::iter::once(optional("negative", Type::Boolean(None))).chain(units.map(|unit| optional(unit, integer())));
    let text = Type::structure([member("string", Type::String(Size::NOT_EMPTY)), optional("format", time_formats())]);
    vec![
        required([("seconds", seconds())]),
        with_optional([("string", Type::String(Size::NOT_EMPTY))], [("format", time_formats())]),
        with_optional(
            [("days", integer()), ("hours", integer()), ("minutes", integer()), ("seconds", integer())],
            [("milliseconds", integer()), ("microseconds", integer()), ("nanoseconds", integer())],
        ),
        required([("hash_arg", text)]),
        required([("hash_arg", Type::structure(fields))]),
    ]
}

fn timestamp_signatures() -> Vec<FunctionSignature> {
    let zone = || Type::String(Size::NOT_EMPTY);
    let text = Type::structure([
        member("string", Type::String(Size::NOT_EMPTY)),
        optional("format", time_formats()),
        optional("timezone", zone()),
    ]);
    vec![
        required([]),
        required([("seconds", seconds())]),
        with_optional([("string", Type::String(Size::NOT_EMPTY))], [("format", time_formats()), ("timezone", zone())]),
        required([("hash_arg", text)]),
    ]
}

fn semver_signatures() -> Vec<FunctionSignature> {
    let positive = || Type::Integer(IntegerRange { from: Some(0), to: None });
    let qualifier = || pattern(r"\A[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*\Z");
    let version = pattern(
        r"\A(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?\Z",
    );
    let hash = Type::structure([
        member("major", positive()),
        member("minor", positive()),
        member("patch", positive()),
        optional("prerelease", qualifier()),
        optional("build", qualifier()),
    ]);
    vec![
        required([("str", version)]),
        with_optional(
            [("major", positive()), ("minor", positive()), ("patch", positive())],
            [("prerelease", qualifier()), ("build", qualifier())],
        ),
        required([("hash_args", hash)]),
    ]
}

fn semver_range_signatures() -> Vec<FunctionSignature> {
    let bound = || Type::variant([Type::Default, Type::semver()]);
    let hash = Type::structure([
        member("min", bound()),
        optional("max", bound()),
        optional("exclude_max", Type::Boolean(None)),
    ]);
    vec![
        required([("str", Type::String(Size::NOT_EMPTY))]),
        with_optional([("min", bound()), ("max", bound())], [("exclude_max", Type::Boolean(None))]),
        required([("hash_args", hash)]),
    ]
}

fn binary_signatures() -> Vec<FunctionSignature> {
    let format = || Type::enumeration(["%b", "%u", "%B", "%s", "%r"].map(Arc::from), false);
    let bytes = || Type::array_of(Type::Integer(IntegerRange { from: Some(0), to: Some(255) }), Size::ANY);
    let text = Type::structure([member("value", string()), optional("format", Type::optional(format()))]);
    let hash = Type::variant([text, Type::structure([member("value", bytes())])]);
    vec![
        with_optional([("str", string())], [("format", format())]),
        required([("byte_array", bytes())]),
        required([("hash_args", hash)]),
    ]
}

fn uri_hash() -> Type {
    Type::structure(crate::uri::PARTS.map(|part| {
        let value = if part == "port" {
            Type::Integer(IntegerRange { from: Some(0), to: None })
        } else {
            Type::String(Size::NOT_EMPTY)
        };
        optional(part, value)
    }))
}
