//! Built-in object types.

use std::sync::Arc;

use super::{Attribute, AttributeKind, ObjectFunction, ObjectType, TypeParameter};
use crate::literal::Literal;
use crate::regex::Regex;
use crate::types::{CallableType, Size, TupleType, Type};

impl ObjectType {
    /// Returns `Deferred`: a function name with arguments.
    pub fn deferred() -> Self {
        let name = Regex::new(r"\A[$]?[a-z][a-z0-9_]*(?:::[a-z][a-z0-9_]*)*\z");
        let name = name.map_or(Type::String(Size::ANY), |regex| Type::pattern([regex]));
        Self {
            name: Some("Deferred".into()),
            attributes: [required("name", name), optional("arguments", Type::array())].into(),
            equality_includes_type: true,
            ..Self::default()
        }
    }

    /// Returns `Puppet::LookupContext`: the context passed to functions that read data for a lookup.
    pub fn lookup_context() -> Self {
        let kind = AttributeKind::Derived;
        Self {
            name: Some("Puppet::LookupContext".into()),
            attributes: [
                Attribute { kind, ..required("environment_name", Type::String(Size::NOT_EMPTY)) },
                required("module_name", Type::variant([Type::String(Size::NOT_EMPTY), Type::Undef])),
            ]
            .into(),
            equality_includes_type: true,
            ..Self::default()
        }
    }

    /// Returns `Error`: an error with its details.
    pub fn error() -> Self {
        let demand = || {
            let types =
                [Type::enumeration([], false), Type::pattern([]), Type::NotUndef(None), Type::Undef].map(Type::type_of);
            Type::variant([Type::String(Size::ANY), Type::Regexp(None)].into_iter().chain(types))
        };
        let text = || Type::String(Size::NOT_EMPTY);
        let details = Type::hash_of(text(), Type::builtin(crate::BuiltinAlias::Data), Size::ANY);
        let parameters = Some(Arc::new(TupleType { types: [].into(), size: Some(Size::ZERO) }));
        let message = Type::Callable(Arc::new(CallableType { parameters, block: None, returns: Some(text()) }));
        Self {
            name: Some("Error".into()),
            type_parameters: [
                TypeParameter { name: "kind".into(), data_type: demand() },
                TypeParameter { name: "issue_code".into(), data_type: demand() },
            ]
            .into(),
            attributes: [
                required("msg", text()),
                optional("kind", text()),
                optional("details", details),
                optional("issue_code", text()),
            ]
            .into(),
            functions: [ObjectFunction {
                name: "message".into(),
                data_type: message,
                is_final: false,
                is_override: false,
            }]
            .into(),
            equality_includes_type: true,
            ..Self::default()
        }
    }
}

fn required(name: &str, data_type: Type) -> Attribute {
    let kind = AttributeKind::Given;
    Attribute { name: name.into(), data_type, kind, value: None, is_final: false, is_override: false }
}

fn optional(name: &str, data_type: Type) -> Attribute {
    Attribute { value: Some(Literal::Undef), ..required(name, Type::optional(data_type)) }
}
