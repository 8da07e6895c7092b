//! Owns who serves which type. What a component says about itself is read when one of its types is first asked for, if the embedder
//! knows the names of its types beforehand: of many built-in components a run needs few.

use std::cell::OnceCell;
use std::sync::Arc;

use catalog::schema::TypeSchema;
use marotte_wit::package::{Package, read_package};
use marotte_wit::schema::ProviderSchema;
use rustc_hash::FxHashMap;

use crate::config::ComponentSource;
use crate::error::RuntimeError;
use crate::grants::Grants;
use crate::package;

/// Which names stand in what a component says about itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outline {
    /// The types that it defines.
    pub types: &'static [&'static str],
    /// The types that it has providers of.
    pub provides: &'static [&'static str],
    /// The types whose resources it may find.
    pub finds: &'static [&'static str],
}

/// The components and their types.
pub struct Registry {
    entries: Vec<Entry>,
    types: FxHashMap<String, Listed>,
    /// The names of the types, in the order of the components.
    names: Vec<String>,
}

struct Entry {
    source: Arc<ComponentSource>,
    /// Nothing within: it can't be read, which the embedder had made sure of.
    package: OnceCell<Option<Package>>,
}

/// A type by its name.
#[derive(Default)]
struct Listed {
    /// The component that defines it.
    component: Option<usize>,
    /// The components that have providers of it.
    provided: Vec<usize>,
    served: OnceCell<Option<Served>>,
}

/// Who serves a type.
pub(crate) struct Served {
    pub(crate) schema: Arc<TypeSchema>,
    /// The component that defines it.
    pub(crate) component: usize,
    /// Its providers: component and place in its schema, in the order of their declaration.
    providers: Vec<(usize, usize)>,
    /// The attributes that grants of the providers go by.
    granted: Vec<u16>,
}

impl Registry {
    /// Takes components in. Those without an outline are read and checked at once; for the others the embedder vouches.
    ///
    /// # Errors
    /// A component is none, says nothing about itself, asks for what cannot be granted, or means a type or provider that another one
    /// has.
    pub fn new(sources: Vec<ComponentSource>) -> Result<Self, RuntimeError> {
        Self::of(sources.into_iter().map(Arc::new).collect())
    }

    pub(crate) fn of(sources: Vec<Arc<ComponentSource>>) -> Result<Self, RuntimeError> {
        let entry = |source| Entry { source, package: OnceCell::new() };
        let mut registry =
            Self { entries: sources.into_iter().map(entry).collect(), types: FxHashMap::default(), names: Vec::new() };
        for index in 0..registry.entries.len() {
            registry.enter(index)?;
        }
        for index in 0..registry.entries.len() {
            if registry.entries[index].source.outline.is_none() {
                registry.check(index)?;
            }
        }
        Ok(registry)
    }

    /// Returns the names of the types, in the order of the components.
    pub fn type_names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// Returns what a type looks like.
    #[must_use]
    pub fn schema(&self, type_name: &str) -> Option<&Arc<TypeSchema>> {
        self.served(type_name).map(|served| &served.schema)
    }

    /// Returns the components as they describe themselves. All that were not read yet are.
    pub fn packages(&self) -> impl Iterator<Item = &Package> {
        (0..self.entries.len()).filter_map(|index| self.package(index))
    }

    /// Returns the providers of a type in the order of their declaration, with the package that each is in.
    #[must_use]
    pub fn providers_of(&self, type_name: &str) -> Vec<(&Package, &ProviderSchema)> {
        let Some(served) = self.served(type_name) else { return Vec::new() };
        let find = |(component, place): &(usize, usize)| {
            let package = self.package(*component)?;
            Some((package, package.schema.providers.get(*place)?))
        };
        served.providers.iter().filter_map(find).collect()
    }

    /// Tells whether a component may find resources of a type.
    pub(crate) fn is_visible(&self, type_name: &str) -> bool {
        self.entries.iter().enumerate().any(|(index, entry)| match entry.source.outline {
            Some(outline) => outline.finds.contains(&type_name),
            None => self
                .package(index)
                .is_some_and(|package| package.manifest.resources.find.iter().any(|known| known == type_name)),
        })
    }

    /// Returns the attributes of a type that grants go by.
    pub(crate) fn granted(&self, type_name: &str) -> &[u16] {
        self.served(type_name).map(|served| served.granted.as_slice()).unwrap_or_default()
    }

    /// Returns the component that has a provider of a type, or defines the type.
    pub(crate) fn component_of(&self, type_name: &str, provider: Option<&str>) -> Option<usize> {
        let served = self.served(type_name)?;
        let Some(name) = provider else { return Some(served.component) };
        let is_meant = |(component, place): &&(usize, usize)| {
            self.package(*component).is_some_and(|package| package.schema.providers[*place].name == name)
        };
        served.providers.iter().find(is_meant).map(|(component, _)| *component)
    }

    /// Returns the components that a type needs.
    pub(crate) fn components_of(&self, type_name: &str) -> impl Iterator<Item = usize> {
        let listed = self.types.get(type_name).filter(|listed| listed.component.is_some());
        listed.into_iter().flat_map(|listed| listed.component.iter().chain(&listed.provided)).copied()
    }

    /// Returns what a component says about itself.
    pub(crate) fn package(&self, index: usize) -> Option<&Package> {
        let entry = self.entries.get(index)?;
        entry.package.get_or_init(|| entry.source.read().ok()).as_ref()
    }

    pub(crate) fn served(&self, type_name: &str) -> Option<&Served> {
        let listed = self.types.get(type_name)?;
        listed.served.get_or_init(|| self.serve(type_name, listed)).as_ref()
    }

    fn serve(&self, type_name: &str, listed: &Listed) -> Option<Served> {
        let component = listed.component?;
        let schema = self.package(component)?.schema.types.iter().find(|schema| schema.name == type_name)?;
        let (mut providers, mut granted) = (Vec::new(), Vec::new());
        for index in &listed.provided {
            let package = self.package(*index)?;
            let places = package.schema.providers.iter().enumerate();
            let places = places.filter(|(_, provider)| provider.type_name == type_name);
            providers.extend(places.map(|(place, _)| (*index, place)));
            granted.extend(grants_of(package, schema).ok()?.attributes());
        }
        granted.sort_unstable();
        granted.dedup();
        Some(Served { schema: Arc::new(schema.clone()), component, providers, granted })
    }

    /// Enters the names that a component knows.
    fn enter(&mut self, index: usize) -> Result<(), RuntimeError> {
        let source = Arc::clone(&self.entries[index].source);
        let (types, provides): (Vec<String>, Vec<String>) = match source.outline {
            Some(outline) => (owned(outline.types), owned(outline.provides)),
            None => {
                let package = source.read()?;
                package::check(&package)?;
                let types = package.schema.types.iter().map(|schema| schema.name.clone()).collect();
                let provides = package.schema.providers.iter().map(|provider| provider.type_name.clone()).collect();
                // Nothing is there yet.
                let _ = self.entries[index].package.set(Some(package));
                (types, provides)
            }
        };
        for name in types {
            let listed = self.types.entry(name.clone()).or_default();
            if let Some(first) = listed.component {
                let names = [first, index].map(|index| self.entries[index].source.name.clone());
                let [first, second] = names;
                return Err(RuntimeError::Duplicate { type_name: name, first, second });
            }
            listed.component = Some(index);
            self.names.push(name);
        }
        for name in provides {
            let listed = self.types.entry(name).or_default();
            if listed.provided.last() != Some(&index) {
                listed.provided.push(index);
            }
        }
        Ok(())
    }

    /// Checks a component against the others; told when the runtime starts, not when a resource first needs it.
    fn check(&self, index: usize) -> Result<(), RuntimeError> {
        let Some(package) = self.package(index) else { return Ok(()) };
        // What can't be granted is told before it is missed.
        for schema in &package.schema.types {
            grants_of(package, schema)?;
        }
        for (place, provider) in package.schema.providers.iter().enumerate() {
            let Some(served) = self.served(&provider.type_name) else { continue };
            let is_same = |(component, place): &&(usize, usize)| {
                self.package(*component).is_some_and(|other| other.schema.providers[*place].name == provider.name)
            };
            let first = served.providers.iter().find(is_same).filter(|first| **first != (index, place));
            if let Some((first, _)) = first {
                return Err(RuntimeError::Twice {
                    provider: provider.name.clone(),
                    type_name: provider.type_name.clone(),
                    first: self.entries[*first].source.name.clone(),
                    second: package.name.clone(),
                });
            }
            if let Some(unknown) = provider.attributes.iter().find(|name| served.schema.column(name).is_none()) {
                return Err(RuntimeError::Attribute {
                    name: package.name.clone(),
                    provider: provider.name.clone(),
                    type_name: provider.type_name.clone(),
                    attribute: unknown.clone(),
                });
            }
        }
        Ok(())
    }
}

impl ComponentSource {
    fn read(&self) -> Result<Package, RuntimeError> {
        let mut package = read_package(&self.name, &self.bytes)?;
        package.digest = self.digest;
        Ok(package)
    }
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// Reads the grants of a component for a type.
pub(crate) fn grants_of(package: &Package, schema: &TypeSchema) -> Result<Grants, RuntimeError> {
    let attribute = |name: &str| schema.column(name).and_then(|at| u16::try_from(at).ok());
    Grants::new(&package.manifest, &schema.name, &attribute)
        .map_err(|failed| RuntimeError::grant(&package.name, &failed))
}
