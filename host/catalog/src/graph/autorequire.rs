//! Automatic relationships, derived from the schema of a type. As in Puppet, an automatic relationship that
//! contradicts or repeats a declared one is dropped.

use rustc_hash::FxHashSet;

use super::Relationship;
use crate::schema::Edge;
use crate::{Catalog, ResourceIndex, ResourceRef};

/// Collects automatic relationships in addition to the declared ones. Add the require and subscribe
/// relationships of a resource before its before and notify relationships, and resources in catalog order.
#[derive(Debug)]
pub struct AutomaticRelations {
    relationships: Vec<Relationship>,
    pairs: FxHashSet<(ResourceIndex, ResourceIndex)>,
}

impl AutomaticRelations {
    /// Returns a collection that starts with the declared relationships.
    #[must_use]
    pub fn new(declared: Vec<Relationship>) -> Self {
        let pairs = declared.iter().map(|r| (r.source, r.target)).collect();
        Self { relationships: declared, pairs }
    }

    /// Adds a relationship from a resource to the resource with a capitalised type and a title, if it exists.
    /// The relationship is dropped if the two are already related in either direction. Returns the other
    /// resource and whether the relationship was skipped because it contradicts an existing one; `None` if
    /// there is no such resource or it is related in the same direction.
    pub fn add(
        &mut self,
        catalog: &Catalog,
        resource: ResourceIndex,
        edge: Edge,
        type_name: &str,
        title: &str,
    ) -> Option<AddedRelation> {
        let other = match type_name {
            // Only titles of classes are written differently in references.
            "Class" => catalog.find(&ResourceRef::new(type_name, title)),
            _ => catalog.lookup(type_name, title),
        };
        self.relate(resource, edge, other?)
    }

    /// Adds a relationship to the nearest managed ancestor of a path, excluding the path itself.
    pub fn add_ancestor(
        &mut self,
        catalog: &Catalog,
        resource: ResourceIndex,
        edge: Edge,
        type_name: &str,
        path: &str,
    ) -> Option<AddedRelation> {
        let other = ancestors(path)
            .filter_map(|ancestor| catalog.lookup(type_name, ancestor))
            .find(|other| *other != resource)?;
        self.relate(resource, edge, other)
    }

    /// Orders a resource before a resource that it generated, unless the two are already related in either direction.
    pub fn add_generated(&mut self, parent: ResourceIndex, child: ResourceIndex) {
        self.relate(parent, Edge::Before, child);
    }

    /// Returns all relationships, the declared ones first.
    #[must_use]
    pub fn into_relationships(self) -> Vec<Relationship> {
        self.relationships
    }

    fn relate(&mut self, resource: ResourceIndex, edge: Edge, other: ResourceIndex) -> Option<AddedRelation> {
        if other == resource {
            return None;
        }
        let (source, target) = match edge {
            Edge::Require | Edge::Subscribe => (other, resource),
            Edge::Before | Edge::Notify => (resource, other),
        };
        if self.pairs.contains(&(target, source)) {
            return Some(AddedRelation { other, is_skipped: true });
        }
        if !self.pairs.insert((source, target)) {
            return None;
        }
        let notifies = matches!(edge, Edge::Notify | Edge::Subscribe);
        self.relationships.push(Relationship { source, target, notifies, is_automatic: true });
        Some(AddedRelation { other, is_skipped: false })
    }
}

/// The result of adding an automatic relationship.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AddedRelation {
    /// The other resource.
    pub other: ResourceIndex,
    /// Whether the relationship was dropped because it contradicts an existing one.
    pub is_skipped: bool,
}

/// Returns the directories above a path, nearest first.
pub fn ancestors(path: &str) -> impl Iterator<Item = &str> {
    let above = |path: &'_ str| -> Option<usize> { path.trim_end_matches('/').rfind('/') };
    std::iter::successors(Some(path), move |path| match above(path)? {
        0 if path.len() > 1 => Some("/"),
        0 => None,
        end => Some(path[..end].trim_end_matches('/')),
    })
    .skip(1)
    .filter(|path| !path.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ancestors_go_up_to_the_root() {
        let all = |path| ancestors(path).collect::<Vec<_>>();
        assert_eq!(all("/a/b/c"), ["/a/b", "/a", "/"]);
        assert_eq!(all("/a//b/"), ["/a", "/"]);
        assert_eq!(all("/"), [""; 0]);
        assert_eq!(all(""), [""; 0]);
        assert_eq!(all("relative/x"), ["relative"]);
    }
}
