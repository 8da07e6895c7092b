//! Resource types of a run: the schema in a form prepared for repeated use, and the providers.

use std::fmt;
use std::sync::Arc;

use catalog::Value;
use catalog::schema::{Attribute, AttributeTrait, Edge, EdgeSource, Fallback, Hook, Meaning, Role, TypeSchema};
use datatype::Regex;
use rustc_hash::FxHashMap;

use crate::CatalogIssue;
use crate::convert::{Converter, ValueError};
use crate::issue;
use crate::provider::{ProviderInfo, Row};

/// A resource type.
#[derive(Debug)]
pub(crate) struct ResourceType {
    pub(crate) schema: Arc<TypeSchema>,
    /// The names of the attributes.
    pub(crate) names: Vec<Arc<str>>,
    /// Whether the host manages the type itself.
    pub(crate) is_engine: bool,
    /// The providers, the default first.
    pub(crate) providers: Vec<ProviderInfo>,
    pub(crate) ensure: Option<u16>,
    /// The namevars, ordered by name as in Puppet.
    pub(crate) namevars: Vec<u16>,
    pub(crate) required: Vec<u16>,
    pub(crate) edges: Vec<(Edge, String, EdgeSource)>,
    columns: FxHashMap<String, u16>,
    converters: Vec<Converter>,
    patterns: Vec<(Regex, Vec<u16>)>,
    defaults: Vec<(u16, Value)>,
    same_as: Vec<(u16, u16)>,
}

impl ResourceType {
    /// Creates a resource type from its schema.
    ///
    /// # Errors
    /// Returns an error if a data type, a title pattern or a default of the schema cannot be parsed.
    pub(crate) fn new(
        schema: Arc<TypeSchema>,
        is_engine: bool,
        providers: Vec<ProviderInfo>,
    ) -> Result<Self, CatalogIssue> {
        let bad = |what: String, reason: &dyn fmt::Display| issue::bad_schema(&schema.name, &what, reason);
        let mut columns = FxHashMap::default();
        let mut converters = Vec::with_capacity(schema.attributes.len());
        for (column, attribute) in (0..).zip(&schema.attributes) {
            columns.insert(attribute.name.clone(), column);
            columns.extend(attribute.aliases.iter().map(|alias| (alias.clone(), column)));
            let converter = Converter::new(attribute);
            converters.push(converter.map_err(|r| bad(format!("data type '{}'", attribute.data_type), &r))?);
        }
        let mut patterns = Vec::with_capacity(schema.title_patterns.len());
        for pattern in &schema.title_patterns {
            let regex = Regex::new(&format!(r"\A(?:{})\z", pattern.pattern));
            let regex = regex.map_err(|e| bad(format!("title pattern '{}'", pattern.pattern), &e))?;
            patterns.push((regex, pattern.captures.clone()));
        }
        let mut kind = Self {
            names: schema.attributes.iter().map(|a| a.name.as_str().into()).collect(),
            is_engine,
            providers,
            ensure: select(&schema, |a| a.name == "ensure" && a.role == Role::Property).first().copied(),
            namevars: select(&schema, Attribute::is_namevar),
            required: select(&schema, |a| a.has(AttributeTrait::Required)),
            edges: schema.edges.iter().map(|e| (e.edge, capitalized(&e.target_type), e.source.clone())).collect(),
            columns,
            converters,
            patterns,
            defaults: vec![],
            same_as: vec![],
            schema,
        };
        kind.namevars.sort_by(|a, b| kind.names[usize::from(*a)].cmp(&kind.names[usize::from(*b)]));
        kind.read_defaults()?;
        Ok(kind)
    }

    fn read_defaults(&mut self) -> Result<(), CatalogIssue> {
        for (column, attribute) in (0..).zip(&self.schema.attributes) {
            match &attribute.default {
                Some(Fallback::Constant(constant)) => {
                    let value =
                        self.converters[usize::from(column)].convert(Value::from(constant)).map_err(|reason| {
                            issue::bad_schema(&self.schema.name, &format!("default for '{}'", attribute.name), &reason)
                        })?;
                    self.defaults.push((column, value));
                }
                Some(Fallback::SameAs(other)) => self.same_as.push((column, *other)),
                None => {}
            }
        }
        Ok(())
    }

    /// Returns the column of an attribute by its name or one of its aliases. `name` is always accepted for a single
    /// namevar.
    pub(crate) fn column(&self, name: &str) -> Option<u16> {
        match (self.columns.get(name), self.namevars.as_slice()) {
            (Some(column), _) => Some(*column),
            (None, [namevar]) if name == "name" => Some(*namevar),
            (None, _) => None,
        }
    }

    pub(crate) fn attribute(&self, column: u16) -> &Attribute {
        &self.schema.attributes[usize::from(column)]
    }

    pub(crate) fn name(&self, column: u16) -> &Arc<str> {
        &self.names[usize::from(column)]
    }

    pub(crate) fn convert(&self, column: u16, value: Value) -> Result<Value, ValueError> {
        // Wrapped before any message can contain the value.
        let value = match value {
            value @ Value::Sensitive(_) => value,
            value if self.attribute(column).has(AttributeTrait::Sensitive) => {
                Value::Sensitive(catalog::Sensitive::new(value))
            }
            value => value,
        };
        self.converters[usize::from(column)].convert(value)
    }

    /// Passes the namevars extracted from a title to the callback. Returns `None` if no pattern matches the title.
    pub(crate) fn read_title(&self, title: &str, mut callback: impl FnMut(u16, &str)) -> Option<()> {
        if self.patterns.is_empty() {
            callback(*self.namevars.first()?, title);
            return Some(());
        }
        let (captures, columns) =
            self.patterns.iter().find_map(|(regex, columns)| Some((regex.captures_at(title, 0).ok()??, columns)))?;
        for (group, column) in (1..).zip(columns) {
            if let Some(text) = captures.text(group, title) {
                callback(*column, text);
            }
        }
        Some(())
    }

    /// Adds the defaults of attributes that neither the manifest nor the title sets.
    pub(crate) fn apply_defaults(&self, provider: Option<&ProviderInfo>, slots: &mut RowBuilder<'_>) {
        if let Some(provider) = provider {
            // If a type declares the attribute `provider`, it contains the name of the selected provider.
            if let Some(column) = self.columns.get("provider").filter(|column| !slots.has(**column)) {
                slots.set(*column, Value::from(&*provider.name));
            }
            for (name, value) in &provider.defaults {
                if let Some(column) = self.column(name)
                    && !slots.has(column)
                    && let Ok(value) = self.convert(column, value.clone())
                {
                    slots.set(column, value);
                }
            }
        }
        for (column, value) in &self.defaults {
            if !slots.has(*column) {
                slots.set(*column, value.clone());
            }
        }
        for (column, other) in &self.same_as {
            if !slots.has(*column)
                && let Some(value) = slots.value(*other).cloned()
            {
                slots.set(*column, value);
            }
        }
    }

    /// Returns the default provider, if any is suitable.
    pub(crate) fn default_provider(&self) -> Option<usize> {
        self.providers.iter().position(|p| p.unsuitable.is_none())
    }

    /// Returns the suitable providers with the highest rank. The first one is the default.
    pub(crate) fn rivals(&self) -> Vec<&str> {
        let mut suitable = self.providers.iter().filter(|provider| provider.unsuitable.is_none()).peekable();
        let Some(best) = suitable.peek().map(|first| first.rank) else { return vec![] };
        suitable.filter(|provider| provider.rank == best).map(|provider| &*provider.name).collect()
    }

    /// Returns the features that a provider lacks for a value, and the value.
    pub(crate) fn lacking_for_value<'a>(
        &'a self,
        provider: &ProviderInfo,
        column: u16,
        value: &'a Value,
    ) -> Option<(&'a [String], &'a str)> {
        let attribute = self.attribute(column);
        // The common case, in which the value need not be looked up.
        if attribute.choices.iter().all(|choice| choice.features.is_empty()) {
            return None;
        }
        let text = value.as_str()?;
        let features = &self.converters[usize::from(column)].choice(text)?.features;
        (!provider.lacking(features).is_empty()).then_some((features, text))
    }

    /// Drops attributes that need a feature that the provider lacks, as in Puppet, and passes each to the callback.
    pub(crate) fn drop_unmanaged(
        &self,
        provider: &ProviderInfo,
        slots: &mut Vec<(u16, Value)>,
        mut dropped: impl FnMut(&[&str], &str),
    ) {
        slots.retain(|(column, _)| {
            let attribute = self.attribute(*column);
            if attribute.features.is_empty() {
                return true;
            }
            let lacking = provider.lacking(&attribute.features);
            if !lacking.is_empty() {
                dropped(&lacking, &attribute.name);
            }
            lacking.is_empty()
        });
    }

    /// Returns whether a value represents an absent resource.
    pub(crate) fn means_absent(&self, column: u16, value: &Value) -> bool {
        let Some(text) = value.as_str() else { return false };
        text == "absent" || self.meaning(column, text) == Meaning::Absent
    }

    /// Returns the meaning of a value for the host.
    pub(crate) fn meaning(&self, column: u16, text: &str) -> Meaning {
        // Only values listed by name have a special meaning.
        self.attribute(column).named(text).map_or(Meaning::Ordinary, |choice| choice.meaning)
    }

    /// Returns whether resources of this type can purge resources of other types.
    pub(crate) fn may_purge(&self) -> bool {
        self.is_engine && self.schema.name == "resources"
    }

    /// Returns whether the provider's `expand` is called for a row.
    pub(crate) fn expands(&self, provider: &ProviderInfo, row: &Row) -> bool {
        let is_set = |name: &String| {
            let column = self.schema.column(name).and_then(|column| u16::try_from(column).ok());
            column.is_some_and(|column| row.value(column).is_some())
        };
        provider.hooks.expand && (provider.expand_with.is_empty() || provider.expand_with.iter().any(is_set))
    }

    pub(crate) fn implements(&self, hook: Hook) -> bool {
        self.schema.hooks.contains(&hook)
    }
}

fn select(schema: &TypeSchema, wanted: impl Fn(&Attribute) -> bool) -> Vec<u16> {
    (0..).zip(&schema.attributes).filter(|(_, a)| wanted(a)).map(|(column, _)| column).collect()
}

fn capitalized(type_name: &str) -> String {
    catalog::ResourceRef::new(type_name, "").type_name.to_string()
}

/// Builder of a row's attributes: in any order at first, each at most once.
pub(crate) struct RowBuilder<'a>(pub(crate) &'a mut Vec<(u16, Value)>);

impl RowBuilder<'_> {
    pub(crate) fn has(&self, column: u16) -> bool {
        self.value(column).is_some()
    }

    pub(crate) fn value(&self, column: u16) -> Option<&Value> {
        self.0.iter().find(|(c, _)| *c == column).map(|(_, value)| value)
    }

    pub(crate) fn set(&mut self, column: u16, value: Value) {
        self.0.push((column, value));
    }

    /// Sorts the attributes in the order of declaration.
    pub(crate) fn sort(&mut self) {
        self.0.sort_by_key(|(column, _)| *column);
    }
}
