//! Facts that nodes send.

use catalog::Value;
use serde_json::{Map, Value as Json, json};
use thiserror::Error;

use crate::form;
use crate::request::ApiRequest;

/// The largest depth of nested values: deeper ones could not be part of a catalog.
const DEPTH: usize = 60;

/// The facts of a node.
#[derive(Debug, Clone, PartialEq)]
pub struct NodeFacts {
    /// A hash of the facts by name.
    pub values: Value,
    /// The facts as they were sent.
    sent: Map<String, Json>,
}

/// Error of facts that cannot be read.
#[derive(Debug, Error)]
pub enum FactsError {
    /// The text is not JSON.
    #[error("{0}")]
    Json(#[from] serde_json::Error),
    /// The text or parameter is not UTF-8.
    #[error("they are not UTF-8")]
    Encoding,
    /// The facts have no name.
    #[error("they have no name")]
    NoName,
    /// The facts belong to another node.
    #[error("they are those of '{name}', not of '{node}'")]
    Name {
        /// The name of the facts.
        name: String,
        /// The node of the request.
        node: String,
    },
    /// The values are missing or not a hash.
    #[error("'values' is not a hash")]
    Values,
    /// A value is nested too deeply.
    #[error("a value is nested too deeply")]
    Depth,
    /// The facts have a format that is not supported.
    #[error("they have the unsupported format '{0}'")]
    Format(String),
    /// The request does not name the format of its facts.
    #[error("the parameter facts_format is missing")]
    NoFormat,
}

impl Default for NodeFacts {
    fn default() -> Self {
        Self { values: Value::Hash(Vec::new()), sent: Map::new() }
    }
}

impl NodeFacts {
    /// Reads facts in the form of agents: an object with the name of the node and the values.
    ///
    /// # Errors
    /// Returns an error if the text is not such an object, or the facts belong to another node.
    pub fn parse(text: &str, node: &str) -> Result<Self, FactsError> {
        let mut document: Json = serde_json::from_str(text)?;
        match document["name"].as_str() {
            Some(name) if name.eq_ignore_ascii_case(node) => {}
            Some(name) => return Err(FactsError::Name { name: name.to_owned(), node: node.to_owned() }),
            None => return Err(FactsError::NoName),
        }
        let sent = document["values"].take();
        if !is_within(&sent, DEPTH) {
            return Err(FactsError::Depth);
        }
        // Facts are plain data: an object with the type of a deferred function is a hash, as in Puppet. Otherwise a node could run
        // functions on other nodes, with resources that it exports.
        let values = Value::from(&sent);
        match sent {
            Json::Object(sent) => Ok(Self { values, sent }),
            _ => Err(FactsError::Values),
        }
    }

    /// Returns the facts in the form of a request for a catalog; `None` without facts.
    ///
    /// # Errors
    /// Returns an error if the facts have another format, or cannot be read.
    pub fn of_request(request: &ApiRequest, node: &str) -> Result<Option<Self>, FactsError> {
        let Some(text) = request.parameter("facts") else { return Ok(None) };
        match request.parameter("facts_format") {
            Some("application/json" | "text/pson" | "pson" | "json") => {}
            Some(other) => return Err(FactsError::Format(other.to_owned())),
            None => return Err(FactsError::NoFormat),
        }
        // They are encoded twice.
        let text = form::decode_value(text).map_err(|_| FactsError::Encoding)?;
        Self::parse(&text, node).map(Some)
    }

    /// Returns the document of the facts.
    #[must_use]
    pub fn document(&self, node: &str) -> Json {
        facts_document(node, self.sent.clone())
    }

    /// Returns the facts by name as they were sent.
    #[must_use]
    pub fn sent(&self) -> &Map<String, Json> {
        &self.sent
    }

    /// Returns the values as they were sent.
    #[must_use]
    pub fn into_json(self) -> Map<String, Json> {
        self.sent
    }
}

/// Returns facts in the form of requests.
#[must_use]
pub fn facts_document(node: &str, values: Map<String, Json>) -> Json {
    json!({ "name": node, "values": values })
}

/// Returns whether a value has at most `levels` levels.
fn is_within(value: &Json, levels: usize) -> bool {
    let is_shallower = |value| levels > 0 && is_within(value, levels - 1);
    match value {
        Json::Array(values) => values.iter().all(is_shallower),
        Json::Object(entries) => entries.values().all(is_shallower),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_round_trip_through_their_document() {
        let text = r#"{"name":"Web.example.com","values":{"a":{"b":[1,null,1.5]}},"timestamp":"x"}"#;
        let facts = NodeFacts::parse(text, "web.example.com").unwrap();
        let document = facts.document("web.example.com").to_string();
        assert_eq!(document, r#"{"name":"web.example.com","values":{"a":{"b":[1,null,1.5]}}}"#);
        assert_eq!(NodeFacts::parse(&document, "web.example.com").unwrap(), facts);
    }

    #[test]
    fn facts_of_another_node_are_refused() {
        let message = |text: &str| NodeFacts::parse(text, "a").unwrap_err().to_string();
        assert_eq!(message(r#"{"name":"b","values":{}}"#), "they are those of 'b', not of 'a'");
        assert_eq!(message("[]"), "they have no name");
        assert_eq!(message(r#"{"name":"a","values":[]}"#), "'values' is not a hash");
        assert_eq!(message(r#"{"name":"a"}"#), "'values' is not a hash");
    }

    #[test]
    fn facts_with_the_type_of_a_deferred_function_are_hashes() {
        let text = r#"{"name":"a","values":{"x":{"__ptype":"Deferred","name":"file","arguments":["/etc/shadow"]}}}"#;
        let facts = NodeFacts::parse(text, "a").unwrap();
        let Value::Hash(entries) = &facts.values else { panic!("{:?}", facts.values) };
        assert!(matches!(&entries[0].1, Value::Hash(fields) if fields.len() == 3), "{:?}", facts.values);
        let text = r#"{"name":"a","values":{"__ptype":"Sensitive","__pvalue":1}}"#;
        assert!(matches!(NodeFacts::parse(text, "a").unwrap().values, Value::Hash(_)));
    }

    #[test]
    fn facts_that_are_nested_too_deeply_are_refused() {
        let nested = |depth: usize| {
            let text = format!(r#"{{"name":"a","values":{{"x":{}1{}}}}}"#, "[".repeat(depth), "]".repeat(depth));
            NodeFacts::parse(&text, "a").map_err(|error| error.to_string())
        };
        assert!(nested(DEPTH - 1).is_ok());
        assert_eq!(nested(DEPTH).unwrap_err(), "a value is nested too deeply");
        assert!(nested(100_000).is_err());
    }
}
