//! Test driver for a provider: creates rows from attributes and reports results like the host. It implements the
//! host's rules for comparing and setting, and sets the row to which grants refer, but not catalogs or ordering.

use std::marker::PhantomData;
use std::rc::Rc;

use marotte_contract::schema::{Attribute, Fallback, PackageSchema, Role, TypeSchema};
use serde_json::Value as Json;

use super::FakeSystem;
use crate::arena::{self, ArenaWriter};
use crate::bindings::marotte::provider::values::Row as WireRow;
use crate::export::{self, Package};
use crate::resource::{AttributeName, Canonicalize, FieldValues, Problems, Record, Resource, Row, State};
use crate::{Error, Expand, Generate, Generated, Instance, Instances, Provider, Refresh, Result, Value};

/// A provider and the fake system on which it runs.
pub struct ProviderTest<P: Provider> {
    machine: FakeSystem,
    provider: P,
    name: Rc<str>,
    schema: TypeSchema,
}

/// The desired state of a resource.
pub struct Desired<R: Resource> {
    /// The row passed to the provider.
    pub row: Row<R>,
    values: Vec<(u16, Value)>,
    resource: PhantomData<R>,
}

impl<R: Resource> Desired<R> {
    fn new(title: &str, provider: &Rc<str>, values: Vec<(u16, Value)>) -> Result<Self> {
        let mut arena = ArenaWriter::default();
        let slots = values.iter().map(|(index, value)| (*index, arena.push(value.clone()))).collect();
        let wire = WireRow { id: 1, title: arena.write(title), slots };
        let row: Row<R> =
            export::row(&arena.into_wire(), &wire).map_err(|misfits| export::type_errors::<R>(&misfits))?;
        Ok(Self { row: row.with_provider(Some(provider)), values, resource: PhantomData })
    }
}

impl<P: Provider> ProviderTest<P> {
    /// Opens a provider of a package.
    ///
    /// # Panics
    /// Panics if the package has no such provider or if it cannot be used.
    #[must_use]
    pub fn new<K: Package>(machine: &FakeSystem, provider: &str) -> Self {
        let package = PackageSchema::from_json(K::SCHEMA).expect("the macro has checked the document");
        let schema = package.types.into_iter().find(|schema| schema.name == P::Resource::TYPE);
        let features = package.providers.into_iter().find(|known| known.name == provider).map(|known| known.features);
        let features = features.expect("a provider of the package").into_iter().map(|known| known.feature);
        let opened = P::open(provider, &features.collect::<Vec<_>>());
        Self {
            machine: machine.clone(),
            name: provider.into(),
            provider: opened.expect("a provider that can be used"),
            schema: schema.expect("a type of the package"),
        }
    }

    /// Creates a row from attributes that are already converted to their data types.
    ///
    /// # Errors
    /// Returns an error if an attribute is invalid.
    pub fn want(&self, title: &str, attributes: &[(&str, Value)]) -> Result<Desired<P::Resource>> {
        Desired::new(title, &self.name, self.values(title, attributes)?)
    }

    /// Creates a row and canonicalizes it.
    ///
    /// # Errors
    /// Returns the errors and warnings of the type, one on each line.
    pub fn prepare(&self, title: &str, attributes: &[(&str, Value)]) -> Result<Desired<P::Resource>>
    where
        P::Resource: Canonicalize,
    {
        let mut row = self.want(title, attributes)?.row;
        let mut problems = Problems::default();
        Canonicalize::canonicalize(&mut row, &self.machine, &mut problems);
        let messages: Vec<&str> = problems.messages().collect();
        if messages.is_empty() {
            Desired::new(title, &self.name, row.into_values().2)
        } else {
            Err(Error::invalid(messages.join("\n")))
        }
    }

    /// Reads the state of one row.
    ///
    /// # Errors
    /// Returns an error if the state cannot be read.
    ///
    /// # Panics
    /// Panics if the provider does not return exactly one result.
    pub fn get(&mut self, wanted: &Desired<P::Resource>) -> Result<State<P::Resource>> {
        self.machine.only_asks(true);
        let mut states =
            self.with_row(&wanted.values, |it| it.provider.get(&it.machine, std::slice::from_ref(&wanted.row)));
        self.machine.only_asks(false);
        assert_eq!(states.len(), 1, "one result for each row");
        states.remove(0)
    }

    /// Applies one row and returns the log messages: "mode: mode changed '0644' to '0600'", or the error of the
    /// row.
    ///
    /// # Panics
    /// Panics if the provider returns values that it cannot decode.
    pub fn apply(&mut self, wanted: &Desired<P::Resource>) -> Vec<String> {
        let state = match self.get(wanted) {
            Ok(state) => state,
            Err(error) => return vec![format!("Could not evaluate: {}", error.message)],
        };
        let judged = self.compare(wanted, state);
        let changed: Vec<_> = judged.changes.iter().map(|change| attribute::<P::Resource>(change.index)).collect();
        if changed.is_empty() {
            return Vec::new();
        }
        let is = read_state::<P::Resource>(judged.is);
        match self.with_row(&wanted.values, |it| it.provider.set(&it.machine, &wanted.row, &is, &changed)) {
            Ok(applied) => {
                let outcome = |index| {
                    let mut outcomes = applied.outcomes().iter();
                    outcomes.find(|(known, _)| known.index() == index).map_or(Ok(None), |(_, outcome)| outcome.clone())
                };
                judged.changes.iter().map(|change| change.describe(outcome(change.index))).collect()
            }
            Err(error) => judged.changes.iter().map(|change| change.describe(Err(error.clone()))).collect(),
        }
    }

    /// Returns the log messages of a noop run.
    pub fn noop(&mut self, wanted: &Desired<P::Resource>) -> Vec<String> {
        match self.get(wanted) {
            Ok(state) => {
                let changes = self.compare(wanted, state).changes.into_iter();
                changes.map(|c| format!("{}: current_value {}, should be {} (noop)", c.name, c.is, c.should)).collect()
            }
            Err(error) => vec![format!("Could not evaluate: {}", error.message)],
        }
    }

    /// Returns the resources that a row generates before the run: "File[/x]: mode => '0644'".
    ///
    /// # Errors
    /// Returns the error of the provider.
    pub fn generate(&mut self, wanted: &Desired<P::Resource>) -> Result<Vec<String>>
    where
        P: Generate,
    {
        let generated =
            self.with_row(&wanted.values, |it| it.provider.generate(&it.machine, std::slice::from_ref(&wanted.row)))?;
        Ok(generated.iter().map(describe).collect())
    }

    /// Returns the resources that a row generates when it is applied, formatted as in [`ProviderTest::generate`].
    ///
    /// # Errors
    /// Returns the error of the provider.
    pub fn expand(&mut self, wanted: &Desired<P::Resource>) -> Result<Vec<String>>
    where
        P: Expand,
    {
        let expanded = self.with_row(&wanted.values, |it| it.provider.expand(&it.machine, &wanted.row))?;
        Ok(expanded.iter().map(describe).collect())
    }

    /// Returns the existing resources.
    ///
    /// # Errors
    /// Returns an error if the resources cannot be listed.
    pub fn instances(&mut self) -> Result<Vec<Instance<P::Resource>>>
    where
        P: Instances,
    {
        let constant = |known: &Attribute| match &known.default {
            Some(Fallback::Constant(constant)) => Some(constant_value(constant)),
            Some(Fallback::SameAs(_)) | None => None,
        };
        let defaults: Vec<(u16, Value)> =
            (0..).zip(&self.schema.attributes).filter_map(|(index, known)| Some((index, constant(known)?))).collect();
        self.with_row(&defaults, |it| it.provider.instances(&it.machine))
    }

    /// Refreshes one row.
    ///
    /// # Errors
    /// Returns an error if the refresh failed.
    pub fn refresh(&mut self, wanted: &Desired<P::Resource>) -> Result<()>
    where
        P: Refresh,
    {
        self.with_row(&wanted.values, |it| it.provider.refresh(&it.machine, &wanted.row))
    }

    /// Makes a call during which grants refer to these values.
    fn with_row<A>(&mut self, values: &[(u16, Value)], call: impl FnOnce(&mut Self) -> A) -> A {
        let name = |index: u16| self.schema.attributes.get(usize::from(index)).map(|known| known.name.clone());
        let row = values.iter().filter_map(|(index, value)| Some((name(*index)?, value.clone())));
        self.machine.set_row(Some(row.collect()));
        let answer = call(self);
        self.machine.set_row(None);
        answer
    }

    fn values(&self, title: &str, attributes: &[(&str, Value)]) -> Result<Vec<(u16, Value)>> {
        let given = |known: &Attribute| {
            let given = attributes.iter().find(|(name, _)| *name == known.name).map(|(_, value)| value.clone());
            given.or_else(|| known.is_namevar().then(|| title.into()))
        };
        let value = |known: &Attribute| match (given(known), &known.default) {
            (None, Some(Fallback::Constant(constant))) => Some(constant_value(constant)),
            (None, Some(Fallback::SameAs(other))) => self.schema.attributes.get(usize::from(*other)).and_then(given),
            (given, _) => given,
        };
        match attributes.iter().find(|(name, _)| self.schema.attribute(name).is_none()) {
            Some((name, _)) => Err(Error::invalid(format!("no parameter named '{name}'"))),
            None => Ok((0..).zip(&self.schema.attributes).filter_map(|(i, known)| Some((i, value(known)?))).collect()),
        }
    }

    fn compare(&self, wanted: &Desired<P::Resource>, state: State<P::Resource>) -> Comparison {
        let State { is, verdicts } = state;
        let is = is.into_values();
        let value = |values: &[(u16, Value)], index| {
            values.iter().find(|(known, _)| *known == index).map(|(_, value)| value.clone()).unwrap_or_default()
        };
        let mut changes = Vec::new();
        for (index, known) in self.schema.attributes.iter().enumerate().filter(|(_, a)| a.role == Role::Property) {
            let index = u16::try_from(index).unwrap_or(u16::MAX);
            let (current, desired) = (value(&is, index), value(&wanted.values, index));
            let verdict = verdicts.iter().find(|verdict| verdict.attribute.index() == index);
            let is_insync = verdict.map_or(desired == Value::Undef || plain(&current) == plain(&desired), |v| v.insync);
            if is_insync {
                continue;
            }
            let verdict = verdict.cloned().map(|v| (v.is, v.should, v.change)).unwrap_or_default();
            changes.push(Change {
                index,
                name: known.name.clone(),
                is: verdict.0.unwrap_or_else(|| show(&current)),
                should: verdict.1.unwrap_or_else(|| show(&desired)),
                words: verdict.2,
            });
        }
        if let Some(place) = changes.iter().position(|change| change.name == "ensure") {
            changes = vec![changes.swap_remove(place)];
        } else if self
            .schema
            .column("ensure")
            .and_then(|i| u16::try_from(i).ok())
            .is_some_and(|index| matches!(value(&is, index), Value::Text(text) if text == "absent"))
        {
            changes.clear();
        }
        Comparison { is, changes }
    }
}

/// Converts a default of the schema.
fn constant_value(constant: &Json) -> Value {
    match constant {
        Json::Null => Value::Undef,
        Json::Bool(boolean) => (*boolean).into(),
        Json::Number(number) => {
            number.as_i64().map_or_else(|| Value::Float(number.as_f64().unwrap_or(f64::NAN)), Value::from)
        }
        Json::String(text) => text.as_str().into(),
        Json::Array(elements) => Value::Array(elements.iter().map(constant_value).collect()),
        Json::Object(entries) => {
            let entry = |(key, value): (&String, &Json)| (Value::from(key.as_str()), constant_value(value));
            Value::Hash(entries.iter().map(entry).collect())
        }
    }
}

/// Formats a generated resource on one line.
fn describe(generated: &Generated) -> String {
    let (first, rest) = generated.type_name.split_at(generated.type_name.len().min(1));
    let attributes: Vec<String> =
        generated.attributes.iter().map(|(name, value)| format!("{name} => {}", show(value))).collect();
    format!("{}{rest}[{}]: {}", first.to_uppercase(), generated.title, attributes.join(", "))
}

struct Comparison {
    is: Vec<(u16, Value)>,
    changes: Vec<Change>,
}

struct Change {
    index: u16,
    name: String,
    is: String,
    should: String,
    words: Option<String>,
}

impl Change {
    fn describe(&self, outcome: Result<Option<String>>) -> String {
        let Self { name, is, should, words, .. } = self;
        match outcome {
            Ok(Some(words)) => format!("{name}: {words}"),
            Ok(None) => match words {
                Some(words) => format!("{name}: {words}"),
                None if name == "ensure" && is == "'absent'" => "ensure: created".to_owned(),
                None if name == "ensure" && should == "'absent'" => "ensure: removed".to_owned(),
                None => format!("{name}: {name} changed {is} to {should}"),
            },
            Err(Error { message, .. }) => format!("{name}: change from {is} to {should} failed: {message}"),
        }
    }
}

fn attribute<R: Resource>(index: u16) -> R::Attribute {
    R::Attribute::from_index(index).expect("an index of the type's own schema")
}

/// Converts a state through its encoded form, like the host.
fn read_state<R: Resource>(values: Vec<(u16, Value)>) -> R::State {
    let mut arena = ArenaWriter::default();
    let slots: Vec<_> = values.into_iter().map(|(index, value)| (index, arena.push(value))).collect();
    let nodes = arena.into_wire();
    debug_assert!(slots.iter().all(|(_, node)| arena::decode(&nodes, *node).is_ok()));
    R::State::read(&mut FieldValues::new(&nodes, R::ATTRIBUTES.len(), &slots))
        .expect("a state returned by the provider")
}

/// Returns the text by which values of different types are compared.
fn plain(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        Value::Integer(number) => number.to_string(),
        Value::Array(values) => values.iter().map(plain).collect::<Vec<_>>().join("\0"),
        other => format!("{other:?}"),
    }
}

fn show(value: &Value) -> String {
    match value {
        Value::Text(text) => format!("'{text}'"),
        Value::Integer(number) => number.to_string(),
        Value::Boolean(boolean) => boolean.to_string(),
        Value::Array(values) => format!("[{}]", values.iter().map(show).collect::<Vec<_>>().join(", ")),
        other => format!("{other:?}"),
    }
}
