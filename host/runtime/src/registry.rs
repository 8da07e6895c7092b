//! Index of components by type. If the embedder provides an index of names, the description of a component is read
//! when one of its types is first used: a run needs few of the many built-in components.

use std::cell::OnceCell;
use std::sync::Arc;

use catalog::schema::TypeSchema;
use marotte_contract::package::Package;
use marotte_contract::schema::{Hook, ProviderSchema};
use rustc_hash::FxHashMap;

use crate::error::RuntimeError;
use crate::grants::ResolvedGrants;
use crate::package;
use crate::source::{ComponentIndex, ComponentSource, NameList};

/// The components and their types.
pub struct ComponentRegistry {
    entries: Vec<Entry>,
    types: FxHashMap<String, Listed>,
    /// Names of the types, in the order of the components.
    names: Vec<String>,
}

struct Entry {
    source: Arc<ComponentSource>,
    package: OnceCell<Result<Package, RuntimeError>>,
}

/// A registered type.
#[derive(Default)]
struct Listed {
    /// The component that defines it.
    component: Option<usize>,
    /// The components that have providers for it.
    provided: Vec<usize>,
    served: OnceCell<Result<Option<ServedType>, RuntimeError>>,
}

/// The components that implement a type.
pub(crate) struct ServedType {
    pub(crate) schema: Arc<TypeSchema>,
    /// The component that defines it.
    pub(crate) component: usize,
    /// Its providers as pairs of component and index in its schema, in the order of declaration.
    providers: Vec<(usize, usize)>,
    /// The attributes used in grants of the providers.
    granted: Vec<u16>,
}

impl ComponentRegistry {
    /// Registers components. Those without an index are read and checked immediately, the others when one of their
    /// types is first used.
    ///
    /// # Errors
    /// Returns an error if a component is not valid, has no description, requests something that cannot be granted,
    /// or defines a type or provider that another one also defines.
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
        // Components that only have providers for undefined types are checked now, since such types are never used.
        let unreachable_entries: Vec<usize> = registry
            .entries
            .iter()
            .enumerate()
            .filter(|(_, entry)| registry.provides_undefined_type(entry))
            .map(|(index, _)| index)
            .collect();
        for index in unreachable_entries {
            let _ = registry.package(index);
        }
        for index in 0..registry.entries.len() {
            if registry.entries[index].source.outline.is_none() {
                registry.check(index);
            }
        }
        registry.into_result()
    }

    fn provides_undefined_type(&self, entry: &Entry) -> bool {
        let is_undefined = |name: &str| self.types.get(name).is_none_or(|listed| listed.component.is_none());
        entry.source.outline.as_ref().is_some_and(|outline| outline.provides.iter().any(is_undefined))
    }

    /// Returns the first error of a component that has been read. The types of such a component are missing.
    #[must_use]
    pub fn fault(&self) -> Option<&RuntimeError> {
        let unread = self.entries.iter().filter_map(|entry| entry.package.get()?.as_ref().err()).next();
        unread.or_else(|| self.names.iter().filter_map(|name| self.types[name].served.get()?.as_ref().err()).next())
    }

    /// Returns the registry, or the first error found so far.
    fn into_result(mut self) -> Result<Self, RuntimeError> {
        let entries = self.entries.iter_mut();
        let unread =
            entries.filter(|entry| matches!(entry.package.get(), Some(Err(_)))).find_map(|entry| entry.package.take());
        if let Some(Err(fault)) = unread {
            return Err(fault);
        }
        for name in &self.names {
            let served = self.types.get_mut(name).map(|listed| &mut listed.served);
            if let Some(served) = served.filter(|served| matches!(served.get(), Some(Err(_))))
                && let Some(Err(fault)) = served.take()
            {
                return Err(fault);
            }
        }
        Ok(self)
    }

    /// Returns the names of the types, in the order of the components.
    pub fn type_names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// Returns whether a component defines a type.
    #[must_use]
    pub fn defines(&self, type_name: &str) -> bool {
        self.types.contains_key(type_name)
    }

    /// Returns the schema of a type.
    #[must_use]
    pub fn schema(&self, type_name: &str) -> Option<&Arc<TypeSchema>> {
        self.served(type_name).map(|served| &served.schema)
    }

    /// Returns the descriptions of all components. Reads all descriptions that have not been read yet.
    pub fn packages(&self) -> impl Iterator<Item = &Package> {
        (0..self.entries.len()).filter_map(|index| self.package(index))
    }

    /// Returns the providers of a type in the order of declaration, each with its package.
    #[must_use]
    pub fn providers_of(&self, type_name: &str) -> Vec<(&Package, &ProviderSchema)> {
        let Some(served) = self.served(type_name) else { return Vec::new() };
        let find = |(component, place): &(usize, usize)| {
            let package = self.package(*component)?;
            Some((package, package.schema.providers.get(*place)?))
        };
        served.providers.iter().filter_map(find).collect()
    }

    /// Returns whether any component may read resources of a type from the catalog.
    pub(crate) fn is_visible(&self, type_name: &str) -> bool {
        self.entries.iter().enumerate().any(|(index, entry)| match &entry.source.outline {
            Some(outline) => outline.finds.contains(type_name),
            None => self
                .package(index)
                .is_some_and(|package| package.manifest.resources.find.iter().any(|known| known == type_name)),
        })
    }

    /// Returns the attributes of a type that are used in grants.
    pub(crate) fn granted(&self, type_name: &str) -> &[u16] {
        self.served(type_name).map(|served| served.granted.as_slice()).unwrap_or_default()
    }

    /// Returns the component of a provider of a type, or the component that defines the type.
    pub(crate) fn component_of(&self, type_name: &str, provider: Option<&str>) -> Option<usize> {
        let served = self.served(type_name)?;
        let Some(name) = provider else { return Some(served.component) };
        let is_requested = |(component, place): &&(usize, usize)| {
            self.package(*component).is_some_and(|package| package.schema.providers[*place].name == name)
        };
        served.providers.iter().find(is_requested).map(|(component, _)| *component)
    }

    /// Returns the components that a type requires.
    pub(crate) fn components_of(&self, type_name: &str) -> impl Iterator<Item = usize> {
        let listed = self.types.get(type_name).filter(|listed| listed.component.is_some());
        listed.into_iter().flat_map(|listed| listed.component.iter().chain(&listed.provided)).copied()
    }

    /// Returns the description of a component; `None` if it cannot be read or run here.
    pub(crate) fn package(&self, index: usize) -> Option<&Package> {
        let entry = self.entries.get(index)?;
        let read = || {
            let package = entry.source.read()?;
            if !entry.source.is_checked {
                package::check(&package)?;
            }
            Ok(package)
        };
        entry.package.get_or_init(read).as_ref().ok()
    }

    pub(crate) fn served(&self, type_name: &str) -> Option<&ServedType> {
        let listed = self.types.get(type_name)?;
        listed.served.get_or_init(|| self.serve(type_name, listed)).as_ref().ok()?.as_ref()
    }

    /// Loads a type with its providers and checks that they are compatible. If one of the components cannot be
    /// read, the type is treated as missing.
    fn serve(&self, type_name: &str, listed: &Listed) -> Result<Option<ServedType>, RuntimeError> {
        let Some(component) = listed.component else { return Ok(None) };
        let Some(own) = self.package(component) else { return Ok(None) };
        let Some(schema) = own.schema.types.iter().find(|schema| schema.name == type_name) else { return Ok(None) };
        // Invalid grants are reported before they are used.
        let of_own = grants_of(own, schema)?.attributes();
        let mut served =
            ServedType { schema: Arc::new(schema.clone()), component, providers: Vec::new(), granted: Vec::new() };
        for index in &listed.provided {
            let Some(package) = self.package(*index) else { return Ok(None) };
            for (place, provider) in package.schema.providers.iter().enumerate() {
                if provider.type_name == type_name {
                    self.forget_unimplemented(&provider.name, &mut served.providers);
                    self.fits(package, provider, &served)?;
                    served.providers.push((*index, place));
                }
            }
            served.granted.extend(match *index == component {
                true => of_own.clone(),
                false => grants_of(package, schema)?.attributes(),
            });
        }
        served.granted.sort_unstable();
        served.granted.dedup();
        Ok(Some(served))
    }

    /// Removes a provider that is only declared, since another component implements one with its name.
    fn forget_unimplemented(&self, name: &str, providers: &mut Vec<(usize, usize)>) {
        providers.retain(|(component, place)| {
            let known = self.package(*component).map(|package| &package.schema.providers[*place]);
            known.is_none_or(|known| known.name != name || known.hooks.contains(&Hook::Get))
        });
    }

    /// Checks a provider against the other providers of the type.
    fn fits(&self, package: &Package, provider: &ProviderSchema, served: &ServedType) -> Result<(), RuntimeError> {
        let is_same = |(component, place): &&(usize, usize)| {
            self.package(*component).is_some_and(|other| other.schema.providers[*place].name == provider.name)
        };
        if let Some((first, _)) = served.providers.iter().find(is_same) {
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
        Ok(())
    }

    /// Registers the names in the description of a component.
    fn enter(&mut self, index: usize) -> Result<(), RuntimeError> {
        let source = Arc::clone(&self.entries[index].source);
        let (types, provides): (Vec<String>, Vec<String>) = match &source.outline {
            Some(outline) => (owned(&outline.types), owned(&outline.provides)),
            None => {
                // Read errors are reported once all components are registered.
                let outline = self.package(index).map(|package| ComponentIndex::of(&package.schema, &package.manifest));
                outline.map(|outline| (owned(&outline.types), owned(&outline.provides))).unwrap_or_default()
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

    /// Loads all types that a component refers to, and stores the first error.
    fn check(&self, index: usize) {
        let Some(package) = self.package(index) else { return };
        let own = package.schema.types.iter().map(|schema| &schema.name);
        for name in own.chain(package.schema.providers.iter().map(|provider| &provider.type_name)) {
            let _ = self.served(name);
        }
    }
}

fn owned(names: &NameList) -> Vec<String> {
    names.iter().map(str::to_owned).collect()
}

/// Reads the grants of a component for a type.
pub(crate) fn grants_of(package: &Package, schema: &TypeSchema) -> Result<ResolvedGrants, RuntimeError> {
    let attribute = |name: &str| schema.column(name).and_then(|at| u16::try_from(at).ok());
    ResolvedGrants::new(&package.manifest, &schema.name, &attribute)
        .map_err(|failed| RuntimeError::grant(&package.name, &failed))
}
