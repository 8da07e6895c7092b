//! Explanation as text, exactly as printed by `puppet lookup --explain`.

use std::fmt::{self, Write as _};

use value::{Hash, Value};

use super::{Branch, Explanation, LookupEvent, LookupStep};

/// Formats the explanation, with a line break after each line.
impl fmt::Display for Explanation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut page = Page { text: String::new() };
        for branch in &self.branches {
            page.branch(branch, 0);
        }
        page.texts(&self.texts, 0);
        formatter.write_str(&page.text)
    }
}

/// Text output, with nested steps indented by two characters.
struct Page {
    text: String,
}

impl Page {
    fn line(&mut self, depth: usize, line: &str) {
        self.indent(depth);
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn indent(&mut self, depth: usize) {
        self.text.extend(std::iter::repeat_n("  ", depth));
    }

    fn branch(&mut self, branch: &Branch, depth: usize) {
        let inner = depth + 1;
        match &branch.step {
            LookupStep::Data(key) | LookupStep::Meta(key) => {
                self.line(depth, &format!("Searching for \"{key}\""));
                self.branches(branch, inner);
            }
            LookupStep::InvalidKey(key) => self.line(depth, &format!("Invalid key \"{key}\"")),
            LookupStep::MergeSource(source) => self.line(depth, &format!("Using merge options from \"{source}\" hash")),
            LookupStep::Module(name) => match branch.event {
                Some(LookupEvent::ModuleNotFound) => self.line(depth, &format!("Module \"{name}\" not found")),
                Some(LookupEvent::ModuleProviderNotFound) => {
                    self.line(depth, &format!("Module data provider for module \"{name}\" not found"));
                }
                _ => {}
            },
            LookupStep::Interpolate(text) => {
                self.line(depth, &format!("Interpolation on \"{text}\""));
                self.branches(branch, inner);
            }
            LookupStep::Merge { strategy, options } => self.merge(branch, strategy, options, depth),
            LookupStep::DataProvider { name, configuration, .. } => {
                self.line(depth, name);
                if let Some(path) = configuration {
                    self.line(inner, &format!("Using configuration \"{path}\""));
                }
                self.branches(branch, inner);
                self.outcome(branch, inner);
            }
            LookupStep::Location { is_path, location, original } => {
                let (kind, lower) = if *is_path { ("Path", "path") } else { ("URI", "uri") };
                self.line(depth, &format!("{kind} \"{location}\""));
                self.line(inner, &format!("Original {lower}: \"{original}\""));
                self.branches(branch, inner);
                if branch.event == Some(LookupEvent::LocationNotFound) {
                    self.line(inner, &format!("{kind} not found"));
                }
                self.outcome(branch, inner);
            }
            LookupStep::SubKey(segments) => {
                self.line(depth, &format!("Sub key: \"{}\"", segments.join(".")));
                self.branches(branch, inner);
                self.outcome(branch, inner);
            }
            LookupStep::Segment => self.outcome(branch, depth),
            LookupStep::Scope(name) => {
                self.line(depth, name);
                self.branches(branch, inner);
                self.outcome(branch, inner);
            }
        }
    }

    fn branches(&mut self, branch: &Branch, depth: usize) {
        branch.branches.iter().for_each(|inner| self.branch(inner, depth));
    }

    fn merge(&mut self, branch: &Branch, strategy: &str, options: &Hash, depth: usize) {
        match branch.branches.as_slice() {
            [] => return,
            // Puppet: the merge of a single value is not shown.
            [only] => return self.branch(only, depth),
            _ => {}
        }
        let inner = depth + 1;
        self.line(depth, &format!("Merge strategy {strategy}"));
        if let Some(options) = shown_options(options) {
            self.labelled("Options: ", &options, "", inner);
        }
        self.branches(branch, inner);
        if branch.event == Some(LookupEvent::Result) {
            self.labelled("Merged result: ", &branch.found.1, "", inner);
        }
    }

    fn outcome(&mut self, branch: &Branch, depth: usize) {
        let (key, value) = &branch.found;
        let origin = match branch.event {
            Some(LookupEvent::Found) => "",
            Some(LookupEvent::FoundInOverrides) => " in overrides",
            Some(LookupEvent::FoundInDefaults) => " in defaults",
            Some(LookupEvent::NotFound) => {
                self.line(depth, &format!("No such key: \"{key}\""));
                return self.texts(&branch.texts, depth);
            }
            _ => return self.texts(&branch.texts, depth),
        };
        self.labelled(&format!("Found key: \"{key}\" value: "), value, origin, depth);
        self.texts(&branch.texts, depth);
    }

    fn labelled(&mut self, label: &str, value: &Value, end: &str, depth: usize) {
        self.indent(depth);
        self.text.push_str(label);
        self.value(value, depth);
        self.text.push_str(end);
        self.text.push('\n');
    }

    fn texts(&mut self, texts: &[String], depth: usize) {
        texts.iter().for_each(|text| self.line(depth, text));
    }

    fn value(&mut self, value: &Value, depth: usize) {
        match value {
            Value::Array(elements) if elements.is_empty() => self.text.push_str("[]"),
            Value::Array(elements) => {
                self.text.push('[');
                for (index, element) in elements.iter().enumerate() {
                    self.text.push_str(if index > 0 { ",\n" } else { "\n" });
                    self.indent(depth + 1);
                    self.value(element, depth + 1);
                }
                self.text.push('\n');
                self.indent(depth);
                self.text.push(']');
            }
            Value::Hash(hash) if hash.is_empty() => self.text.push_str("{}"),
            Value::Hash(hash) => {
                self.text.push('{');
                for (index, (key, value)) in hash.iter().enumerate() {
                    self.text.push_str(if index > 0 { ",\n" } else { "\n" });
                    self.indent(depth + 1);
                    self.value(key, depth + 1);
                    self.text.push_str(" => ");
                    self.value(value, depth + 1);
                }
                self.text.push('\n');
                self.indent(depth);
                self.text.push('}');
            }
            other => {
                // Writing to a string cannot fail.
                let _ = write!(self.text, "{}", other.inspect());
            }
        }
    }
}

/// Returns the options of a merge without the name of the strategy.
pub(super) fn shown_options(options: &Hash) -> Option<Value> {
    let others: Hash = options
        .iter()
        .filter(|(key, _)| key.as_str() != Some("strategy"))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    (!others.is_empty()).then(|| others.into())
}
