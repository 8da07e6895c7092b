//! Validation and sets of tags. Each tag name is stored once per compilation.

use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// Identifies a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Tag(u32);

/// All tag names of a compilation.
#[derive(Debug, Default)]
pub(crate) struct TagNames {
    names: IndexSet<Arc<str>, FxBuildHasher>,
}

impl TagNames {
    /// Returns the tag for a name in lower case, adding it if necessary.
    pub(crate) fn tag(&mut self, name: &str) -> Tag {
        let index = self.names.get_index_of(name).unwrap_or_else(|| self.names.insert_full(name.into()).0);
        Tag(u32::try_from(index).expect("fewer than 2^32 tags fit into memory"))
    }

    /// Returns the tag for a name in lower case, if it is used.
    pub(crate) fn known(&self, name: &str) -> Option<Tag> {
        self.names.get_index_of(name).and_then(|index| u32::try_from(index).ok()).map(Tag)
    }

    /// Returns the name of a tag.
    pub(crate) fn name(&self, tag: Tag) -> &Arc<str> {
        &self.names[tag.0 as usize]
    }
}

/// A set of tags in insertion order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tags(Vec<Tag>);

impl Tags {
    /// Adds a tag. Returns whether it is new.
    pub(crate) fn insert(&mut self, tag: Tag) -> bool {
        let is_new = !self.contains(tag);
        if is_new {
            self.0.push(tag);
        }
        is_new
    }

    /// Adds a name in lower case, and the segments of a qualified name.
    pub(crate) fn add(&mut self, name: &str, names: &mut TagNames) {
        if self.insert(names.tag(name)) && name.as_bytes().contains(&b':') && name.contains("::") {
            for segment in name.split("::") {
                self.insert(names.tag(segment));
            }
        }
    }

    /// Adds all tags of another set.
    pub(crate) fn merge(&mut self, others: &Self) {
        if self.0.is_empty() {
            self.0.clone_from(&others.0);
            return;
        }
        for tag in &others.0 {
            self.insert(*tag);
        }
    }

    /// Returns whether a tag is in the set.
    pub(crate) fn contains(&self, tag: Tag) -> bool {
        self.0.contains(&tag)
    }

    /// Iterates over the tags.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Tag> {
        self.0.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn qualified_name_adds_its_segments() {
        let mut names = TagNames::default();
        let mut tags = Tags::default();
        tags.add("a::b", &mut names);
        let shown: Vec<&str> = tags.iter().map(|tag| &**names.name(tag)).collect();
        assert_eq!(shown, ["a::b", "a", "b"]);
    }
}
