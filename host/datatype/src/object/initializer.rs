//! Creation of object types and type sets from their definition hashes.

use std::sync::Arc;

use super::{Attribute, AttributeKind, ObjectFunction, ObjectType, TypeParameter, TypeSetType};
use crate::issue::{TypeIssue, object as issue, plain};
use crate::literal::Literal;
use crate::mismatch;
use crate::semver::SemVer;
use crate::types::{Size, StructElement, Type};

type Entries = [(Literal, Literal)];

impl ObjectType {
    /// Reads an object type from its hash. `name` is the name of the alias that it defines.
    pub fn from_initializer(name: Option<&str>, hash: &Literal) -> Result<Self, TypeIssue> {
        assert("object initializer", &initializer_type(), hash)?;
        let name = name.map(Arc::from).or_else(|| text(hash, "name"));
        let mut object =
            Self { name, parent: data_type(hash, "parent"), equality_includes_type: true, ..Self::default() };
        let label = object.label().to_owned();
        let parameters = members(hash, "type_parameters").iter().map(|(key, value)| TypeParameter {
            name: key_text(key),
            data_type: member_type(value).unwrap_or(Type::Any),
        });
        object.type_parameters = parameters.collect();
        let mut attributes = Vec::new();
        for (key, value) in members(hash, "attributes") {
            attributes.push(attribute(&label, &key_text(key), value)?);
        }
        for (key, value) in members(hash, "constants") {
            let name = key_text(key);
            if attributes.iter().any(|attribute| attribute.name == name) {
                return Err(issue::constant_and_attribute(&format!("attribute {label}[{name}]")));
            }
            let data_type = Type::infer(value).generalize();
            let value = Some(value.clone());
            attributes.push(Attribute {
                name,
                data_type,
                kind: AttributeKind::Constant,
                value,
                is_final: true,
                is_override: false,
            });
        }
        object.attributes = attributes.into();
        object.functions = functions(&label, hash, &object.attributes)?;
        object.equality = equality(hash);
        if let Some(Literal::Boolean(includes_type)) = entry(hash, "equality_include_type") {
            object.equality_includes_type = *includes_type;
        }
        object.check_overrides(&label)?;
        object.check_equality(&label)?;
        Ok(object)
    }

    /// Returns all type parameters, those of the parents first.
    pub(crate) fn all_type_parameters(&self) -> Vec<TypeParameter> {
        let mut all = self.parent().map(|parent| parent.all_type_parameters()).unwrap_or_default();
        all.extend(self.type_parameters.iter().cloned());
        all
    }

    /// Checks that a member which replaces one of a parent is marked as an override and has a compatible type.
    fn check_overrides(&self, label: &str) -> Result<(), TypeIssue> {
        let Some(parent) = self.parent() else { return Ok(()) };
        for attribute in &self.attributes {
            let member = format!("attribute {label}[{}]", attribute.name);
            let Some(replaced) = parent.attribute(&attribute.name) else {
                if attribute.is_override {
                    return Err(issue::overrides_nothing(&member));
                }
                continue;
            };
            let inherited = format!("attribute {}[{}]", parent.label(), attribute.name);
            let are_constants = replaced.kind == AttributeKind::Constant && attribute.kind == AttributeKind::Constant;
            if replaced.is_final && !are_constants {
                return Err(issue::overrides_final(&member, &inherited));
            }
            if !attribute.is_override {
                return Err(issue::overrides_without_flag(&member, &inherited));
            }
            if !replaced.data_type.is_assignable(&attribute.data_type) {
                return Err(issue::overrides_with_other_type(&member, &inherited));
            }
        }
        Ok(())
    }

    fn check_equality(&self, label: &str) -> Result<(), TypeIssue> {
        for name in self.equality.iter().flatten() {
            match self.attribute(name) {
                None => return Err(issue::equality_of_unknown_attribute(label, name)),
                Some(attribute) if attribute.kind == AttributeKind::Constant => {
                    return Err(issue::equality_of_constant(label, name));
                }
                Some(_) => {}
            }
        }
        Ok(())
    }
}

impl TypeSetType {
    /// Reads a type set from its hash. `name` is the name of the alias that it defines.
    pub fn from_initializer(name: Option<&str>, hash: &Literal) -> Result<Self, TypeIssue> {
        assert("TypeSet initializer", &set_initializer_type(), hash)?;
        let name: Option<Arc<str>> = name.map(Arc::from).or_else(|| text(hash, "name"));
        let version = match text(hash, "version") {
            Some(text) => Some(SemVer::parse(&text).ok_or_else(|| issue::bad_version(&text))?),
            None => None,
        };
        let mut types = Vec::new();
        for (key, value) in members(hash, "types") {
            let member = key_text(key);
            let data_type = match value {
                Literal::Type(data_type) => data_type.clone(),
                Literal::Hash(_) => Type::Object(Arc::new(ObjectType::from_initializer(None, value)?)),
                other => {
                    let subject = "TypeSet initializer has wrong type,";
                    return Err(plain(mismatch::describe(subject, &Type::Type(None), &Type::infer(other))));
                }
            };
            types.push((member, data_type));
        }
        let set = Self { version, types: types.into(), ..Self::default() };
        Ok(match &name {
            Some(name) => set.named(name),
            None => set,
        })
    }

    /// Sets the name of the type set and prefixes the names of its object types with it.
    pub(crate) fn named(&self, name: &Arc<str>) -> Self {
        let types = self.types.iter().map(|(member, data_type)| {
            let data_type = match data_type {
                Type::Object(object) if object.name.is_none() => Type::Object(Arc::new(ObjectType {
                    name: Some(format!("{name}::{member}").into()),
                    ..(**object).clone()
                })),
                other => other.clone(),
            };
            (Arc::clone(member), data_type)
        });
        Self { name: Some(Arc::clone(name)), types: types.collect(), ..self.clone() }
    }
}

fn assert(subject: &str, expected: &Type, value: &Literal) -> Result<(), TypeIssue> {
    mismatch::assert_instance(&format!("{subject} has wrong type,"), expected, value).map_err(plain)
}

fn entry<'l>(hash: &'l Literal, name: &str) -> Option<&'l Literal> {
    crate::Subject::entry(hash, name)
}

fn text(hash: &Literal, name: &str) -> Option<Arc<str>> {
    match entry(hash, name) {
        Some(Literal::String(text)) => Some(Arc::clone(text)),
        _ => None,
    }
}

fn data_type(hash: &Literal, name: &str) -> Option<Type> {
    match entry(hash, name) {
        Some(Literal::Type(data_type)) => Some(data_type.clone()),
        _ => None,
    }
}

fn members<'l>(hash: &'l Literal, name: &str) -> &'l Entries {
    match entry(hash, name) {
        Some(Literal::Hash(entries)) => entries,
        _ => &[],
    }
}

fn key_text(key: &Literal) -> Arc<str> {
    match key {
        Literal::String(text) => Arc::clone(text),
        other => other.to_string().into(),
    }
}

/// A member is written as its type, or as a hash with further details.
fn member_type(value: &Literal) -> Option<Type> {
    match value {
        Literal::Type(data_type) => Some(data_type.clone()),
        Literal::Hash(_) => data_type(value, "type"),
        _ => None,
    }
}

fn flag(value: &Literal, name: &str) -> Option<bool> {
    match value {
        Literal::Hash(_) => match entry(value, name) {
            Some(Literal::Boolean(value)) => Some(*value),
            _ => None,
        },
        _ => None,
    }
}

fn attribute(label: &str, name: &str, value: &Literal) -> Result<Attribute, TypeIssue> {
    let member = format!("attribute {label}[{name}]");
    if let Literal::Hash(_) = value {
        assert(&format!("initializer for {member}"), &attribute_type(), value)?;
    }
    let data_type = member_type(value).ok_or_else(|| {
        plain(mismatch::describe(&format!("{member} has wrong type,"), &Type::Type(None), &Type::infer_set(value)))
    })?;
    let kind = match value {
        Literal::Hash(_) => text(value, "kind").and_then(|kind| AttributeKind::named(&kind)).unwrap_or_default(),
        _ => AttributeKind::Given,
    };
    let given = match value {
        Literal::Hash(_) => entry(value, "value").cloned(),
        _ => None,
    };
    let is_final = flag(value, "final");
    match (kind, &given) {
        (AttributeKind::Constant, _) if is_final == Some(false) => {
            return Err(issue::constant_not_final(&member));
        }
        (AttributeKind::Constant, None) => {
            return Err(issue::constant_without_value(&member));
        }
        (AttributeKind::Derived | AttributeKind::GivenOrDerived, Some(_)) => {
            return Err(issue::derived_with_value(&member, kind.name().unwrap_or_default()));
        }
        _ => {}
    }
    if let Some(given) = given.as_ref().filter(|given| !matches!(given, Literal::Default)) {
        assert(&format!("{member} value"), &data_type, given)?;
    }
    Ok(Attribute {
        name: name.into(),
        data_type,
        kind,
        value: given,
        is_final: kind == AttributeKind::Constant || is_final == Some(true),
        is_override: flag(value, "override") == Some(true),
    })
}

fn functions(label: &str, hash: &Literal, attributes: &[Attribute]) -> Result<Box<[ObjectFunction]>, TypeIssue> {
    let mut functions = Vec::new();
    for (key, value) in members(hash, "functions") {
        let name = key_text(key);
        if attributes.iter().any(|attribute| attribute.name == name) {
            return Err(issue::function_and_attribute(label, &name));
        }
        let data_type = member_type(value).filter(|data_type| data_type.is_callable(false));
        let data_type = data_type.ok_or_else(|| {
            let actual = Type::infer(value);
            let subject = format!("function {label}[{name}] has wrong type,");
            plain(mismatch::describe(&subject, &Type::type_of(Type::callable()), &actual))
        })?;
        let (is_final, is_override) = (flag(value, "final") == Some(true), flag(value, "override") == Some(true));
        functions.push(ObjectFunction { name, data_type, is_final, is_override });
    }
    Ok(functions.into())
}

fn equality(hash: &Literal) -> Option<Box<[Arc<str>]>> {
    match entry(hash, "equality")? {
        Literal::String(name) => Some([Arc::clone(name)].into()),
        Literal::Array(names) => Some(names.iter().map(key_text).collect()),
        _ => None,
    }
}

fn optional(name: &str, value: Type) -> StructElement {
    StructElement { name: name.into(), is_optional: true, value }
}

fn member_name() -> Type {
    // The pattern is a constant that compiles.
    crate::Regex::new(r"\A[a-z_]\w*\z").map_or(Type::String(Size::ANY), |regex| Type::pattern([regex]))
}

fn initializer_type() -> Type {
    let members = |value: Type| Type::hash_of(member_name(), value, Size::ANY);
    let function_name = Type::variant([member_name(), Type::Text("[]".into())]);
    Type::structure([
        optional("name", Type::String(Size::NOT_EMPTY)),
        optional("parent", Type::Type(None)),
        optional("type_parameters", members(Type::NotUndef(None))),
        optional("attributes", members(Type::NotUndef(None))),
        optional("constants", members(Type::Any)),
        optional("functions", Type::hash_of(function_name, Type::NotUndef(None), Size::ANY)),
        optional("equality", Type::variant([member_name(), Type::array_of(member_name(), Size::ANY)])),
        optional("equality_include_type", Type::Boolean(None)),
        optional("checks", Type::Any),
        optional("annotations", Type::Any),
        optional("serialization", Type::Any),
    ])
}

fn set_initializer_type() -> Type {
    let required = |name: &str, value: Type| StructElement { name: name.into(), is_optional: false, value };
    // The pattern is a constant that compiles.
    let type_name = crate::Regex::new(r"\A[A-Z]\w*\z").map_or(Type::String(Size::ANY), |regex| Type::pattern([regex]));
    Type::structure([
        optional("pcore_uri", Type::String(Size::NOT_EMPTY)),
        required("pcore_version", Type::String(Size::NOT_EMPTY)),
        optional("name_authority", Type::String(Size::NOT_EMPTY)),
        optional("name", Type::String(Size::NOT_EMPTY)),
        optional("version", Type::String(Size::NOT_EMPTY)),
        optional("types", Type::hash_of(type_name, Type::Any, Size::NOT_EMPTY)),
        optional("references", Type::hash()),
        optional("annotations", Type::Any),
    ])
}

fn attribute_type() -> Type {
    let kinds = ["constant", "derived", "given_or_derived", "reference"].map(Arc::from);
    Type::structure([
        StructElement { name: "type".into(), is_optional: false, value: Type::Type(None) },
        optional("final", Type::Boolean(None)),
        optional("override", Type::Boolean(None)),
        optional("kind", Type::enumeration(kinds, false)),
        optional("value", Type::Any),
        optional("annotations", Type::Any),
    ])
}
