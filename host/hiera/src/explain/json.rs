//! Explanation as data, in the shape printed by `puppet lookup --explain --render-as json`.

use value::{Hash, Value};

use super::text::shown_options;
use super::{Branch, Explanation, LookupEvent, LookupStep};

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
    if let (LookupStep::Merge { .. }, [only]) = (&of.step, of.branches.as_slice()) {
        return branch(only);
    }
    let mut hash = Hash::default();
    if let LookupStep::MergeSource(source) = &of.step {
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
        LookupStep::Data(key) | LookupStep::Meta(key) | LookupStep::InvalidKey(key) => Some(key.as_str()),
        _ => None,
    };
    let has_key = matches!(
        of.event,
        Some(LookupEvent::Found | LookupEvent::FoundInOverrides | LookupEvent::FoundInDefaults | LookupEvent::NotFound)
    );
    if let Some(key) = if has_key { Some(of.found.0.as_str()) } else { own_key } {
        hash.insert("key", key);
    }
    if let Some(event) = of.event {
        if !matches!(
            event,
            LookupEvent::NotFound
                | LookupEvent::LocationNotFound
                | LookupEvent::ModuleNotFound
                | LookupEvent::ModuleProviderNotFound
        ) {
            hash.insert("value", of.found.1.clone());
        }
        hash.insert("event", event_name(event));
    }
    if !of.texts.is_empty() {
        hash.insert("texts", of.texts.iter().map(|text| Value::from(text.as_str())).collect::<Value>());
    }
}

fn details(step: &LookupStep, hash: &mut Hash) {
    match step {
        LookupStep::DataProvider { name, configuration, module } => {
            hash.insert("name", name.as_str());
            if let Some(path) = configuration {
                hash.insert("configuration_path", path.as_str());
            }
            if let Some(module) = module {
                hash.insert("module", module.as_str());
            }
        }
        LookupStep::Location { is_path, location, original } => {
            let (first, second) = if *is_path { ("original_path", "path") } else { ("original_uri", "uri") };
            hash.insert(first, original.as_str());
            hash.insert(second, location.as_str());
        }
        LookupStep::Merge { strategy, options } => {
            hash.insert("merge", *strategy);
            if let Some(options) = shown_options(options) {
                hash.insert("options", options);
            }
        }
        LookupStep::Interpolate(expression) => {
            hash.insert("expression", expression.as_str());
        }
        LookupStep::Scope(name) => {
            hash.insert("name", name.as_str());
        }
        LookupStep::Data(_)
        | LookupStep::Meta(_)
        | LookupStep::InvalidKey(_)
        | LookupStep::SubKey(_)
        | LookupStep::Segment
        | LookupStep::Module(_)
        | LookupStep::MergeSource(_) => {}
    }
}

fn kind(step: &LookupStep) -> &'static str {
    match step {
        LookupStep::Data(_) | LookupStep::Meta(_) => "root",
        LookupStep::InvalidKey(_) => "invalid_key",
        LookupStep::DataProvider { .. } => "data_provider",
        LookupStep::Location { is_path: true, .. } => "path",
        LookupStep::Location { is_path: false, .. } => "uri",
        LookupStep::Merge { .. } => "merge",
        LookupStep::Interpolate(_) => "interpolate",
        LookupStep::Scope(_) => "scope",
        LookupStep::SubKey(_) => "sub_key",
        LookupStep::Segment => "segment",
        LookupStep::Module(_) => "module",
        LookupStep::MergeSource(_) => "merge_source",
    }
}

fn event_name(event: LookupEvent) -> &'static str {
    match event {
        LookupEvent::Found => "found",
        LookupEvent::FoundInOverrides => "found_in_overrides",
        LookupEvent::FoundInDefaults => "found_in_defaults",
        LookupEvent::NotFound => "not_found",
        LookupEvent::LocationNotFound => "location_not_found",
        LookupEvent::ModuleNotFound => "module_not_found",
        LookupEvent::ModuleProviderNotFound => "module_provider_not_found",
        LookupEvent::Result => "result",
    }
}
