//! The description of a package between parsing and writing.

use marotte_contract::schema;
use syn::{Ident, Item, ItemMod, Path, Type, Visibility};

/// A module that describes what a component offers.
pub(crate) struct Package {
    /// The module without its content.
    pub(crate) module: ItemMod,
    /// Its content, rid of this macro's attributes.
    pub(crate) items: Vec<Item>,
    pub(crate) resources: Vec<Resource>,
    pub(crate) choices: Vec<Choices>,
}

impl Package {
    /// Returns the enum that a type names.
    pub(crate) fn choices(&self, of: &Type) -> Option<&Choices> {
        let name = simple_name(of)?;
        self.choices.iter().find(|choices| choices.ident == *name)
    }
}

/// A struct that is a type.
pub(crate) struct Resource {
    pub(crate) ident: Ident,
    pub(crate) visibility: Visibility,
    /// All that the schema says but for the attributes and what refers to them.
    pub(crate) schema: schema::TypeSchema,
    pub(crate) titles: Vec<(String, Vec<Ident>)>,
    pub(crate) edges: Vec<(schema::Edge, String, EdgeSource)>,
    pub(crate) is_foreign: bool,
    pub(crate) fields: Vec<Field>,
    pub(crate) providers: Vec<Provider>,
    /// The types of a family; a type of its own has none.
    pub(crate) members: Vec<Member>,
}

impl Resource {
    /// Returns the names of the types that the struct is.
    pub(crate) fn names(&self) -> Vec<&str> {
        match self.members.as_slice() {
            [] => vec![&self.schema.name],
            members => members.iter().map(|member| member.name.as_str()).collect(),
        }
    }
}

/// The individual properties of a member of a family of types.
#[derive(Default)]
pub(crate) struct Member {
    pub(crate) name: String,
    pub(crate) docs: String,
    pub(crate) defaults: Vec<(Ident, serde_json::Value)>,
    pub(crate) edges: Vec<(schema::Edge, String, EdgeSource)>,
}

/// Where an edge's titles come from, by field.
pub(crate) enum EdgeSource {
    Title(String),
    Field(Ident),
    Ancestor(Ident),
}

/// A field that is an attribute.
pub(crate) struct Field {
    pub(crate) ident: Ident,
    /// All that the schema says but for what follows from the Rust type.
    pub(crate) schema: schema::Attribute,
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

/// A provider and the struct behind it, if there is one.
pub(crate) struct Provider {
    pub(crate) by: Option<Path>,
    pub(crate) schema: schema::ProviderSchema,
}

/// An enum that is a set of values.
pub(crate) struct Choices {
    pub(crate) ident: Ident,
    pub(crate) variants: Vec<Variant>,
}

/// A value, or every other value.
pub(crate) struct Variant {
    pub(crate) ident: Ident,
    pub(crate) schema: schema::Choice,
    pub(crate) is_other: bool,
}

/// Returns the last name of a plain path.
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
