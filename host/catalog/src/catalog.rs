//! The catalog: resources in declaration order, with lookup by type and title, and containment.

use std::borrow::Cow;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::engine::DEFAULT_COUNT;
use crate::{Position, Resource, ResourceRef};

/// The index of a resource in its catalog; it never changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ResourceIndex(u32);

impl ResourceIndex {
    /// Returns the index for slices with one entry per resource.
    #[must_use]
    pub fn to_usize(self) -> usize {
        self.0 as usize
    }
}

/// The error of adding a resource.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum CatalogError {
    /// A resource with this type and title exists already.
    #[error("{reference} is already declared")]
    Duplicate {
        /// The reference of the resource.
        reference: ResourceRef,
        /// The position of the first declaration.
        first: Option<Position>,
    },
}

/// The resources of a node.
#[derive(Debug, Clone, Default)]
pub struct Catalog {
    /// The name of the node.
    pub node: String,
    /// The environment that the catalog was compiled in.
    pub environment: String,
    /// The version of the code that the catalog was compiled from.
    pub version: String,
    /// The names of the evaluated classes, in order of evaluation.
    pub classes: Vec<Arc<str>>,
    resources: Vec<Resource>,
    containers: Vec<Option<ResourceIndex>>,
    containment: Vec<(ResourceIndex, ResourceIndex)>,
    index: FxHashMap<Arc<str>, FxHashMap<Arc<str>, ResourceIndex>>,
}

impl Catalog {
    /// Reserves capacity for `additional` resources and the default resources of [`crate::add_defaults`].
    pub fn reserve(&mut self, additional: usize) {
        let additional = additional + DEFAULT_COUNT;
        self.resources.reserve_exact(additional);
        self.containers.reserve_exact(additional);
    }

    /// Appends a resource.
    ///
    /// # Errors
    /// Returns [`CatalogError::Duplicate`] if a resource with this type and title exists.
    pub fn add(&mut self, resource: Resource) -> Result<ResourceIndex, CatalogError> {
        if let Some(first) = self.find(&resource.reference) {
            let first = self.get(first).position.clone();
            return Err(CatalogError::Duplicate { reference: resource.reference, first });
        }
        let index =
            ResourceIndex(u32::try_from(self.resources.len()).expect("a catalog has fewer than 2^32 resources"));
        self.enter(resource.reference.clone(), index);
        self.resources.push(resource);
        self.containers.push(None);
        Ok(index)
    }

    /// Adds a containment. The first container of a resource is its parent; further containers only affect
    /// the order, as with Puppet's `contain`. The caller must add each pair only once.
    pub fn contain(&mut self, container: ResourceIndex, contained: ResourceIndex) {
        if self.containers[contained.to_usize()].is_none() {
            self.containers[contained.to_usize()] = Some(container);
        }
        self.containment.push((container, contained));
    }

    /// Adds an alias, by which references can find a resource.
    ///
    /// # Errors
    /// Returns [`CatalogError::Duplicate`] if another resource has that title.
    pub fn alias(&mut self, alias: ResourceRef, target: ResourceIndex) -> Result<(), CatalogError> {
        match self.find(&alias) {
            Some(index) if index == target => Ok(()),
            Some(index) => Err(CatalogError::Duplicate { first: self.get(index).position.clone(), reference: alias }),
            None => {
                self.enter(alias, target);
                Ok(())
            }
        }
    }

    /// Finds a resource by type and title.
    #[must_use]
    pub fn find(&self, reference: &ResourceRef) -> Option<ResourceIndex> {
        self.lookup(&reference.type_name, &reference.title)
    }

    /// Finds a resource by its capitalised type and its title, both as written in references.
    #[must_use]
    pub fn lookup(&self, type_name: &str, title: &str) -> Option<ResourceIndex> {
        self.index.get(type_name)?.get(title).copied()
    }

    fn enter(&mut self, reference: ResourceRef, index: ResourceIndex) {
        self.index.entry(reference.type_name).or_default().insert(reference.title, index);
    }

    /// Returns a resource.
    #[must_use]
    pub fn get(&self, index: ResourceIndex) -> &Resource {
        &self.resources[index.to_usize()]
    }

    /// Returns a resource for modification. Its reference must not be changed.
    pub fn get_mut(&mut self, index: ResourceIndex) -> &mut Resource {
        &mut self.resources[index.to_usize()]
    }

    /// Returns the first container of a resource.
    #[must_use]
    pub fn container(&self, index: ResourceIndex) -> Option<ResourceIndex> {
        self.containers[index.to_usize()]
    }

    /// Returns all pairs of container and contained resource, in the order in which they were added.
    #[must_use]
    pub fn containment(&self) -> &[(ResourceIndex, ResourceIndex)] {
        &self.containment
    }

    /// Returns the resources with their indices, in declaration order.
    pub fn iter(&self) -> impl Iterator<Item = (ResourceIndex, &Resource)> {
        (0..).map(ResourceIndex).zip(&self.resources)
    }

    /// Returns the number of resources.
    #[must_use]
    pub fn len(&self) -> usize {
        self.resources.len()
    }

    /// Returns whether the catalog has no resources.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.resources.is_empty()
    }

    /// Returns the path of a resource as in log messages: `/Stage[main]/Main/File[/x]`. Classes in the path
    /// are represented by their title only; the path follows first containers.
    #[must_use]
    pub fn path(&self, index: ResourceIndex) -> String {
        self.containment_path(index).iter().fold(String::new(), |path, segment| path + "/" + segment)
    }

    /// Returns the segments of the path of a resource, outermost container first: `Stage[main]`, `Main`, `File[/x]`.
    #[must_use]
    pub fn containment_path(&self, index: ResourceIndex) -> Vec<Cow<'_, str>> {
        let mut segments = vec![self.segment(index)];
        let mut here = index;
        while let Some(container) = self.container(here) {
            segments.push(self.segment(container));
            here = container;
        }
        segments.reverse();
        segments
    }

    /// Returns the name of a resource in messages: its reference, but `Class[Main]` for the top scope.
    #[must_use]
    pub fn label(&self, index: ResourceIndex) -> String {
        let reference = &self.get(index).reference;
        match (&*reference.type_name, &*reference.title) {
            ("Class", "main") => "Class[Main]".to_owned(),
            _ => reference.text(),
        }
    }

    fn segment(&self, index: ResourceIndex) -> Cow<'_, str> {
        let reference = &self.get(index).reference;
        match (&*reference.type_name, &*reference.title) {
            ("Class", "main") => Cow::Borrowed("Main"),
            ("Class", title) => Cow::Borrowed(title),
            _ => Cow::Owned(reference.text()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> (Catalog, ResourceIndex) {
        let mut catalog = Catalog::default();
        let stage = catalog.add(Resource::new(ResourceRef::new("stage", "main"))).unwrap();
        let class = catalog.add(Resource::new(ResourceRef::new("class", "main"))).unwrap();
        let file = catalog.add(Resource::new(ResourceRef::new("file", "/x"))).unwrap();
        catalog.contain(stage, class);
        catalog.contain(class, file);
        (catalog, file)
    }

    #[test]
    fn path_contains_all_containers() {
        let (catalog, file) = sample();
        assert_eq!(catalog.path(file), "/Stage[main]/Main/File[/x]");
    }

    #[test]
    fn reserved_memory_suffices_for_the_default_resources() {
        let mut catalog = Catalog::default();
        catalog.reserve(1);
        let capacity = catalog.resources.capacity();
        catalog.add(Resource::new(ResourceRef::new("file", "/x"))).unwrap();
        crate::add_defaults(&mut catalog, true);
        assert_eq!((catalog.len(), catalog.resources.capacity()), (capacity, capacity));
    }

    #[test]
    fn duplicate_resource_is_rejected() {
        let (mut catalog, file) = sample();
        let again = Resource::new(ResourceRef::new("file", "/x"));
        assert!(matches!(catalog.add(again), Err(CatalogError::Duplicate { .. })));
        assert!(catalog.alias(ResourceRef::new("file", "y"), file).is_ok());
        assert_eq!(catalog.find(&ResourceRef::new("file", "y")), Some(file));
        assert!(catalog.alias(ResourceRef::new("class", "main"), file).is_err());
    }
}
