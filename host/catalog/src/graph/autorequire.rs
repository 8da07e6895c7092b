//! Automatic relationships, derived from the schema of a type. As in Puppet, an automatic relationship that
//! contradicts or repeats a declared one is dropped.

use rustc_hash::FxHashSet;

use super::Relationship;
use crate::schema::Edge;
use crate::{Catalog, ResourceIndex, ResourceRef};

/// Collects automatic relations beside the declared ones. A resource's require and subscribe relations are to be added before its
/// before and notify relations, resources in the order of the catalog.
#[derive(Debug)]
pub struct AutomaticRelations {
    relationships: Vec<Relationship>,
    pairs: FxHashSet<(ResourceIndex, ResourceIndex)>,
}

impl AutomaticRelations {
    /// Begins with the declared relations.
    #[must_use]
    pub fn new(declared: Vec<Relationship>) -> Self {
        let pairs = declared.iter().map(|r| (r.source, r.target)).collect();
        Self { relationships: declared, pairs }
    }

    /// Adds a relation from a resource to the one of this capitalised type and title, if there is one. It is dropped where the two
    /// are related already, in whichever direction. Returns the resource that was found and whether the relation was dropped as
    /// contradicting.
    pub fn add(
        &mut self,
        catalog: &Catalog,
        resource: ResourceIndex,
        edge: Edge,
        type_name: &str,
        title: &str,
    ) -> Option<AddedRelation> {
        let other = match type_name {
            // Titles of classes are the only ones whose form in references differs.
            "Class" => catalog.find(&ResourceRef::new(type_name, title)),
            _ => catalog.lookup(type_name, title),
        };
        self.relate(resource, edge, other?)
    }

    /// Adds a relation to the nearest managed ancestor of a path, the path itself excepted.
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

    /// Lets a resource come before one that it asked for, unless the two are related already, in whichever direction.
    pub fn add_asked(&mut self, parent: ResourceIndex, child: ResourceIndex) {
        self.relate(parent, Edge::Before, child);
    }

    /// Returns all relations, the declared ones first.
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

/// What became of an automatic relation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AddedRelation {
    /// The other resource.
    pub other: ResourceIndex,
    /// A declared relation says the opposite, so this one was dropped.
    pub is_skipped: bool,
}

/// Names the directories above a path, the nearest first.
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
