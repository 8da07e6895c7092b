//! Data types and objects in a catalog: the type's name in Puppet's Pcore model, and the attributes it can be recreated
//! from. Puppet's rich data format is written from them.

use catalog::{Object, Value as CatalogValue};
use datatype::{
    Alias, ArrayType, CallableType, EnumType, HashType, IntegerRange, Literal, ObjectType, Size, StructElement,
    TupleType, Type, UriPattern,
};

use super::Value;

/// Maximum depth of recursive aliases; Puppet stops at this depth too.
const MAX_DEPTH: usize = 30;

/// Converts a data type to its catalog form.
pub(super) fn data_type(data_type: &Type) -> CatalogValue {
    object(data_type, 0)
}

type Fields = Vec<(String, CatalogValue)>;

fn object(data_type: &Type, depth: usize) -> CatalogValue {
    let (name, fields) = parts(data_type, depth);
    let text = data_type.to_string();
    CatalogValue::Object(Box::new(Object { type_name: format!("Pcore::{name}"), fields, text }))
}

/// Returns a type's name in the model, and the attributes that differ from their defaults.
fn parts(data_type: &Type, depth: usize) -> (&'static str, Fields) {
    let depth = depth + 1;
    let inner = |inner: &Type| object(inner, depth);
    let contained = |name, inside: &Option<std::sync::Arc<Type>>| {
        (name, inside.iter().map(|inside| field("type", inner(inside))).collect())
    };
    match data_type {
        Type::Integer(range) => ("IntegerType", bounds(range.from.map(integer), range.to.map(integer))),
        Type::Float(range) => {
            ("FloatType", bounds(range.from.map(CatalogValue::Float), range.to.map(CatalogValue::Float)))
        }
        Type::String(size) => ("StringType", sized("size_type_or_value", *size)),
        Type::Text(text) => ("StringType", vec![field("size_type_or_value", string(text))]),
        Type::Enum(choices) => ("EnumType", enum_fields(choices)),
        Type::Pattern(patterns) => {
            let patterns = patterns.iter().map(|regex| inner(&Type::Regexp(Some(regex.clone()))));
            ("PatternType", vec![field("patterns", patterns.collect())])
        }
        Type::Regexp(pattern) => {
            ("RegexpType", pattern.iter().map(|regex| field("pattern", string(regex.source()))).collect())
        }
        Type::Array(array) => ("ArrayType", array_fields(array, depth)),
        Type::Hash(hash) => ("HashType", hash_fields(hash, depth)),
        Type::Tuple(tuple) => ("TupleType", tuple_fields(tuple, depth)),
        Type::Struct(structure) => {
            let elements = structure.elements.iter().map(|element| struct_element(element, depth));
            ("StructType", vec![field("elements", elements.collect())])
        }
        Type::Collection(size) => ("CollectionType", sized("size_type", *size)),
        Type::Iterable(inside) => contained("IterableType", inside),
        Type::Iterator(inside) => contained("IteratorType", inside),
        Type::Optional(inside) => contained("OptionalType", inside),
        Type::NotUndef(inside) => contained("NotUndefType", inside),
        Type::Type(inside) => contained("TypeType", inside),
        Type::Variant(types) => ("VariantType", vec![field("types", types.iter().map(inner).collect())]),
        Type::Class(name) => ("ClassType", name.iter().map(|name| field("class_name", string(name))).collect()),
        Type::Resource(resource) => {
            let name = resource.type_name.iter().map(|name| field("type_name", string(name)));
            ("ResourceType", name.chain(resource.title.iter().map(|title| field("title", string(title)))).collect())
        }
        Type::Callable(callable) => ("CallableType", callable_fields(callable, depth)),
        Type::Runtime(runtime) => {
            let name = runtime.runtime.iter().map(|name| field("runtime", string(name)));
            (
                "RuntimeType",
                name.chain(runtime.name.iter().map(|name| field("name_or_pattern", string(name)))).collect(),
            )
        }
        Type::Timestamp(range) => {
            let value = |time: Option<_>| time.map(|time| Value::Timestamp(std::sync::Arc::new(time)).to_catalog());
            ("TimestampType", bounds(value(range.from), value(range.to)))
        }
        Type::Timespan(range) => {
            let value = |time: Option<_>| time.map(|time| Value::Timespan(std::sync::Arc::new(time)).to_catalog());
            ("TimespanType", bounds(value(range.from), value(range.to)))
        }
        Type::SemVer(ranges) => {
            let written = ranges.iter().map(|range| other("SemVerRange", range.to_string()));
            ("SemVerType", if ranges.is_empty() { vec![] } else { vec![field("ranges", written.collect())] })
        }
        Type::Uri(pattern) => ("URIType", pattern.iter().map(|pattern| uri_field(pattern, depth)).collect()),
        Type::Init(init) => {
            let mut fields: Fields = init.target.iter().map(|target| field("type", inner(target))).collect();
            if !init.arguments.is_empty() {
                let arguments = init.arguments.iter().map(|argument| literal(argument, depth));
                fields.push(field("init_args", arguments.collect()));
            }
            ("InitType", fields)
        }
        Type::Object(object_type) => ("ObjectType", vec![field("_pcore_init_hash", object_hash(object_type, depth))]),
        Type::Alias(alias) => ("TypeAliasType", alias_fields(alias, depth)),
        // Puppet: the parameters of Boolean and Sensitive types are not written.
        Type::Boolean(_) => ("BooleanType", vec![]),
        Type::Sensitive(_) => ("SensitiveType", vec![]),
        Type::Any => ("AnyType", vec![]),
        Type::Unit => ("UnitType", vec![]),
        Type::Undef => ("UndefType", vec![]),
        Type::Default => ("DefaultType", vec![]),
        Type::Scalar => ("ScalarType", vec![]),
        Type::ScalarData => ("ScalarDataType", vec![]),
        Type::Numeric => ("NumericType", vec![]),
        Type::CatalogEntry => ("CatalogEntryType", vec![]),
        Type::SemVerRange => ("SemVerRangeType", vec![]),
        Type::Binary => ("BinaryType", vec![]),
        Type::Deferred | Type::Error | Type::ObjectExtension(_) | Type::TypeSet(_) | Type::Reference(_) => {
            ("TypeReference", vec![field("type_string", string(&data_type.to_string()))])
        }
    }
}

fn field(name: &str, value: CatalogValue) -> (String, CatalogValue) {
    (name.to_owned(), value)
}

fn string(text: &str) -> CatalogValue {
    text.into()
}

fn integer(number: i64) -> CatalogValue {
    CatalogValue::Integer(number)
}

fn other(kind: &str, text: String) -> CatalogValue {
    CatalogValue::other(kind, text)
}

/// Puppet writes a missing lower bound as undef if there is an upper bound.
fn bounds(from: Option<CatalogValue>, to: Option<CatalogValue>) -> Fields {
    match (from, to) {
        (None, None) => vec![],
        (from, None) => from.map(|from| field("from", from)).into_iter().collect(),
        (from, Some(to)) => vec![field("from", from.unwrap_or(CatalogValue::Undef)), field("to", to)],
    }
}

/// Returns a size, written as an integer type.
fn sized(name: &str, size: Size) -> Fields {
    if size == Size::ANY {
        return vec![];
    }
    let number = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    let range = IntegerRange { from: Some(number(size.min())), to: size.max().map(number) };
    vec![field(name, object(&Type::Integer(range), MAX_DEPTH))]
}

fn enum_fields(choices: &EnumType) -> Fields {
    let mut fields = vec![field("values", choices.values().iter().map(|value| string(value)).collect())];
    if choices.ignores_case() {
        fields.push(field("case_insensitive", true.into()));
    }
    fields
}

fn array_fields(array: &ArrayType, depth: usize) -> Fields {
    let is_plain = matches!(array.element, Type::Any) && array.size == Size::ANY;
    let element = (!is_plain).then(|| field("element_type", object(&array.element, depth)));
    element.into_iter().chain(sized("size_type", array.size)).collect()
}

fn hash_fields(hash: &HashType, depth: usize) -> Fields {
    let mut fields = Fields::new();
    if hash.size != Size::ANY || !matches!((&hash.key, &hash.value), (Type::Any, Type::Any)) {
        fields.push(field("key_type", object(&hash.key, depth)));
        fields.push(field("value_type", object(&hash.value, depth)));
    }
    fields.extend(sized("size_type", hash.size));
    fields
}

fn uri_field(pattern: &UriPattern, depth: usize) -> (String, CatalogValue) {
    let parts = pattern.parts.iter().map(|(name, value)| (string(name), literal(value, depth)));
    field("parameters", CatalogValue::Hash(parts.collect()))
}

fn alias_fields(alias: &Alias, depth: usize) -> Fields {
    let mut fields = vec![field("name", string(alias.name())), field("type_expr", CatalogValue::Undef)];
    // Puppet's built-in aliases are recursive.
    let target = alias.target().filter(|_| depth < MAX_DEPTH && alias.as_builtin().is_none());
    fields.extend(target.map(|target| field("resolved_type", object(&target, depth))));
    fields
}

fn tuple_fields(tuple: &TupleType, depth: usize) -> Fields {
    let types = tuple.types.iter().map(|inside| object(inside, depth));
    let mut fields = vec![field("types", types.collect())];
    fields.extend(tuple.size.into_iter().flat_map(|size| sized("size_type", size)));
    fields
}

fn callable_fields(callable: &CallableType, depth: usize) -> Fields {
    let or_undef = |inside: Option<CatalogValue>| inside.unwrap_or(CatalogValue::Undef);
    let inner = |inside: &Option<Type>| or_undef(inside.as_ref().map(|inside| object(inside, depth)));
    let parameters = callable.parameters.clone().map(|tuple| object(&Type::Tuple(tuple), depth));
    vec![
        field("param_types", or_undef(parameters)),
        field("block_type", inner(&callable.block)),
        field("return_type", inner(&callable.returns)),
    ]
}

fn struct_element(element: &StructElement, depth: usize) -> CatalogValue {
    let key = Type::Text(element.name.clone());
    let key = if element.is_optional { Type::Optional(Some(key.into())) } else { key };
    let fields = vec![field("key_type", object(&key, depth)), field("value_type", object(&element.value, depth))];
    CatalogValue::Object(Box::new(Object { type_name: "Pcore::StructElement".to_owned(), fields, text: String::new() }))
}

/// Returns the hash from which an object type can be created.
fn object_hash(object_type: &ObjectType, depth: usize) -> CatalogValue {
    let mut entries = Vec::new();
    let mut entry = |name: &str, value: CatalogValue| entries.push((string(name), value));
    if let Some(name) = &object_type.name {
        entry("name", string(name));
    }
    if let Some(parent) = &object_type.parent {
        entry("parent", object(parent, depth));
    }
    if !object_type.attributes.is_empty() {
        let attributes = object_type.attributes.iter().map(|attribute| {
            let data_type = object(&attribute.data_type, depth);
            let kind = attribute.kind.name();
            if attribute.value.is_none() && kind.is_none() {
                return (string(&attribute.name), data_type);
            }
            let mut parts = vec![(string("type"), data_type)];
            parts.extend(kind.map(|kind| (string("kind"), string(kind))));
            parts.extend(attribute.value.iter().map(|value| (string("value"), literal(value, depth))));
            (string(&attribute.name), CatalogValue::Hash(parts))
        });
        entry("attributes", CatalogValue::Hash(attributes.collect()));
    }
    CatalogValue::Hash(entries)
}

fn literal(value: &Literal, depth: usize) -> CatalogValue {
    match value {
        Literal::Undef => CatalogValue::Undef,
        Literal::Default => CatalogValue::Default,
        Literal::Boolean(value) => CatalogValue::Boolean(*value),
        Literal::Integer(number) => CatalogValue::Integer(*number),
        Literal::Float(number) => CatalogValue::Float(*number),
        Literal::String(text) => string(text),
        Literal::Regexp(regex) => CatalogValue::Regexp(regex.source().to_owned()),
        Literal::Array(elements) => elements.iter().map(|element| literal(element, depth)).collect(),
        Literal::Hash(entries) => CatalogValue::Hash(
            entries.iter().map(|(key, value)| (literal(key, depth), literal(value, depth))).collect(),
        ),
        Literal::Type(data_type) => object(data_type, depth),
    }
}
