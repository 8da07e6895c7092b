//! The schema document: what a component says about its types and providers, as data that is read without running
//! any code. It is a JSON document with a version; unknown fields of the same version are refused, so that nothing a
//! provider declares is silently ignored.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The version of the document that this crate writes and reads.
pub const VERSION: u32 = 1;

/// All that a component offers: the content of the section `marotte:schema`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackageSchema {
    /// The version of this document, [`VERSION`].
    pub version: u32,
    /// The types that the component defines.
    #[serde(default)]
    pub types: Vec<TypeSchema>,
    /// The providers, of its own types and of types of other packages.
    #[serde(default)]
    pub providers: Vec<ProviderSchema>,
}

/// A resource type.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypeSchema {
    /// The name in lower case: `file`.
    pub name: String,
    /// Markdown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub docs: String,
    /// In order of declaration, which is the order of checking and setting, `ensure` first. An attribute's index is its
    /// column in every row that crosses to the component.
    pub attributes: Vec<Attribute>,
    /// How a title gives the namevars; empty means that the title is the namevar.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub title_patterns: Vec<TitlePattern>,
    /// What providers may be able to do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<Feature>,
    /// Automatic relations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<AutoEdge>,
    /// Peculiarities of the type.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traits: Vec<TypeTrait>,
    /// The calls of the type itself that are implemented: `canonicalize`, `relate`. No other is ever made.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hooks: Vec<Hook>,
    /// Puppet code for documentation and tests.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<String>,
}

/// An attribute of a type. Metaparameters and `provider` belong to the host and are declared only to be seen.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attribute {
    /// The canonical name.
    pub name: String,
    /// Other names that a manifest may use.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// What kind of attribute it is.
    #[serde(default)]
    pub role: Role,
    /// Its peculiarities.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traits: Vec<AttributeTrait>,
    /// A Puppet data type; where it is empty an `Enum` follows from `choices`, and without choices everything fits.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub data_type: String,
    /// The values of which there is something to say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<Choice>,
    /// The value where the manifest gives none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<Fallback>,
    /// Features that a provider needs; lacking one, the attribute is not managed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<String>,
    /// Markdown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub docs: String,
    /// Why it should no longer be used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deprecated: Option<String>,
}

/// What an attribute is for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Something to read and to set.
    Property,
    /// Steers how properties are managed.
    #[default]
    Parameter,
    /// A property that can be read, never set.
    ReadOnly,
}

/// A peculiarity of an attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttributeTrait {
    /// Part of the identity.
    Namevar,
    /// A resource without it is refused.
    Required,
    /// Its value never leaves the host in clear.
    Sensitive,
    /// The array as a whole is the value; otherwise any element will do and the first is set.
    WholeArray,
    /// The order of the elements means nothing.
    Unordered,
}

/// What a value means to the host.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Meaning {
    /// Nothing special.
    #[default]
    Ordinary,
    /// The resource is not there, so its other properties are not looked at.
    Absent,
    /// Setting it makes pending refreshes pointless.
    Fresh,
}

/// A value of an attribute.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// The canonical spelling, or `*` for values that are not named.
    pub value: String,
    /// With `*`, a regular expression in Ruby's syntax that the values match somewhere; empty means all of them. The first that
    /// matches counts.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub pattern: String,
    /// Other spellings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// Features that the provider needs for this value; lacking one is an error.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<String>,
    /// What the value means to the host.
    #[serde(default)]
    pub meaning: Meaning,
    /// Markdown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub docs: String,
}

/// Where a value comes from if the manifest gives none.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fallback {
    /// This value.
    Constant(Value),
    /// The value of the attribute with this index.
    SameAs(u16),
}

/// The n-th group of `pattern` gives the n-th of the attributes in `captures`. The first pattern that matches counts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TitlePattern {
    /// A regular expression that must match the whole title.
    pub pattern: String,
    /// Indices of attributes.
    pub captures: Vec<u16>,
}

/// The four kinds of relation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Edge {
    /// The target comes first.
    Require,
    /// The target comes after.
    Before,
    /// The target comes after and is refreshed by a change.
    Notify,
    /// The target comes first and its change refreshes this resource.
    Subscribe,
}

/// Where the titles of an automatic relation's targets come from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EdgeSource {
    /// This very title.
    Title(String),
    /// The value of this attribute, or its elements.
    Attribute(u16),
    /// The nearest managed ancestor of the path in this attribute.
    Ancestor(u16),
}

/// An automatic relation. Where no such resource exists there is no edge.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AutoEdge {
    /// The kind of relation.
    pub edge: Edge,
    /// The type of the other resource; may be `class`.
    pub target_type: String,
    /// Where the other resource's title comes from.
    pub source: EdgeSource,
}

/// Something that can be asked about the machine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Test {
    /// The fact at this dotted path equals one of these values, whatever the case.
    Fact(String, Vec<String>),
    /// This command of the manifest is found.
    Command(String),
    /// This path exists.
    Path(String),
    /// The file contains the text.
    Contains(String, String),
}

/// A test and the answer that is wanted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// The test.
    pub test: Test,
    /// The answer that satisfies the condition.
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    pub holds: bool,
}

/// An ability that providers of a type may have.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Feature {
    /// Its name.
    pub name: String,
    /// Markdown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub docs: String,
}

/// A feature that a provider has when all conditions hold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provided {
    /// The feature's name.
    pub feature: String,
    /// All of these must hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub when: Vec<Condition>,
}

/// A call that a component may implement. No other than the declared ones is ever made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hook {
    /// Munge and validate rows.
    Canonicalize,
    /// Automatic relations from code.
    Relate,
    /// More resources before the run.
    Generate,
    /// More resources at the turn of their parent.
    Expand,
    /// A check before anything is applied.
    Precheck,
    /// List all there are.
    Instances,
    /// Read the current state.
    Get,
    /// Change it.
    Set,
    /// React to the change of another resource.
    Refresh,
    /// One `get` for all rows may serve the whole run.
    Prefetch,
}

/// A peculiarity of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TypeTrait {
    /// Several resources may have the same namevar.
    Duplicates,
    /// A change of the resource refreshes it.
    SelfRefresh,
    /// Independent resources may be set side by side.
    Parallel,
}

/// A provider of a type.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProviderSchema {
    /// The type that it serves.
    pub type_name: String,
    /// Its name; the type's own where there is but one way to manage it.
    pub name: String,
    /// Markdown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub docs: String,
    /// For someone else's type: the attributes that it knows, which are its columns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attributes: Vec<String>,
    /// The features that it has.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<Provided>,
    /// Defaults that differ from the type's, by attribute name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub defaults: Vec<(String, Value)>,
    /// All must hold, or the provider is not suitable.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub confine: Vec<Condition>,
    /// It is the default where all conditions of one of these lists hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub default_for: Vec<Vec<Condition>>,
    /// Decides between defaults that are otherwise equal; the higher wins.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub specificity: u32,
    /// The calls that it implements. Without `get` it can be named, but is suitable nowhere.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hooks: Vec<Hook>,
    /// `expand` is called only for rows that set one of these attributes; for all rows if the list is empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expand_with: Vec<String>,
}

fn yes() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl TypeSchema {
    /// Returns the index of the attribute with this name or alias.
    #[must_use]
    pub fn column(&self, name: &str) -> Option<usize> {
        self.attributes.iter().position(|a| a.name == name || a.aliases.iter().any(|alias| alias == name))
    }

    /// Returns the attribute with this name or alias.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.column(name).map(|index| &self.attributes[index])
    }

    /// Returns the attributes that make up the identity, with their indices.
    pub fn namevars(&self) -> impl Iterator<Item = (usize, &Attribute)> {
        self.attributes.iter().enumerate().filter(|(_, a)| a.is_namevar())
    }

    /// Returns whether the type has this peculiarity.
    #[must_use]
    pub fn has(&self, wanted: TypeTrait) -> bool {
        self.traits.contains(&wanted)
    }
}

impl Attribute {
    /// Returns whether the attribute is part of the identity.
    #[must_use]
    pub fn is_namevar(&self) -> bool {
        self.has(AttributeTrait::Namevar)
    }

    /// Returns whether the attribute has this peculiarity.
    #[must_use]
    pub fn has(&self, wanted: AttributeTrait) -> bool {
        self.traits.contains(&wanted)
    }

    /// Returns the choice that is named by a spelling: by value or by alias.
    #[must_use]
    pub fn named(&self, spelling: &str) -> Option<&Choice> {
        self.choices.iter().find(|choice| choice.is_named() && choice.is_spelled(spelling))
    }
}

impl Choice {
    /// Returns whether this is a single value, not a pattern or the remaining values.
    #[must_use]
    pub fn is_named(&self) -> bool {
        self.value != "*"
    }

    /// Returns whether this is the value, or another spelling of it.
    #[must_use]
    pub fn is_spelled(&self, spelling: &str) -> bool {
        self.value == spelling || self.aliases.iter().any(|alias| alias == spelling)
    }
}

/// Reason why a schema document is rejected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SchemaError {
    /// The text is not a schema document, with serde's reason.
    Format(String),
    /// The document has a version that this program does not read.
    Version(u32),
    /// A type has the name of one of the engine's own types.
    EngineType(String),
    /// A type breaks a rule.
    Type {
        /// The name of the type.
        name: String,
        /// The broken rule.
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
    /// A provider breaks a rule.
    Provider {
        /// The type of the provider.
        type_name: String,
        /// The name of the provider.
        name: String,
        /// The broken rule.
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
                write!(formatter, "type '{name}': the name is that of a type of the host's own")
            }
            Self::Type { name, rule } => write!(formatter, "type '{name}': {rule}"),
            Self::ProviderName(name) => write!(formatter, "'{name}' is not a name for a provider"),
            Self::DuplicateProvider { type_name, name } => {
                write!(formatter, "provider '{name}' of '{type_name}': it is declared twice")
            }
            Self::Provider { type_name, name, rule } => {
                write!(formatter, "provider '{name}' of '{type_name}': {rule}")
            }
        }
    }
}

/// Rule that a type or a provider of a schema document violates, with the names of attributes and features.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SchemaRule {
    /// The name of a type is made of lower case letters, digits and underscores.
    TypeName,
    /// The number of attributes is limited.
    AttributeCount,
    /// A type has a namevar.
    NoNamevar,
    /// A type with several namevars has title patterns.
    NoTitlePattern,
    /// The name of an attribute is made of lower case letters, digits and underscores.
    AttributeName(String),
    /// An attribute does not have the name of a metaparameter that every resource has.
    ReservedAttribute(String),
    /// The names and aliases of attributes are unique.
    DuplicateAttribute(String),
    /// An attribute with the name 'name' is the namevar.
    NameIsNoNamevar,
    /// A default is that of an attribute.
    UnknownDefault(String),
    /// A provider expands with attributes of its type.
    UnknownExpansion(String),
    /// Features are declared.
    UnknownFeature(String),
    /// References to attributes are in range.
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
            Self::TypeName => formatter.write_str("the name is not lower case letters, digits and underscores"),
            Self::AttributeCount => write!(formatter, "it has more than {MAX_ATTRIBUTES} attributes"),
            Self::NoNamevar => formatter.write_str("no attribute is the namevar"),
            Self::NoTitlePattern => formatter.write_str("it has several namevars and no title patterns"),
            Self::AttributeName(name) => write!(formatter, "'{name}' is not a name for an attribute"),
            Self::ReservedAttribute(name) => write!(formatter, "the attribute name '{name}' is reserved"),
            Self::DuplicateAttribute(name) => write!(formatter, "the attribute '{name}' is declared twice"),
            Self::NameIsNoNamevar => formatter.write_str("the attribute 'name' must be the namevar"),
            Self::UnknownDefault(name) => {
                write!(formatter, "it has a default for '{name}', which is no attribute of the type")
            }
            Self::UnknownExpansion(name) => {
                write!(formatter, "it expands with '{name}', which is no attribute of the type")
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
    /// Reads a schema document and checks it.
    ///
    /// # Errors
    /// The text is not JSON, has another version or an unknown field, or violates a rule of [`PackageSchema::check`].
    pub fn from_json(text: &str) -> Result<Self, SchemaError> {
        let schema: Self = serde_json::from_str(text).map_err(|e| SchemaError::Format(e.to_string()))?;
        schema.check()?;
        match schema.types.iter().find(|schema| ENGINE.contains(&schema.name.as_str())) {
            Some(own) => Err(SchemaError::EngineType(own.name.clone())),
            None => Ok(schema),
        }
    }

    /// Writes the schema document.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Strings, numbers and lists only: nothing here can fail to serialize.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Checks the rules that the shape of the document does not express.
    ///
    /// # Errors
    /// Names the type, the attribute and the rule.
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
            // Of someone else's type nothing is known here.
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

/// What every resource has and a type cannot take for itself. Other metaparameters can be declared, to be seen.
const RESERVED: [&str; 7] = ["title", "before", "require", "notify", "subscribe", "alias", "stage"];

/// Types that are the host's own.
const ENGINE: [&str; 6] = ["class", "stage", "schedule", "filebucket", "resources", "notify"];

/// More attributes than anybody can name.
const MAX_ATTRIBUTES: usize = 1000;

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

/// Takes the common indentation off all lines but the first, which stands where the text began, and the blanks at the ends.
#[must_use]
pub fn without_indentation(text: &str) -> String {
    let text = text.trim();
    let indented = text.lines().skip(1).filter(|line| !line.trim().is_empty());
    let indent = indented.map(|line| line.len() - line.trim_start_matches([' ', '\t']).len()).min().unwrap_or(0);
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default().trim_end().to_owned();
    // A line shorter than the indentation is blank.
    lines.fold(first, |text, line| text + "\n" + line.get(indent..).unwrap_or_default().trim_end())
}

fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase() || c == '_')
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn minimal() -> PackageSchema {
        let path = Attribute { name: "path".into(), traits: vec![AttributeTrait::Namevar], ..Attribute::default() };
        let schema = TypeSchema { name: "file".into(), attributes: vec![path], ..TypeSchema::default() };
        PackageSchema { version: VERSION, types: vec![schema], providers: vec![] }
    }

    #[test]
    fn a_document_survives_the_round_trip() {
        let schema = minimal();
        assert_eq!(PackageSchema::from_json(&schema.to_json()).unwrap(), schema);
    }

    #[test]
    fn a_type_of_the_hosts_own_is_refused() {
        let text = minimal().to_json().replace("\"file\"", "\"notify\"");
        let said = PackageSchema::from_json(&text).unwrap_err().to_string();
        assert_eq!(said, "type 'notify': the name is that of a type of the host's own");
    }

    #[test]
    fn an_unknown_field_is_refused() {
        let text = minimal().to_json().replace("\"version\":1", "\"version\":1,\"colour\":2");
        assert!(PackageSchema::from_json(&text).unwrap_err().to_string().contains("colour"));
    }

    #[test]
    fn what_a_provider_says_fits_its_type() {
        let refused = |provider: ProviderSchema| {
            let provider = ProviderSchema { type_name: "file".into(), name: "posix".into(), ..provider };
            PackageSchema { providers: vec![provider], ..minimal() }.check().unwrap_err().to_string()
        };
        let feature = Provided { feature: "sharp".into(), when: vec![] };
        let features = refused(ProviderSchema { features: vec![feature], ..ProviderSchema::default() });
        assert_eq!(features, "provider 'posix' of 'file': the feature 'sharp' is not declared");
        let defaults = vec![("colour".into(), "red".into())];
        let defaults = refused(ProviderSchema { defaults, ..ProviderSchema::default() });
        assert!(defaults.contains("'colour', which is no attribute of the type"));
        let expand_with = vec!["colour".into()];
        let expanding = refused(ProviderSchema { expand_with, ..ProviderSchema::default() });
        assert!(expanding.contains("it expands with 'colour', which is no attribute of the type"));
    }

    #[test]
    fn documentation_loses_its_common_indentation() {
        assert_eq!(without_indentation("  One line.  "), "One line.");
        assert_eq!(without_indentation("First\n    second\n\n      third  \n    "), "First\nsecond\n\n  third");
        assert_eq!(without_indentation("First\nsecond\n  third"), "First\nsecond\n  third");
    }

    #[test]
    fn each_rule_is_refused_by_name() {
        let refused = |change: fn(&mut TypeSchema)| {
            let mut schema = minimal();
            change(&mut schema.types[0]);
            schema.check().unwrap_err().to_string()
        };
        assert!(refused(|t| t.attributes[0].traits.clear()).contains("no attribute is the namevar"));
        assert!(refused(|t| t.attributes[0].name = "title".into()).contains("'title' is reserved"));
        assert!(refused(|t| t.attributes[0].default = Some(Fallback::SameAs(7))).contains("attribute 7"));
        assert!(refused(|t| t.attributes[0].default = Some(Fallback::SameAs(1))).contains("it refers to attribute 1"));
        assert!(
            refused(|t| {
                let source = EdgeSource::Ancestor(9);
                t.edges.push(AutoEdge { edge: Edge::Require, target_type: "file".into(), source });
            })
            .contains("attribute 9")
        );
        assert!(
            refused(|t| t.title_patterns.push(TitlePattern { pattern: "(.*)".into(), captures: vec![3] }))
                .contains("attribute 3")
        );
        for name in RESERVED {
            let mut schema = minimal();
            schema.types[0].attributes[0].name = name.into();
            assert!(schema.check().unwrap_err().to_string().contains(&format!("'{name}' is reserved")));
        }
        assert!(
            refused(|t| t.attributes.push(Attribute { name: "name".into(), ..Attribute::default() }))
                .contains("'name' must be the namevar")
        );
        assert!(refused(|t| t.attributes[0].features.push("sharp".into())).contains("'sharp' is not declared"));
        assert!(refused(|t| t.name = "File".into()).contains("lower case"));
        assert!(
            refused(|t| t.attributes = vec![t.attributes[0].clone(); MAX_ATTRIBUTES + 1]).contains("1000 attributes")
        );
        assert!(
            refused(|t| {
                t.attributes.push(Attribute { traits: vec![], ..t.attributes[0].clone() });
            })
            .contains("declared twice")
        );
        let several = refused(|t| {
            let twin = Attribute { name: "name".into(), ..t.attributes[0].clone() };
            t.attributes.push(twin);
        });
        assert!(several.contains("no title patterns"));
    }
}
