//! Object types, which are defined by their attributes: `type Car = Object[{attributes => {…}}]`, and type
//! sets. `object/initializer.rs` reads them from hashes.

mod builtin;
mod initializer;

use std::sync::Arc;

use crate::alias::Aliases;
use crate::literal::Literal;
use crate::semver::SemVer;
use crate::types::{CallableType, Size, StructElement, StructType, TupleType, Type};

/// `Object[{…}]`. Without a name and attributes it is `Object`, to which all object types are assignable.
#[derive(Clone, Debug, Default)]
pub struct ObjectType {
    /// The name in its definition, if any.
    pub name: Option<Arc<str>>,
    /// The parent type.
    pub parent: Option<Type>,
    /// The type parameters, which `Name[…]` can set.
    pub type_parameters: Box<[TypeParameter]>,
    /// The attributes of an instance, in declaration order.
    pub attributes: Box<[Attribute]>,
    /// The functions of an instance.
    pub functions: Box<[ObjectFunction]>,
    /// The attributes that are compared for equality; `None` compares all.
    pub equality: Option<Box<[Arc<str>]>>,
    /// Whether instances of different types are never equal.
    pub equality_includes_type: bool,
}

/// An attribute of an object.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// The name.
    pub name: Arc<str>,
    /// The type of the value.
    pub data_type: Type,
    /// The source of the value.
    pub kind: AttributeKind,
    /// The default, or the value of a constant.
    pub value: Option<Literal>,
    /// Whether subtypes cannot override the attribute.
    pub is_final: bool,
    /// Whether the attribute overrides one of the parent.
    pub is_override: bool,
}

/// The source of an attribute's value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AttributeKind {
    /// Set when the object is created.
    #[default]
    Given,
    /// The same for all instances.
    Constant,
    /// Computed, by code outside of the Puppet language.
    Derived,
    /// Set when the object is created, or computed.
    GivenOrDerived,
    /// Set when the object is created; refers to an object that is contained elsewhere.
    Reference,
}

impl AttributeKind {
    /// Returns the kind with a name.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "constant" => Self::Constant,
            "derived" => Self::Derived,
            "given_or_derived" => Self::GivenOrDerived,
            "reference" => Self::Reference,
            _ => return None,
        })
    }

    /// Returns the name of the kind, or `None` for the default kind.
    pub fn name(self) -> Option<&'static str> {
        Some(match self {
            Self::Given => return None,
            Self::Constant => "constant",
            Self::Derived => "derived",
            Self::GivenOrDerived => "given_or_derived",
            Self::Reference => "reference",
        })
    }
}

/// A function of an object.
#[derive(Clone, Debug)]
pub struct ObjectFunction {
    /// The name.
    pub name: Arc<str>,
    /// The signature.
    pub data_type: Type,
    /// Whether subtypes cannot override the function.
    pub is_final: bool,
    /// Whether the function overrides one of the parent.
    pub is_override: bool,
}

/// A parameter of an object type.
#[derive(Clone, Debug)]
pub struct TypeParameter {
    /// The name, which is also that of an attribute.
    pub name: Arc<str>,
    /// The type of its value.
    pub data_type: Type,
}

/// An object type with values for its type parameters: `Car['volvo']`.
#[derive(Clone, Debug)]
pub struct ObjectExtension {
    /// The type.
    pub base: Arc<ObjectType>,
    /// The values, by parameter; parameters given as `default` are omitted.
    pub parameters: Box<[(Arc<str>, Literal)]>,
}

/// `TypeSet[{…}]`. Without a name it is `TypeSet`, to which all type sets are assignable.
#[derive(Clone, Debug, Default)]
pub struct TypeSetType {
    /// The name, which prefixes the names of its types.
    pub name: Option<Arc<str>>,
    /// The version.
    pub version: Option<SemVer>,
    /// The types by their names within the set.
    pub types: Box<[(Arc<str>, Type)]>,
    /// Owner of the aliases through which the types refer to each other.
    pub(crate) _aliases: Arc<Aliases>,
}

impl TypeSetType {
    /// Finds a type by its name within the set.
    pub fn get(&self, name: &str) -> Option<&Type> {
        self.types.iter().find(|(candidate, _)| candidate.eq_ignore_ascii_case(name)).map(|(_, data_type)| data_type)
    }
}

impl PartialEq for TypeSetType {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.version == other.version && self.types == other.types
    }
}

impl ObjectType {
    /// Returns whether this is plain `Object`.
    pub fn is_default(&self) -> bool {
        self.name.is_none() && self.parent.is_none() && self.attributes.is_empty() && self.functions.is_empty()
    }

    /// Returns the name, or `Object`.
    pub fn label(&self) -> &str {
        self.name.as_deref().unwrap_or("Object")
    }

    /// Returns the parent type.
    pub fn parent(&self) -> Option<Arc<Self>> {
        match self.parent.as_ref()?.resolved() {
            Type::Object(parent) => Some(parent),
            _ => None,
        }
    }

    /// Returns all attributes, those of the parents first. An overriding attribute takes the position of the
    /// overridden one.
    pub fn all_attributes(&self) -> Vec<Attribute> {
        let mut lineage = vec![self.clone()];
        while let Some(parent) = lineage.last().and_then(Self::parent) {
            // Circular inheritance is rejected during parsing.
            if lineage.len() > crate::MAX_DEPTH {
                break;
            }
            lineage.push((*parent).clone());
        }
        let mut all: Vec<Attribute> = Vec::new();
        for attribute in lineage.iter().rev().flat_map(|ancestor| ancestor.attributes.iter()) {
            match all.iter_mut().find(|known| known.name == attribute.name) {
                Some(known) => *known = attribute.clone(),
                None => all.push(attribute.clone()),
            }
        }
        all
    }

    /// Finds an attribute of the type or its parents.
    pub fn attribute(&self, name: &str) -> Option<Attribute> {
        self.all_attributes().into_iter().find(|attribute| *attribute.name == *name)
    }

    /// Finds a function of the type or its parents.
    pub fn function(&self, name: &str) -> Option<ObjectFunction> {
        let own = self.functions.iter().find(|function| *function.name == *name).cloned();
        own.or_else(|| self.parent().and_then(|parent| parent.function(name)))
    }

    /// Returns the type of the hash from which an instance can be created.
    pub fn initializer(&self) -> StructType {
        let is_given =
            |attribute: &Attribute| !matches!(attribute.kind, AttributeKind::Constant | AttributeKind::Derived);
        let elements = self.all_attributes().into_iter().filter(is_given).map(|attribute| {
            let is_optional = attribute.value.is_some() || attribute.kind == AttributeKind::GivenOrDerived;
            StructElement { name: attribute.name, is_optional, value: attribute.data_type }
        });
        StructType { elements: elements.collect() }
    }

    /// Returns the attributes for positional construction of an instance, required ones first, and the
    /// signature of the constructor.
    pub fn constructor(&self) -> (Vec<Arc<str>>, CallableType) {
        let elements = self.initializer().elements;
        let (optional, mut all): (Vec<_>, Vec<_>) = elements.into_iter().partition(|element| element.is_optional);
        let size = Size::new(all.len() as u64, Some((all.len() + optional.len()) as u64));
        all.extend(optional);
        let names = all.iter().map(|element| Arc::clone(&element.name)).collect();
        let types = all.into_iter().map(|element| element.value).collect();
        let parameters = Some(Arc::new(TupleType { types, size: Some(size) }));
        (names, CallableType { parameters, block: None, returns: None })
    }

    /// Returns whether this type is `ancestor` or inherits from it.
    pub fn inherits_from(&self, ancestor: &Self) -> bool {
        if ancestor.is_default() || self.is_same(ancestor) {
            return true;
        }
        let mut current = self.parent();
        for _ in 0..crate::MAX_DEPTH {
            let Some(parent) = current else { return false };
            if parent.is_same(ancestor) {
                return true;
            }
            current = parent.parent();
        }
        false
    }

    fn is_same(&self, other: &Self) -> bool {
        match (&self.name, &other.name) {
            (None, None) => self == other,
            (mine, theirs) => mine == theirs,
        }
    }
}

impl PartialEq for Attribute {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
            && self.kind == other.kind
            && self.value == other.value
            && self.data_type == other.data_type
    }
}

/// Named types are equal if their names are equal, anonymous types if their definitions are.
impl PartialEq for ObjectType {
    fn eq(&self, other: &Self) -> bool {
        match (&self.name, &other.name) {
            (Some(mine), Some(theirs)) => mine == theirs,
            (None, None) => {
                self.parent == other.parent && self.attributes == other.attributes && self.functions == other.functions
            }
            _ => false,
        }
    }
}

impl PartialEq for ObjectFunction {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.data_type == other.data_type
    }
}

impl PartialEq for ObjectExtension {
    fn eq(&self, other: &Self) -> bool {
        self.base == other.base && self.parameters == other.parameters
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Aliases, Builtins, Resolver, TypeIssue};

    struct Names(Aliases);

    impl Resolver for Names {
        fn resolve(&mut self, name: &str) -> Result<Option<Type>, TypeIssue> {
            Ok(self.0.get(name))
        }
    }

    fn defined(names: &mut Names, name: &str, text: &str) -> Type {
        names.0.declare(name);
        let target = Type::parse(text, names).unwrap();
        names.0.define(name, target).unwrap()
    }

    #[test]
    fn objects_inherit_attributes_and_have_constructors() {
        let mut names = Names(Aliases::new());
        let car = defined(
            &mut names,
            "Car",
            "Object[{attributes => {wheels => {type => Integer, value => 4}, make => String}, constants => {kind => 'road'}}]",
        );
        let truck = defined(
            &mut names,
            "Truck",
            "Object[{parent => Car, attributes => {load => Float, next => Optional[Truck]}}]",
        );
        assert!(car.is_assignable(&truck) && !truck.is_assignable(&car) && Type::object().is_assignable(&truck));
        let Type::Object(object) = &truck else { panic!("{truck}") };
        let (names_of, callable) = object.constructor();
        assert_eq!(names_of.iter().map(|name| &**name).collect::<Vec<_>>(), ["make", "load", "next", "wheels"]);
        assert_eq!(
            Type::Callable(callable.into()).to_string(),
            "Callable[String, Float, Optional[Truck], Integer, 3, 4]"
        );
        assert_eq!(object.attribute("kind").unwrap().value, Some("road".into()));
        assert_eq!(
            Type::Struct(object.initializer().into()).to_string(),
            "Struct[{Optional['wheels'] => Integer, 'make' => String, 'load' => Float, NotUndef['next'] => Optional[Truck]}]"
        );
    }

    #[test]
    fn object_types_can_have_parameters() {
        let mut names = Names(Aliases::new());
        defined(&mut names, "Car", "Object[{type_parameters => {make => String}, attributes => {make => String}}]");
        let volvo = Type::parse("Car['volvo']", &mut names).unwrap();
        let plain = Type::parse("Car", &mut names).unwrap();
        assert_eq!(volvo.to_string(), "Car['volvo']");
        assert!(plain.is_assignable(&volvo) && !volvo.is_assignable(&plain) && volvo.is_assignable(&volvo));
        let issue = Type::parse("Car[/v/]", &mut names).unwrap_err();
        assert_eq!(
            issue.message,
            "type_parameter Car[make] has wrong type, expects a value of type Undef or String, got Regexp"
        );
    }

    #[test]
    fn type_sets_prefix_the_names_of_their_types() {
        let mut names = Names(Aliases::new());
        let set = defined(
            &mut names,
            "My",
            "TypeSet[{pcore_version => '1.0.0', version => '1.2.3', types => {A => Integer, B => {attributes => {x => Integer}}}}]",
        );
        let Type::TypeSet(found) = &set else { panic!("{set}") };
        assert_eq!(found.get("b").unwrap().simple_name(), "B");
        assert_eq!(
            set.to_string(),
            "TypeSet[{pcore_version => '1.0.0', name_authority => 'http://puppet.com/2016.1/runtime', name => 'My', version => '1.2.3', \
             types => {A => Integer, B => Object[{attributes => {'x' => Integer}}]}}]"
        );
        assert!(
            Type::type_set().is_assignable(&set) && Type::parse("TypeSet[{version => 'x'}]", &mut Builtins).is_err()
        );
    }

    #[test]
    fn circular_inheritance_is_rejected() {
        let mut names = Names(Aliases::new());
        names.0.declare("A");
        let target = Type::parse("Object[{parent => A, attributes => {x => Integer}}]", &mut names).unwrap();
        assert!(names.0.define("A", target).is_err());
    }
}
