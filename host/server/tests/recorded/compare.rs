//! Comparison of a reply with the recorded one, whose volatile parts are placeholders.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use crate::recorded::client::{RawReply, RawRequest};

/// Compares replies of a group.
pub(crate) struct Comparison {
    code: String,
    files: [PathBuf; 2],
    /// The recorded contents by the name of the case.
    contents: BTreeMap<String, Json>,
}

impl Comparison {
    pub(crate) fn new(root: &Path, data: &Path, recorded: &[Json]) -> Self {
        let content = |case: &Json| (case["name"].as_str().unwrap().to_owned(), case["response"]["body"].clone());
        Self {
            code: root.join("code").display().to_string(),
            files: [data.join("ca-directory"), data.join("requests")],
            contents: recorded.iter().map(content).collect(),
        }
    }

    /// Returns the request of a case.
    pub(crate) fn request(&self, case: &Json) -> RawRequest {
        let text = |name: &str| case[name].as_str().unwrap();
        let version = case["version"].as_str().unwrap_or("1.1");
        let headers = case["headers"].as_object().unwrap();
        let headers = headers.iter().map(|(name, value)| (name.clone(), value.as_str().unwrap().to_owned()));
        let content = match &case["body"] {
            Json::Null => None,
            body => Some(match body["text"].as_str() {
                Some(text) => self.with_files(text).into_bytes(),
                None => base64(body["base64"].as_str().unwrap()),
            }),
        };
        RawRequest {
            client: case["client"].as_str().map(str::to_owned),
            line: format!("{} {} HTTP/{version}", text("method"), text("path")),
            headers: headers.collect(),
            content,
        }
    }

    /// Replaces `$FILE(NAME)` by the content of a file.
    fn with_files(&self, text: &str) -> String {
        let Some((before, rest)) = text.split_once("$FILE(") else { return text.to_owned() };
        let (name, after) = rest.split_once(')').unwrap();
        let content = self.files.iter().find_map(|directory| fs::read_to_string(directory.join(name)).ok());
        let content = content.unwrap_or_else(|| panic!("there is no file {name}"));
        format!("{before}{content}{}", self.with_files(after))
    }

    /// Returns how a reply differs from the recorded one.
    pub(crate) fn difference(&self, case: &Json, reply: &RawReply) -> Option<String> {
        let recorded = &case["response"];
        // A request that puppetserver answered by closing the connection.
        let status = recorded["status"].as_u64().unwrap_or(0);
        let text = String::from_utf8_lossy(&reply.content);
        if status != u64::from(reply.status) {
            let shown: String = text.chars().take(300).collect();
            return Some(format!("status {} instead of {status}: {}\n{shown}", reply.status, reply.head));
        }
        let mut body = &recorded["body"];
        while let Some(other) = body["same_as"].as_str() {
            body = &self.contents[other];
        }
        // Texts of errors are our own.
        if status >= 300 {
            return None;
        }
        match (&body["json"], body["text"].as_str()) {
            (Json::Null, None) => None,
            (Json::Null, Some(expected)) => {
                let expected = self.with_files(expected);
                (!self.fits_text(&expected, &text)).then(|| format!("'{text}' instead of '{expected}'"))
            }
            (expected, _) => match serde_json::from_str::<Json>(&text) {
                Ok(actual) => self.json_difference("", expected, &sorted(actual)),
                Err(error) => Some(format!("it is not JSON: {error}: {text}")),
            },
        }
    }

    /// Returns the first difference between values.
    fn json_difference(&self, place: &str, expected: &Json, actual: &Json) -> Option<String> {
        let different = || Some(format!("{place}: {actual} instead of {expected}"));
        match (expected, actual) {
            (Json::Object(expected), Json::Object(actual)) => {
                let names = expected.keys().chain(actual.keys());
                let find =
                    |name: &String, map: &serde_json::Map<String, Json>| map.get(name).cloned().unwrap_or(Json::Null);
                names
                    // Puppet distinguishes classes by the form of their declaration, agents do not.
                    .filter(|name| !(expected.get("type").is_some_and(|kind| kind == "Class") && *name == "kind"))
                    .filter_map(|name| {
                        self.json_difference(&format!("{place}/{name}"), &find(name, expected), &find(name, actual))
                    })
                    .next()
            }
            (Json::Array(expected), Json::Array(actual)) if expected.len() == actual.len() => {
                let pairs = expected.iter().zip(actual).enumerate();
                pairs
                    .filter_map(|(index, (expected, actual))| {
                        self.json_difference(&format!("{place}/{index}"), expected, actual)
                    })
                    .next()
            }
            (Json::String(expected), Json::String(actual)) if self.fits_text(expected, actual) => None,
            (Json::String(expected), Json::Number(_)) if expected.starts_with('$') => None,
            (expected, actual) if expected == actual => None,
            _ => different(),
        }
    }

    /// Returns whether a text fits one with placeholders.
    fn fits_text(&self, expected: &str, actual: &str) -> bool {
        let expected = expected.replace("$CODE", &self.code);
        let mut rest = actual;
        let mut parts = expected.split('$');
        let Some(tail) = rest.strip_prefix(parts.next().unwrap_or_default()) else { return false };
        rest = tail;
        let mut is_open = false;
        for part in parts {
            // The placeholder stands for any text up to what follows it.
            let name = part.trim_start_matches(|letter: char| letter.is_ascii_uppercase());
            let following = match name.strip_prefix('(') {
                Some(inside) => inside.split_once(')').map_or("", |(_, following)| following),
                None => name,
            };
            let Some(at) = rest.find(following) else { return false };
            rest = &rest[at + following.len()..];
            is_open = following.is_empty();
        }
        rest.is_empty() || is_open
    }
}

/// Sorts lists whose order does not count: of tags, and of files.
fn sorted(value: Json) -> Json {
    match value {
        Json::Array(list) => {
            let mut list: Vec<Json> = list.into_iter().map(sorted).collect();
            if list.iter().all(|one| one["relative_path"].is_string()) {
                list.sort_by_key(|one| (one["relative_path"].to_string(), one["path"].to_string()));
            }
            Json::Array(list)
        }
        Json::Object(map) => Json::Object(map.into_iter().map(|(name, value)| (name, sorted(value))).collect()),
        other => other,
    }
}

fn base64(text: &str) -> Vec<u8> {
    use base64::Engine as _;
    base64::prelude::BASE64_STANDARD.decode(text).unwrap()
}
