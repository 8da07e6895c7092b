//! Declared resources: types, resources with their attributes, and lookup by type and title. The modules in `resource/`
//! implement the statements; `finish.rs` builds the catalog.

use std::sync::Arc;

use catalog::ResourceRef;
use catalog::schema::TypeSchema;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use syntax::Span;
use value::Value;

use crate::attribute::Parameter;
use crate::identity::{CodeOrigin, DefineId, ResourceId, ScopeId, TypeId};

mod automatic;
mod declaration;
mod defaults;
mod expression;
mod instance;
mod overriding;
mod tag;
mod title;

pub(crate) use catalog::is_tag;
pub(crate) use declaration::Declaration;
pub(crate) use overriding::PendingOverride;
pub(crate) use tag::{Tag, TagNames, Tags};
pub(crate) use title::TitlePatterns;

/// A resource type.
#[derive(Debug)]
pub(crate) struct ResourceType<'a> {
    /// The name, with each segment capitalised.
    pub(crate) name: Arc<str>,
    /// The name in lower case.
    pub(crate) key: &'a str,
    /// The kind of type.
    pub(crate) kind: TypeKind,
    /// The patterns that derive the namevars from a title.
    pub(crate) titles: TitlePatterns,
    /// The resources of this type in the order of declaration.
    pub(crate) members: Vec<ResourceId>,
}

/// Kind of a resource type.
#[derive(Clone, Debug)]
pub(crate) enum TypeKind {
    /// Classes.
    Class,
    /// Node blocks.
    Node,
    /// A defined type.
    Define(DefineId),
    /// A type provided by a component or by the engine.
    Native(Arc<TypeSchema>),
}

/// A declared resource.
#[derive(Debug)]
pub(crate) struct Resource<'a> {
    /// The type of the object.
    pub(crate) type_id: TypeId,
    /// The title; capitalised for a class.
    pub(crate) title: Arc<str>,
    /// The original title, if it wasn't a string.
    pub(crate) odd_title: Option<Value>,
    /// Whether a title pattern is known to give the only namevar the title as its value.
    pub(crate) has_plain_title: bool,
    /// The attributes in the order in which they were set.
    pub(crate) parameters: Vec<Parameter<'a>>,
    /// The tags so far.
    pub(crate) tags: Tags,
    /// The scope of the declaration.
    pub(crate) scope: ScopeId,
    /// The code that declared the resource.
    pub(crate) source: CodeOrigin,
    /// Where the resource was declared.
    pub(crate) span: Option<Span>,
    /// Whether it was exported.
    pub(crate) is_exported: bool,
    /// Whether it is virtual and has not been collected.
    pub(crate) is_virtual: bool,
    /// Whether the evaluation of its code has begun.
    pub(crate) is_evaluated: bool,
    /// Whether its attributes have been checked since they were last set.
    pub(crate) is_checked: bool,
}

impl<'a> Resource<'a> {
    /// Returns an attribute.
    pub(crate) fn parameter(&self, name: &str) -> Option<&Parameter<'a>> {
        self.parameters.iter().find(|parameter| parameter.name == name)
    }

    /// Returns the value of an attribute; `None` if it is undef or not set.
    pub(crate) fn value(&self, name: &str) -> Option<&Value> {
        self.parameter(name).map(|parameter| &parameter.value).filter(|value| !value.is_undef())
    }

    /// Sets an attribute, keeping its position if it exists.
    pub(crate) fn set(&mut self, parameter: Parameter<'a>) {
        match self.parameters.iter_mut().find(|known| known.name == parameter.name) {
            Some(known) => *known = parameter,
            None => self.parameters.push(parameter),
        }
    }
}

/// Key of the title index.
#[derive(PartialEq, Eq, Hash)]
struct Key<T>(TypeId, T);

impl indexmap::Equivalent<Key<Arc<str>>> for Key<&str> {
    fn equivalent(&self, key: &Key<Arc<str>>) -> bool {
        self.0 == key.0 && *self.1 == *key.1
    }
}

/// All resource types and resources of a compilation.
#[derive(Default)]
pub(crate) struct ResourceTable<'a> {
    pub(crate) types: Vec<ResourceType<'a>>,
    type_names: FxHashMap<&'a str, TypeId>,
    list: Vec<Resource<'a>>,
    titles: IndexMap<Key<Arc<str>>, ResourceId, FxBuildHasher>,
    /// Resources of types with several namevars, by the values of these.
    identities: FxHashMap<(TypeId, Box<[Value]>), ResourceId>,
    /// Pairs of container and contained resource, without duplicates, in the order of creation.
    pub(crate) edges: indexmap::IndexSet<(ResourceId, ResourceId), FxBuildHasher>,
}

impl<'a> ResourceTable<'a> {
    /// Adds a new type.
    pub(crate) fn add_type(&mut self, key: &'a str, kind: TypeKind) -> TypeId {
        let titles = match &kind {
            TypeKind::Native(schema) => TitlePatterns::new(schema),
            TypeKind::Class | TypeKind::Node | TypeKind::Define(_) => TitlePatterns::default(),
        };
        let id = TypeId(u32::try_from(self.types.len()).expect("fewer than 2^32 types fit into memory"));
        self.types.push(ResourceType { name: capitalized(key).into(), key, kind, titles, members: Vec::new() });
        self.type_names.insert(key, id);
        id
    }

    /// Replaces the title patterns of a type.
    pub(crate) fn set_titles(&mut self, id: TypeId, titles: TitlePatterns) {
        self.types[id.0 as usize].titles = titles;
    }

    /// Finds a type by its name in lower case.
    pub(crate) fn find_type(&self, key: &str) -> Option<TypeId> {
        self.type_names.get(key).copied()
    }

    /// Returns a type.
    pub(crate) fn get_type(&self, id: TypeId) -> &ResourceType<'a> {
        &self.types[id.0 as usize]
    }

    /// Adds a resource with a unique title to the resources of its type.
    pub(crate) fn push(&mut self, resource: Resource<'a>) -> ResourceId {
        let id = ResourceId(u32::try_from(self.list.len()).expect("fewer than 2^32 resources fit into memory"));
        self.titles.insert(Key(resource.type_id, Arc::clone(&resource.title)), id);
        self.types[resource.type_id.0 as usize].members.push(id);
        self.list.push(resource);
        id
    }

    /// Finds a resource by its exact title, its namevar, or an `alias`.
    pub(crate) fn titled(&self, type_id: TypeId, title: &str) -> Option<ResourceId> {
        self.titles.get(&Key(type_id, title)).copied()
    }

    /// Finds a resource by a title, or by the namevars derived from it: `File['/a/']` is `File['/a']`.
    pub(crate) fn find(&self, type_id: TypeId, title: &str) -> Option<ResourceId> {
        if type_id == TypeId::CLASS {
            let title = title.strip_prefix("::").unwrap_or(title);
            return self.titled(type_id, &capitalized(title));
        }
        self.titled(type_id, title).or_else(|| {
            let titles = &self.get_type(type_id).titles;
            if titles.is_plain() {
                return None;
            }
            match &*titles.identity(&titles.parse(title).unwrap_or_default(), |_| None) {
                [Value::String(name)] => self.titled(type_id, name),
                identity => self.identified(type_id, identity),
            }
        })
    }

    /// Adds another title for a resource.
    pub(crate) fn add_title(&mut self, type_id: TypeId, title: &str, resource: ResourceId) {
        self.titles.insert(Key(type_id, title.into()), resource);
    }

    /// Finds a resource by the values of its namevars.
    pub(crate) fn identified(&self, type_id: TypeId, identity: &[Value]) -> Option<ResourceId> {
        self.identities.get(&(type_id, Box::from(identity))).copied()
    }

    /// Adds the values of a resource's namevars to the index.
    pub(crate) fn add_identity(&mut self, type_id: TypeId, identity: Box<[Value]>, resource: ResourceId) {
        self.identities.insert((type_id, identity), resource);
    }

    /// Returns a resource.
    pub(crate) fn get(&self, id: ResourceId) -> &Resource<'a> {
        &self.list[id.to_usize()]
    }

    /// Returns a mutable resource.
    pub(crate) fn get_mut(&mut self, id: ResourceId) -> &mut Resource<'a> {
        &mut self.list[id.to_usize()]
    }

    /// Returns the number of resources.
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns the identifiers of all resources in the order of declaration.
    pub(crate) fn ids(&self) -> impl Iterator<Item = ResourceId> + use<> {
        // `push` ensures that the length fits.
        (0..u32::try_from(self.list.len()).unwrap_or(u32::MAX)).map(ResourceId)
    }

    /// Returns the reference of a resource.
    pub(crate) fn reference(&self, id: ResourceId) -> ResourceRef {
        let resource = self.get(id);
        ResourceRef { type_name: Arc::clone(&self.get_type(resource.type_id).name), title: Arc::clone(&resource.title) }
    }

    /// Returns the names of all types, in lower case.
    pub(crate) fn type_keys(&self) -> impl Iterator<Item = &'a str> {
        self.types.iter().map(|known| known.key)
    }

    /// Removes and returns all resources.
    pub(crate) fn take(&mut self) -> Vec<Resource<'a>> {
        std::mem::take(&mut self.list)
    }
}

/// Capitalises each segment of a name.
pub(crate) fn capitalized(name: &str) -> String {
    let mut result = String::with_capacity(name.len());
    let mut at_start = true;
    for letter in name.chars() {
        if at_start {
            result.extend(letter.to_uppercase());
        } else {
            result.push(letter);
        }
        at_start = letter == ':';
    }
    result
}
