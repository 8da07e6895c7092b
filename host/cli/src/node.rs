//! Owns who the node is: its facts, gathered once and only if asked for, its name, and what is known of it for certain.

use std::cell::OnceCell;
use std::env;

use anyhow::Result;
use catalog::Value;

use crate::args::Compile;
use crate::input;

/// The version of Puppet whose language this is, which manifests may ask for.
const PUPPET_VERSION: &str = "7.23.0";

/// A node.
pub(crate) struct Node {
    certname: Option<String>,
    given: Option<Vec<(String, Value)>>,
    gathered: OnceCell<Value>,
}

impl Node {
    /// Makes the node that the flags ask for: this machine, or the one whose facts are in a file.
    ///
    /// # Errors
    /// The file with the facts can't be read.
    pub(crate) fn of(flags: &Compile) -> Result<Self> {
        let given = flags.facts.as_deref().map(input::read_facts).transpose()?;
        Ok(Self { certname: flags.certname.clone(), given, gathered: OnceCell::new() })
    }

    /// Gives it another name.
    pub(crate) fn named(self, certname: String) -> Self {
        Self { certname: Some(certname), ..self }
    }

    /// Returns all facts, a hash by name.
    pub(crate) fn facts(&self) -> &Value {
        self.gathered.get_or_init(|| {
            let facts = self.given.clone().unwrap_or_else(|| facts::gather(&env::var("PATH").unwrap_or_default()));
            Value::Hash(facts.into_iter().map(|(name, value)| (name.into(), value)).collect())
        })
    }

    /// Returns the fact at a dotted path.
    pub(crate) fn fact(&self, path: &str) -> Option<Value> {
        path.split('.').try_fold(self.facts(), |value, key| lookup(value, key)).cloned()
    }

    fn text(&self, path: &str) -> Option<String> {
        self.fact(path).and_then(|value| value.as_str().map(str::to_owned)).filter(|text| !text.is_empty())
    }

    /// Returns the name, as Puppet makes it of the names of the machine.
    pub(crate) fn name(&self) -> String {
        let known = self.certname.clone();
        let name = known
            .or_else(|| self.text("networking.fqdn"))
            .or_else(|| self.text("fqdn"))
            .or_else(|| self.text("networking.hostname"));
        name.unwrap_or_else(|| "localhost".to_owned()).to_lowercase()
    }

    /// Returns the facts with those that every node of Puppet's has beside the gathered ones.
    pub(crate) fn client_facts(&self, noop: bool) -> Value {
        let mut entries = match self.facts() {
            Value::Hash(entries) => entries.clone(),
            _ => Vec::new(),
        };
        for (name, value) in
            [("clientcert", self.name().into()), ("clientversion", PUPPET_VERSION.into()), ("clientnoop", noop.into())]
        {
            if lookup(self.facts(), name).is_none() {
                entries.push((name.into(), value));
            }
        }
        Value::Hash(entries)
    }

    /// Returns what is known for certain of a node that compiles for itself.
    pub(crate) fn trusted(&self) -> Value {
        let name = self.name();
        let (hostname, domain) =
            name.split_once('.').map_or((name.as_str(), None), |(hostname, domain)| (hostname, Some(domain)));
        Value::Hash(vec![
            ("authenticated".into(), "local".into()),
            ("certname".into(), name.as_str().into()),
            ("extensions".into(), Value::Hash(Vec::new())),
            ("hostname".into(), hostname.into()),
            ("domain".into(), domain.map_or(Value::Undef, Value::from)),
            ("external".into(), Value::Hash(Vec::new())),
        ])
    }
}

fn lookup<'a>(value: &'a Value, key: &str) -> Option<&'a Value> {
    match value {
        Value::Hash(entries) => entries.iter().find(|(name, _)| name.as_str() == Some(key)).map(|(_, value)| value),
        _ => None,
    }
}
