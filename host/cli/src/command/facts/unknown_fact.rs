//! The message for an unknown fact.

use catalog::Value;
use engine::node::SystemFacts;

/// Returns the message: that a module defines the fact in Ruby, or the most similar name of the known facts.
pub(super) fn message(facts: &SystemFacts, all: Value, query: &str) -> String {
    if let Some(reason) = facts.reason_of_absence(query) {
        return reason;
    }
    let near = nearest(all, query).map_or_else(String::new, |near| format!("; did you mean '{near}'?"));
    format!("There is no fact '{query}'{near}")
}

/// Returns the query whose first unknown part is replaced with the most similar known name.
fn nearest(facts: Value, query: &str) -> Option<String> {
    let (mut known, mut values) = (String::new(), facts);
    for part in query.split('.') {
        let Value::Hash(pairs) = values else { return None };
        let names: Vec<&str> = pairs.iter().filter_map(|(name, _)| name.as_str()).collect();
        if !names.contains(&part) {
            return syntax::nearest(part, names).map(|near| known + near);
        }
        known += part;
        known.push('.');
        values = pairs.into_iter().find(|(name, _)| name.as_str() == Some(part))?.1;
    }
    None
}
