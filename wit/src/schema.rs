//! The schema document: the types and providers of a component, as data that is read without running any
//! code. It is a versioned JSON document. Unknown fields are refused, so that no declaration of a provider is
//! silently ignored.

use serde::{Deserialize, Serialize};
use serde_json::Value;

mod check;

pub use check::{SchemaError, SchemaRule};

/// The version of the document that this crate writes and reads.
pub const VERSION: u32 = 1;

/// The types and providers of a component: the content of the section `marotte:schema`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackageSchema {
    /// The version of this document, [`VERSION`].
    pub version: u32,
    /// The types that the component defines.
    #[serde(default)]
    pub types: Vec<TypeSchema>,
    /// The providers for types of the component and of other packages.
    #[serde(default)]
    pub providers: Vec<ProviderSchema>,
}

/// A resource type.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypeSchema {
    /// The name in lower case: `file`.
    pub name: String,
    /// The documentation in Markdown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub docs: String,
    /// The attributes in order of declaration, which is also the order of validation and of changes, `ensure`
    /// first. The index of an attribute is its column in every row passed to the component.
    pub attributes: Vec<Attribute>,
    /// The patterns that split a title into namevars. If empty, the title is the namevar.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub title_patterns: Vec<TitlePattern>,
    /// The optional features of providers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<Feature>,
    /// The automatic relationships.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<AutoEdge>,
    /// The special properties of the type.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traits: Vec<TypeTrait>,
    /// The hooks that the type implements itself: `canonicalize`, `relate`. Other hooks are never called.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hooks: Vec<Hook>,
    /// Examples in Puppet code, for documentation and tests.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<String>,
}

/// An attribute of a type. Metaparameters and `provider` belong to the host; a type declares them only to
/// make them visible to the component.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attribute {
    /// The canonical name.
    pub name: String,
    /// Aliases that manifests may use.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// The kind of attribute.
    #[serde(default)]
    pub role: Role,
    /// The special properties of the attribute.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traits: Vec<AttributeTrait>,
    /// A Puppet data type. If empty, an `Enum` of `choices` is used; without choices, any value is valid.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub data_type: String,
    /// The values with a documentation, aliases, features or a meaning of their own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<Choice>,
    /// The default value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<Fallback>,
    /// The features that a provider requires. The attribute is not managed if one is missing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<String>,
    /// The documentation in Markdown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub docs: String,
    /// The reason for deprecation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deprecated: Option<String>,
    /// The name of the event of a change, if it is not the derived one (`mode_changed`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
}

/// The kind of an attribute.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// A value that can be read and set.
    Property,
    /// A value that controls how properties are managed.
    #[default]
    Parameter,
    /// A property that can be read but not set.
    ReadOnly,
}

/// A special property of an attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttributeTrait {
    /// The attribute is part of the identity of a resource.
    Namevar,
    /// A resource without the attribute is refused.
    Required,
    /// The value is never exposed in plain text outside the host.
    Sensitive,
    /// The array as a whole is the value; otherwise any element is accepted and the first one is set.
    WholeArray,
    /// The order of the elements is irrelevant.
    Unordered,
}

/// The meaning of a value to the host.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Meaning {
    /// The value has no special meaning.
    #[default]
    Ordinary,
    /// The resource is absent, so its other properties are not compared.
    Absent,
    /// Setting the value makes pending refreshes unnecessary.
    Fresh,
}

/// A value of an attribute.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// The canonical spelling, or `*` for values without a name.
    pub value: String,
    /// For `*`, a regular expression in Ruby's syntax that matches any part of the value; an empty pattern
    /// matches all values. The first matching choice applies.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub pattern: String,
    /// Aliases of the value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// The features that a provider requires for this value. A missing feature is an error.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<String>,
    /// The meaning of the value to the host.
    #[serde(default)]
    pub meaning: Meaning,
    /// For a named value, the name of the event of a change to it, which overrides that of the attribute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// The documentation in Markdown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub docs: String,
}

/// The source of a default value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fallback {
    /// A constant value.
    Constant(Value),
    /// The value of the attribute with this index.
    SameAs(u16),
}

/// Maps the n-th capture group of `pattern` to the n-th attribute in `captures`. The first matching pattern
/// applies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TitlePattern {
    /// A regular expression that must match the whole title.
    pub pattern: String,
    /// The indices of attributes.
    pub captures: Vec<u16>,
}

/// The kind of a relationship.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Edge {
    /// The target comes first.
    Require,
    /// The target comes after the resource.
    Before,
    /// The target comes after the resource and is refreshed when the resource changes.
    Notify,
    /// The target comes first, and its change refreshes the resource.
    Subscribe,
}

/// The source of the titles of an automatic relationship's targets.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EdgeSource {
    /// A constant title.
    Title(String),
    /// The value of the attribute with this index, or each of its elements.
    Attribute(u16),
    /// The nearest managed ancestor of the path in the attribute with this index.
    Ancestor(u16),
}

/// An automatic relationship. It has no effect if the catalog does not contain the target.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AutoEdge {
    /// The kind of relationship.
    pub edge: Edge,
    /// The type of the target, which may be `class`.
    pub target_type: String,
    /// The source of the target's title.
    pub source: EdgeSource,
}

/// A test of the system.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Test {
    /// The fact at this dotted path equals one of these values, ignoring case.
    Fact(String, Vec<String>),
    /// This command of the manifest was found.
    Command(String),
    /// This path exists.
    Path(String),
    /// The file contains the text.
    Contains(String, String),
}

/// A test and its expected result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// The test.
    pub test: Test,
    /// The result that satisfies the condition.
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    pub holds: bool,
}

/// An optional feature of the providers of a type.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Feature {
    /// The name of the feature.
    pub name: String,
    /// The documentation in Markdown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub docs: String,
}

/// A feature that a provider has if all conditions hold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provided {
    /// The name of the feature.
    pub feature: String,
    /// The conditions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub when: Vec<Condition>,
}

/// A hook that a component may implement. Only declared hooks are called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hook {
    /// Validates and normalizes rows.
    Canonicalize,
    /// Computes automatic relationships in code.
    Relate,
    /// Generates additional resources before the run.
    Generate,
    /// Generates additional resources when their parent is applied.
    Expand,
    /// Checks rows before any resource is applied.
    Precheck,
    /// Lists all instances.
    Instances,
    /// Reads the current state.
    Get,
    /// Changes the state.
    Set,
    /// Reacts to a refresh event from another resource.
    Refresh,
    /// Allows a single `get` for all rows to serve the whole run.
    Prefetch,
}

/// A special property of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TypeTrait {
    /// Several resources may have the same namevar.
    Duplicates,
    /// A change of the resource triggers its own refresh.
    SelfRefresh,
    /// Independent resources may be set concurrently.
    Parallel,
}

/// A provider of a type.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProviderSchema {
    /// The type of the provider.
    pub type_name: String,
    /// The name of the provider, which is that of the type if there is only one.
    pub name: String,
    /// The documentation in Markdown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub docs: String,
    /// For a type of another package: the attributes that the provider supports, which are its columns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attributes: Vec<String>,
    /// The features of the provider.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<Provided>,
    /// Defaults by attribute name that override those of the type.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub defaults: Vec<(String, Value)>,
    /// The conditions that must all hold for the provider to be suitable.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub confine: Vec<Condition>,
    /// Lists of conditions. The provider is a default if all conditions of one list hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub default_for: Vec<Vec<Condition>>,
    /// The priority among several default providers; the highest one is chosen.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub specificity: u32,
    /// The hooks that the provider implements. A provider without `get` can be declared but is never
    /// suitable.
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

    /// Returns the attributes that form the identity, with their indices.
    pub fn namevars(&self) -> impl Iterator<Item = (usize, &Attribute)> {
        self.attributes.iter().enumerate().filter(|(_, a)| a.is_namevar())
    }

    /// Returns whether the type has this special property.
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

    /// Returns whether the attribute has this special property.
    #[must_use]
    pub fn has(&self, wanted: AttributeTrait) -> bool {
        self.traits.contains(&wanted)
    }

    /// Returns the choice with this value or alias.
    #[must_use]
    pub fn named(&self, spelling: &str) -> Option<&Choice> {
        self.choices.iter().find(|choice| choice.is_named() && choice.is_spelled(spelling))
    }
}

impl Choice {
    /// Returns whether this is a named value, as opposed to a pattern or to any other value.
    #[must_use]
    pub fn is_named(&self) -> bool {
        self.value != "*"
    }

    /// Returns whether a text is the value or one of its aliases.
    #[must_use]
    pub fn is_spelled(&self, spelling: &str) -> bool {
        self.value == spelling || self.aliases.iter().any(|alias| alias == spelling)
    }
}
impl PackageSchema {
    /// Parses and checks a schema document.
    ///
    /// # Errors
    /// Returns an error if the text is not valid JSON, has another version or an unknown field, or violates a
    /// rule of [`PackageSchema::check`].
    pub fn from_json(text: &str) -> Result<Self, SchemaError> {
        let schema: Self = serde_json::from_str(text).map_err(|e| SchemaError::Format(e.to_string()))?;
        schema.check()?;
        match schema.types.iter().find(|schema| check::ENGINE.contains(&schema.name.as_str())) {
            Some(own) => Err(SchemaError::EngineType(own.name.clone())),
            None => Ok(schema),
        }
    }

    /// Returns the type with a name.
    #[must_use]
    pub fn type_named(&self, name: &str) -> Option<&TypeSchema> {
        self.types.iter().find(|known| known.name == name)
    }

    /// Serializes the schema document.
    #[must_use]
    pub fn to_json(&self) -> String {
        // The document consists of strings, numbers and lists, so serialization cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Removes leading and trailing whitespace from a text, and the common indentation from all lines but the
/// first.
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

#[cfg(test)]
mod tests {
    use super::check::{MAX_ATTRIBUTES, RESERVED};
    use super::*;

    fn minimal() -> PackageSchema {
        let path = Attribute { name: "path".into(), traits: vec![AttributeTrait::Namevar], ..Attribute::default() };
        let schema = TypeSchema { name: "file".into(), attributes: vec![path], ..TypeSchema::default() };
        PackageSchema { version: VERSION, types: vec![schema], providers: vec![] }
    }

    #[test]
    fn document_survives_a_round_trip() {
        let schema = minimal();
        assert_eq!(PackageSchema::from_json(&schema.to_json()).unwrap(), schema);
    }

    #[test]
    fn name_of_a_built_in_type_is_rejected() {
        let text = minimal().to_json().replace("\"file\"", "\"notify\"");
        let said = PackageSchema::from_json(&text).unwrap_err().to_string();
        assert_eq!(said, "type 'notify': the name is reserved for a built-in type");
    }

    #[test]
    fn unknown_field_is_rejected() {
        let text = minimal().to_json().replace("\"version\":1", "\"version\":1,\"colour\":2");
        assert!(PackageSchema::from_json(&text).unwrap_err().to_string().contains("colour"));
    }

    #[test]
    fn provider_refers_only_to_features_and_attributes_of_its_type() {
        let refused = |provider: ProviderSchema| {
            let provider = ProviderSchema { type_name: "file".into(), name: "posix".into(), ..provider };
            PackageSchema { providers: vec![provider], ..minimal() }.check().unwrap_err().to_string()
        };
        let feature = Provided { feature: "sharp".into(), when: vec![] };
        let features = refused(ProviderSchema { features: vec![feature], ..ProviderSchema::default() });
        assert_eq!(features, "provider 'posix' of 'file': the feature 'sharp' is not declared");
        let defaults = vec![("colour".into(), "red".into())];
        let defaults = refused(ProviderSchema { defaults, ..ProviderSchema::default() });
        assert!(defaults.contains("'colour', which is not an attribute of the type"));
        let expand_with = vec!["colour".into()];
        let expanding = refused(ProviderSchema { expand_with, ..ProviderSchema::default() });
        assert!(expanding.contains("it expands with 'colour', which is not an attribute of the type"));
    }

    #[test]
    fn documentation_loses_its_common_indentation() {
        assert_eq!(without_indentation("  One line.  "), "One line.");
        assert_eq!(without_indentation("First\n    second\n\n      third  \n    "), "First\nsecond\n\n  third");
        assert_eq!(without_indentation("First\nsecond\n  third"), "First\nsecond\n  third");
    }

    #[test]
    fn violated_rule_is_named() {
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
            refused(|t| t.attributes[0].event = Some("a b".into())).contains("'a b' is not a valid name of an event")
        );
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
