//! An explanation as data, of the shape that `puppet lookup --explain --render-as json` prints.

use super::text::shown_options;
use super::{Branch, Event, Explanation, Step};
use crate::value::{Hash, Value};

impl Explanation {
    /// Returns the explanation as a hash: the only branch, or all under `branches`.
    #[must_use]
    pub fn to_value(&self) -> Value {
        match self.branches.as_slice() {
            [only] => branch(only),
            [] => Hash::default().into(),
            several => {
                let mut hash = Hash::default();
                hash.insert("branches", several.iter().map(branch).collect::<Value>());
                hash.into()
            }
        }
    }
}

fn branch(of: &Branch) -> Value {
    if let (Step::Merge { .. }, [only]) = (&of.step, of.branches.as_slice()) {
        return branch(only);
    }
    let mut hash = Hash::default();
    if let Step::MergeSource(source) = &of.step {
        hash.insert("type", "merge_source");
        hash.insert("merge_source", source.as_str());
        return hash.into();
    }
    if !of.branches.is_empty() {
        hash.insert("branches", of.branches.iter().map(branch).collect::<Value>());
    }
    outcome(of, &mut hash);
    hash.insert("type", kind(&of.step));
    details(&of.step, &mut hash);
    hash.into()
}

fn outcome(of: &Branch, hash: &mut Hash) {
    let own_key = match &of.step {
        Step::Data(key) | Step::Meta(key) | Step::InvalidKey(key) => Some(key.as_str()),
        _ => None,
    };
    let has_key =
        matches!(of.event, Some(Event::Found | Event::FoundInOverrides | Event::FoundInDefaults | Event::NotFound));
    if let Some(key) = if has_key { Some(of.found.0.as_str()) } else { own_key } {
        hash.insert("key", key);
    }
    if let Some(event) = of.event {
        if !matches!(
            event,
            Event::NotFound | Event::LocationNotFound | Event::ModuleNotFound | Event::ModuleProviderNotFound
        ) {
            hash.insert("value", of.found.1.clone());
        }
        hash.insert("event", event_name(event));
    }
    if !of.texts.is_empty() {
        hash.insert("texts", of.texts.iter().map(|text| Value::from(text.as_str())).collect::<Value>());
    }
}

fn details(step: &Step, hash: &mut Hash) {
    match step {
        Step::DataProvider { name, configuration, module } => {
            hash.insert("name", name.as_str());
            if let Some(path) = configuration {
                hash.insert("configuration_path", path.as_str());
            }
            if let Some(module) = module {
                hash.insert("module", module.as_str());
            }
        }
        Step::Location { is_path, location, original } => {
            let (first, second) = if *is_path { ("original_path", "path") } else { ("original_uri", "uri") };
            hash.insert(first, original.as_str());
            hash.insert(second, location.as_str());
        }
        Step::Merge { strategy, options } => {
            hash.insert("merge", *strategy);
            if let Some(options) = shown_options(options) {
                hash.insert("options", options);
            }
        }
        Step::Interpolate(expression) => {
            hash.insert("expression", expression.as_str());
        }
        Step::Scope(name) => {
            hash.insert("name", name.as_str());
        }
        Step::Data(_)
        | Step::Meta(_)
        | Step::InvalidKey(_)
        | Step::SubKey(_)
        | Step::Segment
        | Step::Module(_)
        | Step::MergeSource(_) => {}
    }
}

fn kind(step: &Step) -> &'static str {
    match step {
        Step::Data(_) | Step::Meta(_) => "root",
        Step::InvalidKey(_) => "invalid_key",
        Step::DataProvider { .. } => "data_provider",
        Step::Location { is_path: true, .. } => "path",
        Step::Location { is_path: false, .. } => "uri",
        Step::Merge { .. } => "merge",
        Step::Interpolate(_) => "interpolate",
        Step::Scope(_) => "scope",
        Step::SubKey(_) => "sub_key",
        Step::Segment => "segment",
        Step::Module(_) => "module",
        Step::MergeSource(_) => "merge_source",
    }
}

fn event_name(event: Event) -> &'static str {
    match event {
        Event::Found => "found",
        Event::FoundInOverrides => "found_in_overrides",
        Event::FoundInDefaults => "found_in_defaults",
        Event::NotFound => "not_found",
        Event::LocationNotFound => "location_not_found",
        Event::ModuleNotFound => "module_not_found",
        Event::ModuleProviderNotFound => "module_provider_not_found",
        Event::Result => "result",
    }
}
