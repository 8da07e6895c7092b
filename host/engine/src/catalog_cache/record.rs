//! The serialised form of a catalog. It is separate from the catalog's own types so that these can change
//! without affecting the file format. Every change here requires a new version number in the header.

use std::collections::HashMap;
use std::sync::Arc;

use bincode::{Decode, Encode};
use catalog::{Catalog, Deferred, Object, Parameter, Position, Resource, ResourceIndex, ResourceRef, Value};

/// A catalog.
#[derive(Encode, Decode)]
pub(crate) struct CatalogRecord {
    node: String,
    environment: String,
    version: String,
    classes: Vec<Arc<str>>,
    /// The files of all positions, without duplicates.
    files: Vec<Arc<str>>,
    resources: Vec<ResourceRecord>,
    /// Pairs of container and contained resource, as indices.
    containment: Vec<(u32, u32)>,
}

#[derive(Encode, Decode)]
struct ResourceRecord {
    type_name: Arc<str>,
    title: Arc<str>,
    parameters: Vec<ParameterRecord>,
    tags: Vec<Arc<str>>,
    is_exported: bool,
    place: Option<Place>,
}

#[derive(Encode, Decode)]
struct ParameterRecord {
    name: Arc<str>,
    value: ValueRecord,
    place: Option<Place>,
}

/// The index of a file, a line and a column.
type Place = (u32, u32, u32);

#[derive(Encode, Decode)]
enum ValueRecord {
    Undef,
    Default,
    Boolean(bool),
    Integer(i64),
    Float(f64),
    String(Arc<str>),
    Binary(Vec<u8>),
    Regexp(String),
    Reference(Arc<str>, Arc<str>),
    Array(Vec<ValueRecord>),
    Hash(Vec<(ValueRecord, ValueRecord)>),
    Deferred(String, Option<Vec<ValueRecord>>),
    Other(String, String),
    /// The type name, the attributes and the text form.
    Object(String, Vec<(String, ValueRecord)>, String),
}

impl CatalogRecord {
    /// Returns the record of a catalog; `None` if the catalog contains a sensitive value.
    pub(crate) fn of(catalog: &Catalog) -> Option<Self> {
        let mut files = Files::default();
        let resources = catalog.iter().map(|(_, resource)| ResourceRecord::of(resource, &mut files));
        let resources: Option<Vec<ResourceRecord>> = resources.collect();
        let index = |index: ResourceIndex| u32::try_from(index.to_usize()).ok();
        let pairs = catalog.containment().iter();
        let containment = pairs.map(|(container, contained)| Some((index(*container)?, index(*contained)?)));
        Some(Self {
            node: catalog.node.clone(),
            environment: catalog.environment.clone(),
            version: catalog.version.clone(),
            classes: catalog.classes.clone(),
            resources: resources?,
            containment: containment.collect::<Option<_>>()?,
            files: files.list,
        })
    }

    /// Returns the catalog; `None` if the record is inconsistent.
    pub(crate) fn into_catalog(self) -> Option<Catalog> {
        let mut catalog = Catalog::default();
        (catalog.node, catalog.environment, catalog.version) = (self.node, self.environment, self.version);
        catalog.classes = self.classes;
        let mut places = Vec::with_capacity(self.resources.len());
        for record in self.resources {
            places.push(catalog.add(record.into_resource(&self.files)?).ok()?);
        }
        for (container, contained) in self.containment {
            let place = |index: u32| places.get(index as usize).copied();
            catalog.contain(place(container)?, place(contained)?);
        }
        Some(catalog)
    }
}

impl ResourceRecord {
    fn of(resource: &Resource, files: &mut Files) -> Option<Self> {
        let parameters = resource.parameters.iter().map(|parameter| {
            let (name, value) = (Arc::clone(&parameter.name), ValueRecord::of(&parameter.value)?);
            Some(ParameterRecord { name, value, place: files.place(parameter.position.as_ref()) })
        });
        Some(Self {
            type_name: Arc::clone(&resource.reference.type_name),
            title: Arc::clone(&resource.reference.title),
            parameters: parameters.collect::<Option<_>>()?,
            tags: resource.tags.clone(),
            is_exported: resource.is_exported,
            place: files.place(resource.position.as_ref()),
        })
    }

    fn into_resource(self, files: &[Arc<str>]) -> Option<Resource> {
        let mut resource = Resource::new(ResourceRef { type_name: self.type_name, title: self.title });
        resource.tags = self.tags;
        resource.is_exported = self.is_exported;
        resource.position = position(self.place, files)?;
        for record in self.parameters {
            let position = position(record.place, files)?;
            resource.parameters.push(Parameter { name: record.name, value: record.value.into_value(), position });
        }
        Some(resource)
    }
}

/// Converts a position; `None` if its file is not in the list.
fn position(place: Option<Place>, files: &[Arc<str>]) -> Option<Option<Position>> {
    let Some((file, line, column)) = place else { return Some(None) };
    files.get(file as usize).map(|file| Some(Position { file: Arc::clone(file), line, column }))
}

/// The files of positions, without duplicates.
#[derive(Default)]
struct Files {
    list: Vec<Arc<str>>,
    known: HashMap<Arc<str>, u32>,
}

impl Files {
    fn place(&mut self, position: Option<&Position>) -> Option<Place> {
        let position = position?;
        let file = match self.known.get(&position.file) {
            Some(file) => *file,
            None => {
                let file = u32::try_from(self.list.len()).ok()?;
                self.list.push(Arc::clone(&position.file));
                self.known.insert(Arc::clone(&position.file), file);
                file
            }
        };
        Some((file, position.line, position.column))
    }
}

impl ValueRecord {
    /// Returns the record of a value; `None` if the value contains a sensitive value.
    fn of(value: &Value) -> Option<Self> {
        let list = |values: &[Value]| values.iter().map(Self::of).collect::<Option<Vec<Self>>>();
        Some(match value {
            Value::Undef => Self::Undef,
            Value::Default => Self::Default,
            Value::Boolean(value) => Self::Boolean(*value),
            Value::Integer(value) => Self::Integer(*value),
            Value::Float(value) => Self::Float(*value),
            Value::String(text) => Self::String(text.clone()),
            Value::Binary(bytes) => Self::Binary(bytes.clone()),
            Value::Regexp(source) => Self::Regexp(source.clone()),
            Value::Reference(reference) => {
                Self::Reference(Arc::clone(&reference.type_name), Arc::clone(&reference.title))
            }
            Value::Array(elements) => Self::Array(list(elements)?),
            Value::Hash(entries) => {
                let entries = entries.iter().map(|(key, value)| Some((Self::of(key)?, Self::of(value)?)));
                Self::Hash(entries.collect::<Option<_>>()?)
            }
            Value::Deferred(call) => {
                let arguments = match &call.arguments {
                    Some(arguments) => Some(list(arguments)?),
                    None => None,
                };
                Self::Deferred(call.name.clone(), arguments)
            }
            Value::Other(other) => Self::Other(other.type_name.clone(), other.text.clone()),
            Value::Object(object) => {
                let fields = object.fields.iter().map(|(name, value)| Some((name.clone(), Self::of(value)?)));
                Self::Object(object.type_name.clone(), fields.collect::<Option<_>>()?, object.text.clone())
            }
            Value::Sensitive(_) => return None,
        })
    }

    fn into_value(self) -> Value {
        let list = |records: Vec<Self>| records.into_iter().map(Self::into_value).collect();
        match self {
            Self::Undef => Value::Undef,
            Self::Default => Value::Default,
            Self::Boolean(value) => Value::Boolean(value),
            Self::Integer(value) => Value::Integer(value),
            Self::Float(value) => Value::Float(value),
            Self::String(text) => Value::String(text),
            Self::Binary(bytes) => Value::Binary(bytes),
            Self::Regexp(source) => Value::Regexp(source),
            Self::Reference(type_name, title) => ResourceRef { type_name, title }.into(),
            Self::Array(elements) => Value::Array(list(elements)),
            Self::Hash(entries) => {
                Value::Hash(entries.into_iter().map(|(key, value)| (key.into_value(), value.into_value())).collect())
            }
            Self::Deferred(name, arguments) => {
                Value::Deferred(Box::new(Deferred { name, arguments: arguments.map(list) }))
            }
            Self::Other(kind, text) => Value::other(kind, text),
            Self::Object(type_name, fields, text) => {
                let fields = fields.into_iter().map(|(name, value)| (name, value.into_value())).collect();
                Value::Object(Box::new(Object { type_name, fields, text }))
            }
        }
    }
}
