//! Suitability of providers on this system, their features, and the default provider. All conditions are data in
//! the schema: no component code is called.

use catalog::Value;
use marotte_contract::manifest::Manifest;
use marotte_contract::schema::{Condition, Hook, ProviderSchema, Test};
use transaction::provider::Rank;

use crate::paths::Purpose;
use crate::system::{HostState, command, files};

/// Result of the suitability check of a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Suitability {
    /// Reason why the provider cannot be used.
    pub(crate) unsuitable: Option<String>,
    /// The available features.
    pub(crate) features: Vec<String>,
    /// Rank as the default provider.
    pub(crate) rank: Rank,
}

impl HostState {
    /// Determines the suitability of a provider.
    pub(crate) fn suitability(&self, manifest: &Manifest, provider: &ProviderSchema) -> Suitability {
        let unbuilt = (!provider.hooks.contains(&Hook::Get)).then(|| "it is not implemented yet".to_owned());
        let failed = provider.confine.iter().filter(|condition| !self.holds(manifest, condition)).map(describe);
        let failed: Vec<String> = unbuilt.into_iter().chain(failed).collect();
        let features = provider
            .features
            .iter()
            .filter(|provided| provided.when.iter().all(|condition| self.holds(manifest, condition)))
            .map(|provided| provided.feature.clone())
            .collect();
        let matched = provider.default_for.iter().filter(|list| list.iter().all(|c| self.holds(manifest, c)));
        let conditions = matched.map(Vec::len).max();
        Suitability {
            unsuitable: (!failed.is_empty()).then(|| failed.join("; ")),
            features,
            rank: Rank { conditions, specificity: provider.specificity },
        }
    }

    fn holds(&self, manifest: &Manifest, condition: &Condition) -> bool {
        let answer = match &condition.test {
            Test::Fact(path, values) => (self.facts)(path).is_some_and(|fact| equals(&fact, values)),
            Test::Command(name) => manifest.commands.get(name).is_some_and(|grant| {
                let path = self.commands.path();
                grant.find.iter().any(|place| command::find(place, Some(&path)).is_some())
            }),
            Test::Path(path) => self.paths.follow(path, Purpose::Read).is_ok(),
            Test::Contains(path, text) => files::text_of(&self.paths, path).is_some_and(|held| held.contains(text)),
        };
        answer == condition.holds
    }
}

/// Compares case-insensitively, as Puppet does for facts in `confine`.
fn equals(fact: &Value, values: &[String]) -> bool {
    let fact = fact.to_string().to_lowercase();
    values.iter().any(|value| value.to_lowercase() == fact)
}

fn describe(condition: &Condition) -> String {
    let not = if condition.holds { "not " } else { "" };
    match &condition.test {
        Test::Fact(path, values) => format!("the fact '{path}' is {not}{}", values.join(" or ")),
        Test::Command(name) => format!("the command '{name}' is {not}available"),
        Test::Path(path) => format!("{path} does {not}exist").replace("does exist", "exists"),
        Test::Contains(path, text) => format!("{path} does {not}contain '{text}'").replace("does contain", "contains"),
    }
}
