//! Facts of the node in manifests: `$facts` and top-scope variables. Facts in the request take precedence; others are
//! requested from the world one by one when a manifest uses them.

use std::cell::{OnceCell, RefCell};

use rustc_hash::FxHashMap;
use value::{CompileRequest, Hash, Value, World};

/// The facts of one compilation.
pub(crate) struct NodeFacts<'a> {
    given: &'a [(catalog::Value, catalog::Value)],
    world: &'a dyn World,
    known: RefCell<FxHashMap<Box<str>, Option<Value>>>,
    all: OnceCell<Value>,
}

impl<'a> NodeFacts<'a> {
    /// Combines the facts of the request with those of the world.
    pub(crate) fn new(world: &'a dyn World, request: &'a CompileRequest) -> Self {
        let given = match &request.facts {
            catalog::Value::Hash(facts) => &**facts,
            _ => &[],
        };
        Self { given, world, known: RefCell::default(), all: OnceCell::new() }
    }

    /// Returns a fact by its name, without gathering the others.
    pub(crate) fn get(&self, name: &str) -> Option<Value> {
        if let Some(known) = self.known.borrow().get(name) {
            return known.clone();
        }
        let given = self.given.iter().find(|(key, _)| key.as_str() == Some(name));
        let value = given.map(|(_, value)| of_fact(value)).or_else(|| self.world.fact(name).as_ref().map(of_fact));
        self.known.borrow_mut().insert(name.into(), value.clone());
        value
    }

    /// Returns a hash with a single fact; an empty one if it does not exist.
    pub(crate) fn with_one(&self, name: &str) -> Value {
        let fact = self.get(name).map(|value| (Value::from(name), value));
        fact.into_iter().collect::<Hash>().into()
    }

    /// Returns whether the request contains a fact.
    pub(crate) fn is_given(&self, name: &str) -> bool {
        self.given.iter().any(|(key, _)| key.as_str() == Some(name))
    }

    /// Returns the hash of all facts.
    pub(crate) fn all(&self) -> &Value {
        self.all.get_or_init(|| {
            let others = self.world.facts();
            let mut all: Hash = others.iter().map(|(name, value)| (name.as_str(), of_fact(value))).collect();
            for (name, value) in self.given {
                all.insert(name, of_fact(value));
            }
            all.into()
        })
    }
}

/// Converts a fact. Puppet: a null is an empty string.
fn of_fact(fact: &catalog::Value) -> Value {
    match fact {
        catalog::Value::Undef => Value::from(""),
        catalog::Value::Array(elements) => elements.iter().map(of_fact).collect(),
        catalog::Value::Hash(entries) => {
            let entries = entries.iter().map(|(key, value)| (Value::from(key), of_fact(value)));
            entries.collect::<Hash>().into()
        }
        other => other.into(),
    }
}
