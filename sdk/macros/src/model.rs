//! Intermediate representation of a package between parsing and code generation.

use marotte_contract::schema;
use proc_macro2::Span;
use syn::{Error, Ident, Item, ItemMod, Path, Result, Type, Visibility};

/// Errors found so far. The module is generated in spite of them, since otherwise each use of one of its items would be
/// a further error.
#[derive(Default)]
pub(crate) struct Errors(Option<Error>);

impl Errors {
    /// Adds an error.
    pub(crate) fn add(&mut self, error: Error) {
        match &mut self.0 {
            Some(errors) => errors.combine(error),
            None => self.0 = Some(error),
        }
    }

    /// Adds the error of a result.
    pub(crate) fn collect<T>(&mut self, result: Result<T>) -> Option<T> {
        result.map_err(|error| self.add(error)).ok()
    }

    /// Returns whether there are no errors.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Returns the errors.
    pub(crate) fn into_error(self) -> Option<Error> {
        self.0
    }
}

/// A module that describes the content of a component.
pub(crate) struct Package {
    /// The module without its content.
    pub(crate) module: ItemMod,
    /// Its content without the attributes of this macro.
    pub(crate) items: Vec<Item>,
    pub(crate) resources: Vec<Resource>,
    pub(crate) choices: Vec<Choices>,
}

impl Package {
    /// Returns the enum with the name of a type.
    pub(crate) fn choices(&self, of: &Type) -> Option<&Choices> {
        let name = simple_name(of)?;
        self.choices.iter().find(|choices| choices.ident == *name)
    }
}

/// A struct that describes a resource type.
pub(crate) struct Resource {
    pub(crate) ident: Ident,
    pub(crate) visibility: Visibility,
    /// The schema of the type, without the attributes and references to them.
    pub(crate) schema: schema::TypeSchema,
    pub(crate) titles: Vec<(String, Vec<Ident>)>,
    pub(crate) edges: Vec<(schema::Edge, String, EdgeSource)>,
    pub(crate) is_foreign: bool,
    pub(crate) fields: Vec<Field>,
    pub(crate) providers: Vec<Provider>,
    /// The types of a family; empty for a single type.
    pub(crate) members: Vec<Member>,
}

impl Resource {
    /// Returns the names of the types that the struct describes.
    pub(crate) fn names(&self) -> Vec<&str> {
        match self.members.as_slice() {
            [] => vec![&self.schema.name],
            members => members.iter().map(|member| member.name.as_str()).collect(),
        }
    }
}

/// The properties specific to a member of a family of types.
#[derive(Default)]
pub(crate) struct Member {
    pub(crate) name: String,
    pub(crate) docs: String,
    pub(crate) defaults: Vec<(Ident, serde_json::Value)>,
    pub(crate) edges: Vec<(schema::Edge, String, EdgeSource)>,
}

/// Source of an edge's titles, by field.
pub(crate) enum EdgeSource {
    Title(String),
    Field(Ident),
    Ancestor(Ident),
}

/// A field that describes an attribute.
pub(crate) struct Field {
    pub(crate) ident: Ident,
    /// The schema of the attribute, without properties derived from the Rust type.
    pub(crate) schema: schema::Attribute,
    pub(crate) data_type_span: Option<Span>,
    pub(crate) default_span: Option<Span>,
    pub(crate) same_as: Option<Ident>,
    pub(crate) is_optional: bool,
    pub(crate) is_any_of: bool,
    /// The type without its `Option`.
    pub(crate) inner: Type,
    /// The type of the current value.
    pub(crate) is: Option<Type>,
}

impl Field {
    /// Returns whether the attribute has a current value.
    pub(crate) fn is_state(&self) -> bool {
        matches!(self.schema.role, schema::Role::Property | schema::Role::ReadOnly)
    }
}

/// A provider and the struct that implements it, if there is one.
pub(crate) struct Provider {
    pub(crate) by: Option<Path>,
    pub(crate) schema: schema::ProviderSchema,
    /// The commands in its conditions.
    pub(crate) commands: Vec<(String, Span)>,
    /// The features that it names.
    pub(crate) features: Vec<(String, Span)>,
}

/// An enum that describes a set of values.
pub(crate) struct Choices {
    pub(crate) ident: Ident,
    pub(crate) variants: Vec<Variant>,
}

/// A value, or a variant for all other values.
pub(crate) struct Variant {
    pub(crate) ident: Ident,
    pub(crate) schema: schema::Choice,
    pub(crate) is_other: bool,
}

/// Returns the last segment of a path without a qualified self type.
pub(crate) fn simple_name(of: &Type) -> Option<&Ident> {
    match of {
        Type::Path(path) if path.qself.is_none() => path.path.segments.last().map(|segment| &segment.ident),
        _ => None,
    }
}

/// Returns the argument of `Name<Argument>`.
pub(crate) fn argument<'a>(of: &'a Type, name: &str) -> Option<&'a Type> {
    let Type::Path(path) = of else { return None };
    let segment = path.path.segments.last().filter(|segment| segment.ident == name)?;
    let syn::PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
    arguments.args.iter().find_map(|argument| match argument {
        syn::GenericArgument::Type(of) => Some(of),
        _ => None,
    })
}
