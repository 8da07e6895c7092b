//! Serialization of a catalog without a copy of its resources in memory.

use std::io::{self, BufWriter, Write as _};

use serde::ser::{Serialize, SerializeMap as _, SerializeSeq as _, Serializer};

use super::value::WireValue;
use super::{CatalogFormatError, Compilation, FORMAT};
use crate::{Catalog, Parameter, Resource, ResourceIndex, ResourceRef, Value};

/// The size of the buffer for a document that is written, in bytes.
const BUFFER: usize = 64 << 10;

/// A catalog that is serialized, with the predicate for types with a schema.
pub struct CatalogDocument<'a> {
    pub(super) catalog: &'a Catalog,
    pub(super) is_native: &'a dyn Fn(&str) -> bool,
    pub(super) compilation: &'a Compilation,
}

impl CatalogDocument<'_> {
    /// Returns the document as one line of JSON.
    ///
    /// # Errors
    /// Returns an error if a value cannot be written; values are checked before.
    pub fn text(&self) -> Result<String, CatalogFormatError> {
        serde_json::to_string(self).map_err(|error| CatalogFormatError::Json(error.to_string()))
    }

    /// Writes the document as indented JSON with a line break at the end, in parts of 64 KiB.
    ///
    /// # Errors
    /// Returns an error if the document cannot be written.
    pub fn write_indented(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let mut out = BufWriter::with_capacity(BUFFER, out);
        serde_json::to_writer_pretty(&mut out, self)?;
        out.write_all(b"\n")?;
        out.flush()
    }
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
            list.serialize_element(&ResourceDocument { resource, is_native: *is_native })?;
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
        let reference = |index: ResourceIndex| &self.0.get(index).reference;
        let mut list = serializer.serialize_seq(Some(self.0.containment().len()))?;
        for (index, _) in self.0.iter() {
            for container in &containers[index.to_usize()] {
                list.serialize_element(&Edge { source: reference(*container), target: reference(index) })?;
            }
        }
        list.end()
    }
}

/// A containment edge, with references as text.
struct Edge<'a> {
    source: &'a ResourceRef,
    target: &'a ResourceRef,
}

impl Serialize for Edge<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([("source", self.source.text()), ("target", self.target.text())])
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

/// A resource, and the predicate for types with a schema.
struct ResourceDocument<'a> {
    resource: &'a Resource,
    is_native: &'a dyn Fn(&str) -> bool,
}

impl ResourceDocument<'_> {
    fn kind(&self) -> &'static str {
        match &*self.resource.reference.type_name {
            "Class" | "Node" => "unknown",
            "Stage" => "compilable_type",
            name if (self.is_native)(&name.to_lowercase()) => "compilable_type",
            _ => "defined_type",
        }
    }
}

impl Serialize for ResourceDocument<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let resource = self.resource;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("type", &resource.reference.type_name)?;
        map.serialize_entry("title", &resource.reference.title)?;
        map.serialize_entry("tags", &resource.tags)?;
        if let Some(position) = &resource.position {
            map.serialize_entry("file", &position.file)?;
            map.serialize_entry("line", &position.line)?;
        }
        map.serialize_entry("exported", &resource.is_exported)?;
        map.serialize_entry("kind", self.kind())?;
        let parameters = || resource.parameters.iter().filter(|parameter| parameter.value != Value::Undef);
        if parameters().next().is_some() {
            map.serialize_entry("parameters", &Parameters(&resource.parameters))?;
        }
        let is_secret = |parameter: &&Parameter| matches!(parameter.value, Value::Sensitive(_));
        let secrets: Vec<&str> = parameters().filter(is_secret).map(|parameter| &*parameter.name).collect();
        if !secrets.is_empty() {
            map.serialize_entry("sensitive_parameters", &secrets)?;
        }
        map.end()
    }
}

/// Parameters with their values, sensitive ones in clear text.
struct Parameters<'a>(&'a [Parameter]);

impl Serialize for Parameters<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let entries = self.0.iter().filter_map(|Parameter { name, value, .. }| match value {
            Value::Undef => None,
            Value::Sensitive(secret) => Some((name, WireValue(secret.reveal()))),
            value => Some((name, WireValue(value))),
        });
        serializer.collect_map(entries)
    }
}
