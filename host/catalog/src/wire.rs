//! The wire format of a catalog: Puppet's JSON, catalog format 2, with rich data. As in Puppet, sensitive
//! values are in clear text and listed in `sensitive_parameters`, so the caller must protect the file.
//! Columns of positions are not included.

mod document;
mod value;

use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde_json::{Map, Value as Json};
use thiserror::Error;

use crate::{Catalog, Parameter, Position, Resource, ResourceRef, Sensitive, Value};

pub use document::CatalogDocument;
pub use value::{from_json, to_json};

/// The supported catalog format.
const FORMAT: i64 = 2;

/// An error in reading or writing a catalog.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum CatalogFormatError {
    /// The text is not JSON.
    #[error("The catalog is not JSON: {0}")]
    Json(String),
    /// A field is missing or invalid.
    #[error("The catalog has no valid {0}")]
    Field(&'static str),
    /// The format is not supported.
    #[error("The catalog has format {0}, but this program reads format 2")]
    Format(i64),
    /// Two resources have the same type and title.
    #[error("Duplicate declaration: {0} is already declared")]
    Duplicate(ResourceRef),
    /// An edge refers to a resource that is not in the catalog.
    #[error("Could not find relationship {end} {reference} in the catalog")]
    Edge {
        /// The end of the edge: `source` or `target`.
        end: &'static str,
        /// The reference.
        reference: String,
    },
    /// An edge is not a containment edge; format 2 has no others.
    #[error("The catalog has an edge from {0} that is not a containment")]
    Relationship(String),
    /// A resource contains itself.
    #[error("{0} contains itself")]
    Containment(ResourceRef),
    /// A resource type is not available.
    #[error("Unknown resource type: '{0}'")]
    UnknownType(String),
    /// A value has a type that is not supported.
    #[error("A value of type '{0}' cannot be read")]
    UnknownValue(String),
    /// A value is nested too deeply.
    #[error("A value is nested too deeply")]
    Depth,
    /// JSON cannot represent the number.
    #[error("The number {0} cannot be written")]
    Number(f64),
}

/// Writes a catalog. `is_native` returns whether a type, given in lower case, has a schema; all others are
/// defined types.
///
/// # Errors
/// Returns an error if a value cannot be written.
pub fn write(catalog: &Catalog, is_native: &dyn Fn(&str) -> bool) -> Result<String, CatalogFormatError> {
    document(catalog, is_native, &Compilation::default())?.text()
}

/// Parts of a document that come from the compilation and not from the catalog. Without any, equal catalogs result in equal
/// bytes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Compilation {
    /// The identifier of the compilation.
    pub uuid: Option<String>,
    /// The version of the code with which a static catalog was compiled.
    pub code_id: Option<String>,
    /// Descriptions of sources of a static catalog by the title of the file.
    pub metadata: Map<String, Json>,
    /// Descriptions of source directories of a static catalog by the title of the file and the source.
    pub recursive_metadata: Map<String, Json>,
}

/// Returns the catalog as a document for incremental serialization, which needs little memory regardless of
/// the number of resources. `is_native` is as for [`write()`].
///
/// # Errors
/// Returns an error if a value cannot be written. All values are checked before anything is written.
pub fn document<'a>(
    catalog: &'a Catalog,
    is_native: &'a dyn Fn(&str) -> bool,
    compilation: &'a Compilation,
) -> Result<CatalogDocument<'a>, CatalogFormatError> {
    catalog
        .iter()
        .flat_map(|(_, resource)| &resource.parameters)
        .try_for_each(|parameter| value::check(&parameter.value))?;
    Ok(CatalogDocument { catalog, is_native, compilation })
}

/// Reads a catalog. `is_native` returns whether a type, given in lower case, has a schema.
///
/// # Errors
/// Returns an error if the text is not a valid catalog; unknown fields are errors.
pub fn read(text: &str, is_native: &dyn Fn(&str) -> bool) -> Result<Catalog, CatalogFormatError> {
    let document: Map<String, Json> =
        serde_json::from_str(text).map_err(|e| CatalogFormatError::Json(crate::json_fault(&e)))?;
    let format = document.get("catalog_format").and_then(Json::as_i64).unwrap_or(0);
    if format != FORMAT {
        return Err(CatalogFormatError::Format(format));
    }
    let mut catalog = Catalog::default();
    catalog.node = text_of(&document, "name").ok_or(CatalogFormatError::Field("name"))?.to_owned();
    catalog.environment = text_of(&document, "environment").unwrap_or_default().to_owned();
    catalog.version = match document.get("version") {
        Some(Json::String(version)) => version.clone(),
        Some(Json::Number(version)) => version.to_string(),
        _ => String::new(),
    };
    catalog.classes = texts_of(&document, "classes")?;
    let mut interner = Interner::default();
    for resource in list_of(&document, "resources")? {
        let resource = read_resource(resource, is_native, &mut interner)?;
        catalog
            .add(resource)
            .map_err(|crate::CatalogError::Duplicate { reference, .. }| CatalogFormatError::Duplicate(reference))?;
    }
    for edge in list_of(&document, "edges")? {
        read_edge(edge, &mut catalog)?;
    }
    check_containment(&catalog)?;
    Ok(catalog)
}

/// Interns strings that many resources share.
#[derive(Default)]
struct Interner(FxHashMap<String, Arc<str>>);

impl Interner {
    fn intern(&mut self, text: &str) -> Arc<str> {
        if let Some(known) = self.0.get(text) {
            return known.clone();
        }
        let shared: Arc<str> = text.into();
        self.0.insert(text.to_owned(), shared.clone());
        shared
    }
}

fn read_resource(
    resource: &Json,
    is_native: &dyn Fn(&str) -> bool,
    interner: &mut Interner,
) -> Result<Resource, CatalogFormatError> {
    let object = resource.as_object().ok_or(CatalogFormatError::Field("resource"))?;
    let type_name = text_of(object, "type").ok_or(CatalogFormatError::Field("resource type"))?;
    let title = text_of(object, "title").ok_or(CatalogFormatError::Field("resource title"))?;
    if text_of(object, "kind") == Some("compilable_type")
        && type_name != "Stage"
        && !is_native(&type_name.to_lowercase())
    {
        return Err(CatalogFormatError::UnknownType(type_name.to_lowercase()));
    }
    let reference = ResourceRef::new(type_name, title);
    let mut resource = Resource::new(ResourceRef { type_name: interner.intern(&reference.type_name), ..reference });
    resource.tags = texts_of(object, "tags")?.iter().map(|tag| interner.intern(tag)).collect();
    resource.is_exported = object.get("exported") == Some(&Json::Bool(true));
    if let (Some(file), Some(line)) = (text_of(object, "file"), object.get("line").and_then(Json::as_u64)) {
        let line = u32::try_from(line).map_err(|_| CatalogFormatError::Field("line"))?;
        resource.position = Some(Position { file: interner.intern(file), line, column: 1 });
    }
    let secrets = texts_of(object, "sensitive_parameters")?;
    let parameters = match object.get("parameters") {
        Some(Json::Object(parameters)) => parameters,
        None | Some(Json::Null) => return Ok(resource),
        Some(_) => return Err(CatalogFormatError::Field("parameters")),
    };
    for (name, value) in parameters.iter().filter(|(_, value)| !value.is_null()) {
        let value = from_json(value)?;
        let name = interner.intern(name);
        let is_secret = secrets.contains(&name) && !matches!(value, Value::Sensitive(_));
        let value = if is_secret { Value::Sensitive(Sensitive::new(value)) } else { value };
        resource.parameters.push(Parameter { name, value, position: None });
    }
    Ok(resource)
}

fn read_edge(edge: &Json, catalog: &mut Catalog) -> Result<(), CatalogFormatError> {
    let object = edge.as_object().ok_or(CatalogFormatError::Field("edge"))?;
    let end = |end: &'static str| {
        let reference = text_of(object, end).ok_or(CatalogFormatError::Field("edge"))?;
        let found = ResourceRef::parse(reference).and_then(|reference| catalog.find(&reference));
        found.ok_or_else(|| CatalogFormatError::Edge { end, reference: reference.to_owned() })
    };
    let (source, target) = (end("source")?, end("target")?);
    if object.contains_key("callback") {
        return Err(CatalogFormatError::Relationship(catalog.get(source).reference.to_string()));
    }
    catalog.contain(source, target);
    Ok(())
}

/// Checks that no resource contains itself, directly or indirectly.
fn check_containment(catalog: &Catalog) -> Result<(), CatalogFormatError> {
    let mut is_acyclic = vec![false; catalog.len()];
    for (index, _) in catalog.iter() {
        let mut here = Some(index);
        let mut path = vec![];
        while let Some(index) = here.filter(|index| !is_acyclic[index.to_usize()]) {
            if path.len() > catalog.len() {
                return Err(CatalogFormatError::Containment(catalog.get(index).reference.clone()));
            }
            path.push(index);
            here = catalog.container(index);
        }
        for index in path {
            is_acyclic[index.to_usize()] = true;
        }
    }
    Ok(())
}

fn text_of<'a>(object: &'a Map<String, Json>, key: &str) -> Option<&'a str> {
    object.get(key).and_then(Json::as_str)
}

fn list_of<'a>(object: &'a Map<String, Json>, key: &'static str) -> Result<&'a [Json], CatalogFormatError> {
    match object.get(key) {
        Some(Json::Array(elements)) => Ok(elements),
        None | Some(Json::Null) => Ok(&[]),
        Some(_) => Err(CatalogFormatError::Field(key)),
    }
}

fn texts_of(object: &Map<String, Json>, key: &'static str) -> Result<Vec<Arc<str>>, CatalogFormatError> {
    let text = |element: &Json| element.as_str().map(Arc::from).ok_or(CatalogFormatError::Field(key));
    list_of(object, key)?.iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::Deferred;

    fn is_native(type_name: &str) -> bool {
        matches!(type_name, "file" | "notify")
    }

    fn sample() -> Catalog {
        let mut catalog = Catalog::default();
        catalog.node = "node1".into();
        catalog.environment = "production".into();
        catalog.version = "17".into();
        catalog.classes = vec!["settings".into(), "a::b".into()];
        let stage = catalog.add(Resource::new(ResourceRef::new("stage", "main"))).unwrap();
        let class = catalog.add(Resource::new(ResourceRef::new("class", "a::b"))).unwrap();
        let mut file = Resource::new(ResourceRef::new("file", "/x"));
        file.position = Some(Position { file: "site.pp".into(), line: 3, column: 1 });
        file.tags = vec!["file".into(), "class".into()];
        file.set("content", Value::Sensitive(Sensitive::new("s".into())), None);
        file.set("before", Value::Array(vec!["Notify[n]".into()]), None);
        let file = catalog.add(file).unwrap();
        let mut instance = Resource::new(ResourceRef::new("a::d", "one"));
        let call = Deferred { name: "f".into(), arguments: Some(vec![1.into()]) };
        let entries = vec![
            (Value::Integer(1), Value::Array(vec![Value::Undef, Value::Default, Value::Float(1.0)])),
            (Value::Regexp("x".into()), Value::Binary(b"ab".to_vec())),
            ("when".into(), Value::other("Timestamp", "2026-11-20T10:00:00 UTC")),
            ("call".into(), Value::Deferred(Box::new(call))),
            ("type".into(), data_type("IntegerType", &[("from", 1.into()), ("to", 2.into())])),
            ("bare".into(), data_type("StringType", &[])),
            ("secret".into(), Value::Sensitive(Sensitive::new("t".into()))),
            ("plain".into(), Value::Hash(vec![("k".into(), true.into())])),
            ("odd".into(), Value::Hash(vec![("__ptype".into(), "k".into())])),
        ];
        instance.set("h", Value::Hash(entries), None);
        let instance = catalog.add(instance).unwrap();
        catalog.contain(stage, class);
        catalog.contain(class, file);
        catalog.contain(class, instance);
        catalog.contain(stage, instance);
        catalog
    }

    fn data_type(name: &str, fields: &[(&str, Value)]) -> Value {
        let fields = fields.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
        Value::Object(Box::new(crate::Object::new(format!("Pcore::{name}"), fields.collect())))
    }

    #[test]
    fn catalog_round_trips() {
        let catalog = sample();
        let text = write(&catalog, &is_native).unwrap();
        let read = read(&text, &is_native).unwrap();
        assert!(catalog.iter().map(|(_, r)| r).eq(read.iter().map(|(_, r)| r)));
        assert_eq!(catalog.containment(), read.containment());
        assert_eq!((&read.node, &read.version, &read.classes), (&catalog.node, &catalog.version, &catalog.classes));
        assert_eq!(write(&read, &is_native).unwrap(), text);
    }

    #[test]
    fn document_is_indented_with_a_line_break_at_the_end() {
        let (catalog, compilation) = (sample(), Compilation::default());
        let document = document(&catalog, &is_native, &compilation).unwrap();
        let mut written = Vec::new();
        document.write_indented(&mut written).unwrap();
        assert_eq!(String::from_utf8(written).unwrap(), serde_json::to_string_pretty(&document).unwrap() + "\n");
        assert_eq!(document.text().unwrap(), serde_json::to_string(&document).unwrap());
    }

    #[test]
    fn document_checks_all_values_first() {
        let mut catalog = sample();
        let mut last = Resource::new(ResourceRef::new("notify", "n"));
        last.set("message", Value::Array(vec![Value::Float(f64::NAN)]), None);
        catalog.add(last).unwrap();
        let error = document(&catalog, &is_native, &Compilation::default()).err().unwrap();
        assert_eq!(error.to_string(), "The number NaN cannot be written");
        let mut deep = Value::Integer(1);
        for _ in 0..100 {
            deep = Value::Array(vec![deep]);
        }
        assert_eq!(
            (value::check(&deep), to_json(&deep)),
            (Err(CatalogFormatError::Depth), Err(CatalogFormatError::Depth))
        );
    }

    #[test]
    fn document_tags_are_those_of_declared_classes() {
        let mut catalog = sample();
        let mut class = Resource::new(ResourceRef::new("class", "c"));
        class.tags = ["class", "c", "x::y", "x", "y", "a::d", "one"].map(Into::into).to_vec();
        class.set("tag", Value::Array(vec!["X::Y".into()]), None);
        catalog.add(class).unwrap();
        catalog.classes.push("c".into());
        let json: Json = serde_json::from_str(&write(&catalog, &is_native).unwrap()).unwrap();
        assert_eq!(json["tags"], json!(["settings", "a::b", "a", "b", "c", "x::y", "x", "y", "class"]));
    }

    #[test]
    fn format_matches_puppet() {
        let json: Json = serde_json::from_str(&write(&sample(), &is_native).unwrap()).unwrap();
        let file = json!({
            "type": "File", "title": "/x", "tags": ["file", "class"], "file": "site.pp", "line": 3,
            "exported": false, "kind": "compilable_type",
            "parameters": { "content": "s", "before": ["Notify[n]"] }, "sensitive_parameters": ["content"],
        });
        assert_eq!(json["resources"][2], file);
        assert_eq!(json["resources"][3]["kind"], "defined_type");
        assert_eq!(json["edges"][0], json!({ "source": "Stage[main]", "target": "Class[A::B]" }));
        assert_eq!(json["tags"], json!(["settings", "a::b", "a", "b", "class"]));
        let hash = &json["resources"][3]["parameters"]["h"];
        assert_eq!(hash["__ptype"], "Hash");
        let expected = json!([
            1, [null, { "__ptype": "Default" }, 1.0],
            { "__ptype": "Regexp", "__pvalue": "x" }, { "__ptype": "Binary", "__pvalue": "YWI=" },
        ]);
        assert_eq!(hash["__pvalue"].as_array().unwrap()[..4], *expected.as_array().unwrap());
    }

    #[test]
    fn invalid_catalogs_are_reported() {
        let error = |change: &dyn Fn(&mut Json)| {
            let mut json: Json = serde_json::from_str(&write(&sample(), &is_native).unwrap()).unwrap();
            change(&mut json);
            read(&json.to_string(), &is_native).unwrap_err().to_string()
        };
        assert!(read("{", &is_native).unwrap_err().to_string().starts_with("The catalog is not JSON"));
        assert_eq!(
            error(&|j| j["catalog_format"] = 1.into()),
            "The catalog has format 1, but this program reads format 2"
        );
        assert_eq!(error(&|j| j["resources"][2]["type"] = "Cron".into()), "Unknown resource type: 'cron'");
        assert_eq!(error(&|j| j["resources"][2]["title"] = 1.into()), "The catalog has no valid resource title");
        assert_eq!(
            error(&|j| j["resources"][3] = j["resources"][2].clone()),
            "Duplicate declaration: File[/x] is already declared"
        );
        assert_eq!(
            error(&|j| j["edges"][0]["source"] = "Stage[x]".into()),
            "Could not find relationship source Stage[x] in the catalog"
        );
        assert_eq!(
            error(&|j| j["edges"][0]["callback"] = "refresh".into()),
            "The catalog has an edge from Stage[main] that is not a containment"
        );
        assert_eq!(error(&|j| j["edges"][0]["source"] = "Class[A::B]".into()), "Class[A::B] contains itself");
        assert_eq!(
            error(&|j| j["resources"][2]["parameters"]["content"] = json!({ "__ptype": "Made::Up", "__pvalue": "x" })),
            "A value of type 'Made::Up' cannot be read"
        );
    }
}
