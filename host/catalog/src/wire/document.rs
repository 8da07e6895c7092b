//! Incremental serialization of a catalog: only one resource at a time is converted in memory.

use serde::ser::{Error as _, Serialize, SerializeMap as _, SerializeSeq as _, Serializer};
use serde_json::{Map, Value as Json, json};

use super::value::to_json;
use super::{CatalogFormatError, Compilation, FORMAT};
use crate::{Catalog, Parameter, Resource, ResourceIndex, Value};

/// A catalog, and the predicate for types with a schema.
pub(super) struct CatalogDocument<'a> {
    pub(super) catalog: &'a Catalog,
    pub(super) is_native: &'a dyn Fn(&str) -> bool,
    pub(super) compilation: &'a Compilation,
}

impl Serialize for CatalogDocument<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (catalog, compilation) = (self.catalog, self.compilation);
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("tags", &tags(catalog))?;
        map.serialize_entry("name", &catalog.node)?;
        match catalog.version.parse::<i64>() {
            Ok(number) => map.serialize_entry("version", &number)?,
            Err(_) => map.serialize_entry("version", &catalog.version)?,
        }
        map.serialize_entry("code_id", &compilation.code_id)?;
        if let Some(uuid) = &compilation.uuid {
            map.serialize_entry("catalog_uuid", uuid)?;
        }
        map.serialize_entry("catalog_format", &FORMAT)?;
        map.serialize_entry("environment", &catalog.environment)?;
        map.serialize_entry("resources", &Resources(self))?;
        map.serialize_entry("edges", &Edges(catalog))?;
        map.serialize_entry("classes", &catalog.classes)?;
        // Absent in catalogs that are not static.
        for (name, metadata) in
            [("metadata", &compilation.metadata), ("recursive_metadata", &compilation.recursive_metadata)]
        {
            if !metadata.is_empty() {
                map.serialize_entry(name, metadata)?;
            }
        }
        map.end()
    }
}

struct Resources<'a>(&'a CatalogDocument<'a>);

impl Serialize for Resources<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let CatalogDocument { catalog, is_native, .. } = self.0;
        let mut list = serializer.serialize_seq(Some(catalog.len()))?;
        for (_, resource) in catalog.iter() {
            list.serialize_element(&form(resource, is_native).map_err(S::Error::custom)?)?;
        }
        list.end()
    }
}

struct Edges<'a>(&'a Catalog);

impl Serialize for Edges<'_> {
    /// Writes the containment edges in the order of the contained resources; the first container of a
    /// resource comes first.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut containers: Vec<Vec<ResourceIndex>> = vec![vec![]; self.0.len()];
        for (container, contained) in self.0.containment() {
            containers[contained.to_usize()].push(*container);
        }
        let name = |index: ResourceIndex| self.0.get(index).reference.to_string();
        let mut list = serializer.serialize_seq(Some(self.0.containment().len()))?;
        for (index, _) in self.0.iter() {
            for container in &containers[index.to_usize()] {
                list.serialize_element(&json!({ "source": name(*container), "target": name(index) }))?;
            }
        }
        list.end()
    }
}

/// Returns the names of the classes and of their namespaces, the tags in the parameters of classes, and the kinds of classes and nodes,
/// in Puppet's order.
fn tags(catalog: &Catalog) -> Vec<&str> {
    let mut tags: Vec<&str> = vec![];
    for class in &catalog.classes {
        for tag in std::iter::once(&**class).chain(class.split("::")) {
            if !tags.contains(&tag) {
                tags.push(tag);
            }
        }
    }
    // Classes of the engine have no tags of their own.
    let is_own = |title: &str| !matches!(title, "main" | "Settings");
    let (mut has_node, mut has_class) = (false, false);
    for (_, resource) in catalog.iter() {
        match &*resource.reference.type_name {
            "Node" => has_node = true,
            "Class" if is_own(&resource.reference.title) => has_class = true,
            _ => continue,
        }
        // Puppet adds the tags that a class has when it is declared, without those of its container.
        let mut named = Vec::new();
        if let Some(value) = resource.value("tag") {
            add_names(value, &mut named);
        }
        for tag in resource.tags.iter().map(|tag| &**tag).filter(|tag| named.iter().any(|name| name == tag)) {
            if !tags.contains(&tag) {
                tags.push(tag);
            }
        }
    }
    tags.extend(has_node.then_some("node"));
    tags.extend(has_class.then_some("class"));
    tags
}

/// Adds the tags in the value of a parameter `tag`, and the segments of qualified ones.
fn add_names(value: &Value, names: &mut Vec<String>) {
    match value {
        Value::Array(values) => values.iter().for_each(|value| add_names(value, names)),
        Value::String(text) => {
            let text = text.to_lowercase();
            names.extend(text.split("::").map(str::to_owned));
            names.push(text);
        }
        _ => {}
    }
}

fn form(resource: &Resource, is_native: &dyn Fn(&str) -> bool) -> Result<Json, CatalogFormatError> {
    let mut object = Map::new();
    let type_name = &*resource.reference.type_name;
    object.insert("type".into(), json!(type_name));
    object.insert("title".into(), json!(resource.reference.title));
    object.insert("tags".into(), json!(resource.tags));
    if let Some(position) = &resource.position {
        object.insert("file".into(), json!(position.file));
        object.insert("line".into(), json!(position.line));
    }
    object.insert("exported".into(), json!(resource.is_exported));
    let kind = match type_name {
        "Class" | "Node" => "unknown",
        "Stage" => "compilable_type",
        name if is_native(&name.to_lowercase()) => "compilable_type",
        _ => "defined_type",
    };
    object.insert("kind".into(), json!(kind));
    let mut parameters = Map::new();
    let mut secrets = vec![];
    for Parameter { name, value, .. } in &resource.parameters {
        let value = match value {
            Value::Undef => continue,
            Value::Sensitive(secret) => {
                secrets.push(json!(name));
                secret.reveal()
            }
            value => value,
        };
        parameters.insert(name.to_string(), to_json(value)?);
    }
    if !parameters.is_empty() {
        object.insert("parameters".into(), Json::Object(parameters));
    }
    if !secrets.is_empty() {
        object.insert("sensitive_parameters".into(), Json::Array(secrets));
    }
    Ok(Json::Object(object))
}
