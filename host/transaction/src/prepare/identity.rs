//! Names of resources: titles, namevars and aliases, which must be unique. They are registered after the types' own
//! code has run, since it may normalise the namevar.

use std::borrow::Cow;

use catalog::schema::TypeTrait;
use catalog::{Metaparameter, ResourceIndex, ResourceRef, Value};
use rustc_hash::FxHashMap;

use super::Preparation;
use crate::display::inspect;
use crate::issue;
use crate::resource_table::{ManagedResource, ResourceView};
use crate::resource_type::ResourceType;

/// Resources of types with several namevars, by type and namevars.
type Composite = FxHashMap<(usize, Vec<Name>), ResourceIndex>;

/// The value of a namevar as a string, if it is set.
pub(super) type Name = Option<String>;

impl Preparation<'_, '_> {
    /// Registers all names.
    pub(super) fn register_names(&mut self) {
        let mut composite = Composite::default();
        for position in 0..self.indices.len() {
            self.add_aliases(self.indices[position]);
            self.add_namevars(self.indices[position], &mut composite);
        }
    }

    fn add_aliases(&mut self, index: ResourceIndex) {
        let resource = self.catalog.get(index);
        let Some(value) = resource.value(Metaparameter::Alias.name()) else { return };
        let type_name = resource.reference.type_name.clone();
        let aliases: Vec<String> = value.elements().iter().map(ToString::to_string).collect();
        for alias in aliases {
            let reference = ResourceRef::new(&type_name, &alias);
            if let Err(error) = self.catalog.alias(reference, index) {
                self.issues.push(issue::alias_taken(self.catalog.get(index), &alias, &error));
            }
        }
    }

    fn add_namevars(&mut self, index: ResourceIndex, composite: &mut Composite) {
        let Some(ResourceView { entry, group, kind }) = self.resources.get(index) else { return };
        if kind.schema.has(TypeTrait::Duplicates) {
            return;
        }
        let value = |namevar: &u16| entry.row.value(*namevar).and_then(name_text);
        match kind.namevars.as_slice() {
            [] => {}
            [namevar] => {
                let reference = &self.catalog.get(index).reference;
                let Some(name) = value(namevar) else { return };
                if *name == *reference.title {
                    return;
                }
                let alias = ResourceRef { type_name: reference.type_name.clone(), title: (&*name).into() };
                if let Err(error) = self.catalog.alias(alias, index) {
                    let resource = self.catalog.get(index);
                    let catalog::CatalogError::Duplicate { reference, first } = error;
                    let (type_name, name) = (quoted(&reference.type_name), quoted(&reference.title));
                    let (key, taken) = (format!("[{name}]"), format!("[{type_name}, {name}]"));
                    self.issues.push(issue::alias_clash(resource, &key, &taken, first.as_ref()));
                }
            }
            several => {
                let names: Vec<Name> = several.iter().map(|n| value(n).map(Cow::into_owned)).collect();
                let first = *composite.entry((group.kind, names.clone())).or_insert(index);
                if first != index {
                    let resource = self.catalog.get(index);
                    let names: Vec<String> =
                        names.iter().map(|name| name.as_deref().map_or("nil".to_owned(), quoted)).collect();
                    let names = names.join(", ");
                    let taken = format!("[{}, {names}]", quoted(&resource.reference.type_name));
                    let first = self.catalog.get(first).position.as_ref();
                    self.issues.push(issue::alias_clash(resource, &format!("[{names}]"), &taken, first));
                }
            }
        }
    }
}

/// Returns the namevars of a resource. Empty for a type whose resources may share them.
pub(super) fn names(kind: &ResourceType, entry: &ManagedResource) -> Vec<Name> {
    if kind.schema.has(TypeTrait::Duplicates) {
        return vec![];
    }
    kind.namevars.iter().map(|n| entry.row.value(*n).and_then(name_text).map(Cow::into_owned)).collect()
}

/// Returns the value of a namevar as a string.
fn name_text(value: &Value) -> Option<Cow<'_, str>> {
    match value {
        Value::String(text) => Some(Cow::Borrowed(text)),
        Value::Undef => None,
        Value::Sensitive(secret) => name_text(secret.reveal()),
        other => Some(Cow::Owned(other.to_string())),
    }
}

fn quoted(text: &str) -> String {
    inspect(&Value::from(text))
}
