//! Declared relationships: the metaparameters before, require, notify and subscribe. References are resolved
//! by title and alias; all dangling references are reported.

use std::borrow::Cow;

use super::Relationship;
use crate::{Catalog, Metaparameter, Parameter, Position, Resource, ResourceIndex, ResourceRef, Value};

/// A reference in a metaparameter to a resource that is not in the catalog.
#[derive(Debug, Clone, PartialEq)]
pub struct DanglingReference {
    /// The resource with the metaparameter.
    pub resource: ResourceIndex,
    /// The metaparameter.
    pub parameter: Metaparameter,
    /// The reference as text, or a value that is not a reference.
    pub reference: String,
    /// The position of the declaration.
    pub position: Option<Position>,
}

/// The order in which Puppet adds the edges of a resource.
const ORDER: [Metaparameter; 4] =
    [Metaparameter::Require, Metaparameter::Subscribe, Metaparameter::Before, Metaparameter::Notify];

/// Returns the declared relationships of a catalog.
///
/// # Errors
/// Returns all references to resources that are not in the catalog.
pub fn explicit_relationships(catalog: &Catalog) -> Result<Vec<Relationship>, Vec<DanglingReference>> {
    let mut found = vec![];
    let mut dangling = vec![];
    for (index, resource) in catalog.iter() {
        for metaparameter in ORDER {
            let Some(parameter) = declared(resource, metaparameter) else { continue };
            targets(&parameter.value, &mut |target| match resolve(catalog, target) {
                Some(other) => found.push(relationship(index, metaparameter, other)),
                None => dangling.push(DanglingReference {
                    resource: index,
                    parameter: metaparameter,
                    reference: target.to_string(),
                    position: parameter.position.clone().or_else(|| resource.position.clone()),
                }),
            });
        }
    }
    if dangling.is_empty() { Ok(found) } else { Err(dangling) }
}

/// Returns the first dangling reference of a resource as text, with its metaparameter. `is_known` decides
/// whether a resource exists.
pub fn unresolved(resource: &Resource, is_known: impl Fn(&ResourceRef) -> bool) -> Option<(Metaparameter, String)> {
    ORDER.into_iter().find_map(|metaparameter| {
        let mut missing = None;
        targets(&declared(resource, metaparameter)?.value, &mut |target| {
            if !reference(target).is_some_and(|reference| is_known(&reference)) {
                missing.get_or_insert_with(|| target.to_string());
            }
        });
        missing.map(|reference| (metaparameter, reference))
    })
}

/// Most resources have few attributes and no relationships, so this cheap check comes first.
fn declared(resource: &Resource, metaparameter: Metaparameter) -> Option<&Parameter> {
    resource.parameter(metaparameter.name())
}

/// Calls `found` with each reference in a value. Arrays may be nested; undef is not a reference.
fn targets<'a>(value: &'a Value, found: &mut impl FnMut(&'a Value)) {
    let mut pending = vec![value];
    while let Some(value) = pending.pop() {
        match value {
            Value::Array(elements) => pending.extend(elements.iter().rev()),
            Value::Sensitive(secret) => pending.push(secret.reveal()),
            Value::Undef => {}
            other => found(other),
        }
    }
}

fn resolve(catalog: &Catalog, value: &Value) -> Option<ResourceIndex> {
    reference(value).and_then(|reference| catalog.find(&reference))
}

fn reference(value: &Value) -> Option<Cow<'_, ResourceRef>> {
    match value {
        Value::Reference(reference) => Some(Cow::Borrowed(reference)),
        Value::String(text) => ResourceRef::parse(text).map(Cow::Owned),
        _ => None,
    }
}

fn relationship(index: ResourceIndex, metaparameter: Metaparameter, other: ResourceIndex) -> Relationship {
    let (source, target) = match metaparameter {
        Metaparameter::Require | Metaparameter::Subscribe => (other, index),
        _ => (index, other),
    };
    let notifies = matches!(metaparameter, Metaparameter::Notify | Metaparameter::Subscribe);
    Relationship { source, target, notifies, is_automatic: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_found_in_nested_lists_and_by_alias() {
        let mut catalog = Catalog::default();
        let mut first = Resource::new(ResourceRef::new("file", "/a"));
        let nested = Value::Array(vec![
            "File[b]".into(),
            Value::Array(vec![ResourceRef::new("file", "c").into(), Value::Undef]),
        ]);
        first.set("require", nested, None);
        catalog.add(first).unwrap();
        let b = catalog.add(Resource::new(ResourceRef::new("file", "/b"))).unwrap();
        let c = catalog.add(Resource::new(ResourceRef::new("file", "/c"))).unwrap();
        catalog.alias(ResourceRef::new("file", "b"), b).unwrap();
        let missing = explicit_relationships(&catalog).unwrap_err();
        assert_eq!(missing[0].reference, "File[c]");
        catalog.alias(ResourceRef::new("file", "c"), c).unwrap();
        let found = explicit_relationships(&catalog).unwrap();
        assert_eq!(found.iter().map(|r| r.source).collect::<Vec<_>>(), [b, c]);
    }
}
