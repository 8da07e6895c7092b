//! Comparison of two catalogs: added, removed and changed resources and their differences. Data only, without
//! presentation.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::{Catalog, Resource, ResourceIndex, ResourceRef, Value};

/// The difference between two catalogs.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Diff {
    /// The differing resources: first the resources of the old catalog, in its order, then the new ones.
    pub resources: Vec<ResourceDiff>,
    /// Whether the resources common to both are in a different order, which may change the order of the run.
    pub is_reordered: bool,
}

impl Diff {
    /// Returns whether there are no differences.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.resources.is_empty() && !self.is_reordered
    }
}

/// A resource that is not in both catalogs, or differs.
#[derive(Debug, Clone, PartialEq)]
pub struct ResourceDiff {
    /// The reference of the resource.
    pub reference: ResourceRef,
    /// The kind of change.
    pub change: ResourceChange,
    /// The differing parts; all parts of an added or removed resource.
    pub parts: Vec<PartDiff>,
}

/// The kind of change of a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResourceChange {
    /// The resource is only in the new catalog.
    Added,
    /// The resource is only in the old catalog.
    Removed,
    /// The resource is in both catalogs.
    Changed,
}

/// A parameter that differs, or one of `tags`, `exported` and `container`, which exist for every resource.
#[derive(Debug, Clone, PartialEq)]
pub struct PartDiff {
    /// The name of the parameter.
    pub name: Arc<str>,
    /// The value in the old catalog.
    pub old: Option<Value>,
    /// The value in the new catalog.
    pub new: Option<Value>,
}

/// Compares two catalogs. Names, versions and positions are ignored.
#[must_use]
pub fn diff(old: &Catalog, new: &Catalog) -> Diff {
    let mut resources = Vec::new();
    for (index, before) in old.iter() {
        let reference = before.reference.clone();
        let found = match new.find(&reference) {
            None => (ResourceChange::Removed, parts(Some(before), None)),
            Some(other) => (ResourceChange::Changed, changed((old, index), (new, other))),
        };
        if !found.1.is_empty() || found.0 == ResourceChange::Removed {
            resources.push(ResourceDiff { reference, change: found.0, parts: found.1 });
        }
    }
    for (_, after) in new.iter().filter(|(_, after)| old.find(&after.reference).is_none()) {
        let parts = parts(None, Some(after));
        resources.push(ResourceDiff { reference: after.reference.clone(), change: ResourceChange::Added, parts });
    }
    Diff { resources, is_reordered: common(old, new) != common(new, old) }
}

/// Returns the resources of a catalog that another also contains, in catalog order.
fn common<'a>(catalog: &'a Catalog, other: &Catalog) -> Vec<&'a ResourceRef> {
    let references = catalog.iter().map(|(_, resource)| &resource.reference);
    references.filter(|reference| other.find(reference).is_some()).collect()
}

fn changed(old: (&Catalog, ResourceIndex), new: (&Catalog, ResourceIndex)) -> Vec<PartDiff> {
    let (before, after) = (old.0.get(old.1), new.0.get(new.1));
    let mut found = parts(Some(before), Some(after));
    let facets = [
        ("exported", Value::Boolean(before.is_exported), Value::Boolean(after.is_exported)),
        ("tags", tags(before), tags(after)),
        ("container", container(old.0, old.1), container(new.0, new.1)),
    ];
    for (name, before, after) in facets {
        if before != after {
            found.push(PartDiff { name: name.into(), old: Some(before), new: Some(after) });
        }
    }
    found
}

/// Returns the differing parameters: first the parameters of the old resource, in its order, then the new ones.
fn parts(old: Option<&Resource>, new: Option<&Resource>) -> Vec<PartDiff> {
    let names = |resource: Option<&Resource>| {
        let parameters = resource.map_or(&[] as &[crate::Parameter], |resource| &resource.parameters);
        parameters.iter().map(|parameter| parameter.name.clone()).collect::<Vec<_>>()
    };
    let value = |resource: Option<&Resource>, name: &str| resource.and_then(|resource| resource.value(name)).cloned();
    let before = names(old);
    let after = names(new).into_iter().filter(|name| !before.contains(name));
    let all: Vec<Arc<str>> = before.iter().cloned().chain(after).collect();
    let parts = all.into_iter().map(|name| PartDiff { old: value(old, &name), new: value(new, &name), name });
    parts.filter(|part| part.old != part.new).collect()
}

fn tags(resource: &Resource) -> Value {
    let tags: BTreeSet<&str> = resource.tags.iter().map(|tag| &**tag).collect();
    Value::Array(tags.into_iter().map(Value::from).collect())
}

fn container(catalog: &Catalog, index: ResourceIndex) -> Value {
    catalog.container(index).map_or(Value::Undef, |index| catalog.get(index).reference.clone().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn catalog(resources: &[(&str, &[(&str, &str)])]) -> Catalog {
        let mut catalog = Catalog::default();
        for (title, parameters) in resources {
            let mut resource = Resource::new(ResourceRef::new("file", title));
            for (name, value) in *parameters {
                resource.set(name, Value::from(*value), None);
            }
            catalog.add(resource).unwrap();
        }
        catalog
    }

    #[test]
    fn equal_catalogs_do_not_differ() {
        let one = catalog(&[("/a", &[("mode", "0644")]), ("/b", &[])]);
        assert!(diff(&one, &one.clone()).is_empty());
    }

    #[test]
    fn diff_lists_added_removed_and_changed_resources() {
        let old = catalog(&[("/a", &[("mode", "0644"), ("owner", "x")]), ("/b", &[("mode", "1")])]);
        let new = catalog(&[("/c", &[("mode", "2")]), ("/a", &[("mode", "0600"), ("group", "y")])]);
        let found = diff(&old, &new);
        let changes: Vec<_> = found.resources.iter().map(|r| (r.reference.title.to_string(), r.change)).collect();
        let expected =
            [("/a", ResourceChange::Changed), ("/b", ResourceChange::Removed), ("/c", ResourceChange::Added)];
        assert_eq!(changes, expected.map(|(title, change)| (title.to_owned(), change)));
        let parts: Vec<_> =
            found.resources[0].parts.iter().map(|p| (&*p.name, p.old.is_some(), p.new.is_some())).collect();
        assert_eq!(parts, [("mode", true, true), ("owner", true, false), ("group", false, true)]);
        assert!(!found.is_reordered);
    }

    #[test]
    fn diff_includes_tags_containers_and_order() {
        let old = catalog(&[("/a", &[]), ("/b", &[])]);
        let mut new = catalog(&[("/b", &[]), ("/a", &[])]);
        assert!(diff(&old, &new).is_reordered && diff(&old, &new).resources.is_empty());
        let (a, b) = (new.lookup("File", "/a").unwrap(), new.lookup("File", "/b").unwrap());
        new.get_mut(a).tag(&"web".into());
        new.contain(b, a);
        let found = diff(&old, &new);
        let names: Vec<_> = found.resources[0].parts.iter().map(|part| part.name.to_string()).collect();
        assert_eq!(names, ["tags", "container"]);
    }
}
