//! Rules of a schema that the structure of its document does not express.

use std::fmt;

use super::{EdgeSource, Fallback, PackageSchema, ProviderSchema, TypeSchema, VERSION};

/// Reason why a schema document is rejected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SchemaError {
    /// The text is not a schema document; contains the error message of serde.
    Format(String),
    /// The version of the document is not supported.
    Version(u32),
    /// A type has the name of a built-in type of the host.
    EngineType(String),
    /// A type violates a rule.
    Type {
        /// The name of the type.
        name: String,
        /// The violated rule.
        rule: SchemaRule,
    },
    /// The name is not valid for a provider.
    ProviderName(String),
    /// A provider is declared twice.
    DuplicateProvider {
        /// The type of the provider.
        type_name: String,
        /// The name of the provider.
        name: String,
    },
    /// A provider violates a rule.
    Provider {
        /// The type of the provider.
        type_name: String,
        /// The name of the provider.
        name: String,
        /// The violated rule.
        rule: SchemaRule,
    },
}

impl fmt::Display for SchemaError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Format(reason) => write!(formatter, "not a schema document: {reason}"),
            Self::Version(version) => {
                write!(formatter, "schema document of version {version}, but this program reads version {VERSION}")
            }
            Self::EngineType(name) => {
                write!(formatter, "type '{name}': the name is reserved for a built-in type")
            }
            Self::Type { name, rule } => write!(formatter, "type '{name}': {rule}"),
            Self::ProviderName(name) => write!(formatter, "'{name}' is not a valid name of a provider"),
            Self::DuplicateProvider { type_name, name } => {
                write!(formatter, "provider '{name}' of '{type_name}': it is declared twice")
            }
            Self::Provider { type_name, name, rule } => {
                write!(formatter, "provider '{name}' of '{type_name}': {rule}")
            }
        }
    }
}

/// A rule violated by a type or provider of a schema document, with the name of the attribute or feature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SchemaRule {
    /// Names of types consist of lower-case letters, digits and underscores.
    TypeName,
    /// The number of attributes is limited.
    AttributeCount,
    /// A type has at least one namevar.
    NoNamevar,
    /// A type with several namevars has title patterns.
    NoTitlePattern,
    /// Names of attributes consist of lower-case letters, digits and underscores.
    AttributeName(String),
    /// Attributes must not have the name of a metaparameter common to all resources.
    ReservedAttribute(String),
    /// Names and aliases of attributes are unique.
    DuplicateAttribute(String),
    /// Names of events consist of lower-case letters, digits and underscores.
    EventName(String),
    /// An attribute called `name` is the namevar.
    NameIsNoNamevar,
    /// A provider's defaults refer to attributes of its type.
    UnknownDefault(String),
    /// The attributes in `expand_with` belong to the type of the provider.
    UnknownExpansion(String),
    /// All features are declared by the type.
    UnknownFeature(String),
    /// Indices of attributes are in range.
    AttributeIndex {
        /// The referenced index.
        index: u16,
        /// The number of attributes.
        count: usize,
    },
}

impl fmt::Display for SchemaRule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TypeName => {
                formatter.write_str("the name must consist of lower case letters, digits and underscores")
            }
            Self::AttributeCount => write!(formatter, "it has more than {MAX_ATTRIBUTES} attributes"),
            Self::NoNamevar => formatter.write_str("no attribute is the namevar"),
            Self::NoTitlePattern => formatter.write_str("it has several namevars and no title patterns"),
            Self::AttributeName(name) => write!(formatter, "'{name}' is not a valid name of an attribute"),
            Self::ReservedAttribute(name) => write!(formatter, "the attribute name '{name}' is reserved"),
            Self::DuplicateAttribute(name) => write!(formatter, "the attribute '{name}' is declared twice"),
            Self::EventName(name) => write!(formatter, "'{name}' is not a valid name of an event"),
            Self::NameIsNoNamevar => formatter.write_str("the attribute 'name' must be the namevar"),
            Self::UnknownDefault(name) => {
                write!(formatter, "it has a default for '{name}', which is not an attribute of the type")
            }
            Self::UnknownExpansion(name) => {
                write!(formatter, "it expands with '{name}', which is not an attribute of the type")
            }
            Self::UnknownFeature(name) => write!(formatter, "the feature '{name}' is not declared"),
            Self::AttributeIndex { index, count } => {
                write!(formatter, "it refers to attribute {index}, but has only {count}")
            }
        }
    }
}

impl std::error::Error for SchemaError {}

impl PackageSchema {
    /// Checks the rules that the structure of the document does not express.
    ///
    /// # Errors
    /// Returns an error that names the type or provider and the violated rule.
    pub fn check(&self) -> Result<(), SchemaError> {
        if self.version != VERSION {
            return Err(SchemaError::Version(self.version));
        }
        for schema in &self.types {
            check_type(schema).map_err(|rule| SchemaError::Type { name: schema.name.clone(), rule })?;
        }
        let mut seen: Vec<(&str, &str)> = Vec::new();
        for provider in &self.providers {
            let name = (provider.type_name.as_str(), provider.name.as_str());
            if seen.contains(&name) {
                return Err(SchemaError::DuplicateProvider { type_name: name.0.to_owned(), name: name.1.to_owned() });
            }
            seen.push(name);
            if !is_name(&provider.name) || !is_name(&provider.type_name) {
                return Err(SchemaError::ProviderName(provider.name.clone()));
            }
            // The schemas of types in other packages are not available here.
            if let Some(schema) = self.types.iter().find(|schema| schema.name == provider.type_name) {
                check_provider(provider, schema).map_err(|rule| SchemaError::Provider {
                    type_name: schema.name.clone(),
                    name: provider.name.clone(),
                    rule,
                })?;
            }
        }
        Ok(())
    }
}

/// Names that every resource uses itself and that a type cannot declare. Other metaparameters can be declared
/// to make them visible.
pub(super) const RESERVED: [&str; 7] = ["title", "before", "require", "notify", "subscribe", "alias", "stage"];

/// The built-in types of the host.
pub(super) const ENGINE: [&str; 6] = ["class", "stage", "schedule", "filebucket", "resources", "notify"];

/// The maximum number of attributes of a type.
pub(super) const MAX_ATTRIBUTES: usize = 1000;

fn check_type(schema: &TypeSchema) -> Result<(), SchemaRule> {
    if !is_name(&schema.name) {
        return Err(SchemaRule::TypeName);
    }
    if schema.attributes.len() > MAX_ATTRIBUTES {
        return Err(SchemaRule::AttributeCount);
    }
    let namevars = schema.namevars().count();
    if namevars == 0 {
        return Err(SchemaRule::NoNamevar);
    }
    if namevars > 1 && schema.title_patterns.is_empty() {
        return Err(SchemaRule::NoTitlePattern);
    }
    let mut seen: Vec<&str> = Vec::new();
    for attribute in &schema.attributes {
        let mut events = attribute.choices.iter().filter_map(|choice| choice.event.as_ref()).chain(&attribute.event);
        if let Some(name) = events.find(|name| !is_name(name)) {
            return Err(SchemaRule::EventName(name.clone()));
        }
        for name in std::iter::once(&attribute.name).chain(&attribute.aliases) {
            if !is_name(name) {
                return Err(SchemaRule::AttributeName(name.clone()));
            }
            if RESERVED.contains(&name.as_str()) {
                return Err(SchemaRule::ReservedAttribute(name.clone()));
            }
            if seen.contains(&name.as_str()) {
                return Err(SchemaRule::DuplicateAttribute(name.clone()));
            }
            if name == "name" && !attribute.is_namevar() {
                return Err(SchemaRule::NameIsNoNamevar);
            }
            seen.push(name);
        }
        let features = attribute.features.iter().chain(attribute.choices.iter().flat_map(|choice| &choice.features));
        check_features(schema, features)?;
    }
    check_indices(schema)
}

fn check_provider(provider: &ProviderSchema, schema: &TypeSchema) -> Result<(), SchemaRule> {
    check_features(schema, provider.features.iter().map(|provided| &provided.feature))?;
    if let Some((name, _)) = provider.defaults.iter().find(|(name, _)| schema.column(name).is_none()) {
        return Err(SchemaRule::UnknownDefault(name.clone()));
    }
    match provider.expand_with.iter().find(|name| schema.column(name).is_none()) {
        Some(name) => Err(SchemaRule::UnknownExpansion(name.clone())),
        None => Ok(()),
    }
}

fn check_features<'a>(schema: &TypeSchema, mut named: impl Iterator<Item = &'a String>) -> Result<(), SchemaRule> {
    match named.find(|name| schema.features.iter().all(|feature| feature.name != **name)) {
        Some(name) => Err(SchemaRule::UnknownFeature(name.clone())),
        None => Ok(()),
    }
}

fn check_indices(schema: &TypeSchema) -> Result<(), SchemaRule> {
    let defaults = schema.attributes.iter().filter_map(|a| match a.default {
        Some(Fallback::SameAs(index)) => Some(index),
        Some(Fallback::Constant(_)) | None => None,
    });
    let edges = schema.edges.iter().filter_map(|e| match e.source {
        EdgeSource::Attribute(index) | EdgeSource::Ancestor(index) => Some(index),
        EdgeSource::Title(_) => None,
    });
    let captures = schema.title_patterns.iter().flat_map(|p| p.captures.iter().copied());
    match defaults.chain(edges).chain(captures).find(|index| usize::from(*index) >= schema.attributes.len()) {
        Some(index) => Err(SchemaRule::AttributeIndex { index, count: schema.attributes.len() }),
        None => Ok(()),
    }
}

fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase() || c == '_')
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}
