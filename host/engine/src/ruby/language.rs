//! Answers to questions of Ruby code of resource types that do not concern the system: data types, settings and versions.

use std::cell::RefCell;

use catalog::Value;
use catalog::schema::{Attribute, AttributeTrait, Role};
use compiler::{answer_about_types, host_objects};
use ruby::interpreter::{HostObjects, RubyDialogue, RubyMessage};
use ruby_vm::RubyVm;
use serde_json::{Value as Json, json};

use super::facts::encoded;
use super::served::ServedFiles;
use crate::components;

/// Answers about the language and the configuration.
pub(super) struct LanguageAnswers {
    /// The settings by name.
    settings: Vec<(String, Value)>,
    /// The data types that Ruby code refers to.
    objects: RefCell<HostObjects>,
}

impl LanguageAnswers {
    pub(super) fn new(settings: Vec<(String, Value)>) -> Self {
        Self { settings, objects: RefCell::new(host_objects()) }
    }

    /// Answers a question; `None` if it is of another kind.
    pub(super) fn answer(&self, question: &Json) -> Option<String> {
        let name = question["name"].as_str().unwrap_or_default();
        let answer = match question["do"].as_str().unwrap_or_default() {
            "version" => Ok(catalog::PUPPET_VERSION.into()),
            "setting" => self.setting(name).ok_or_else(|| format!("Attempt to access unknown setting '{name}'")),
            "has_type" => Ok(is_type_of_host(name).into()),
            "describe_type" => Ok(described(name)),
            _ => answer_about_types(question, &mut self.objects.borrow_mut())?,
        };
        let answer = match answer {
            Ok(value) => json!({ "value": value }),
            Err(message) => json!({ "error": { "message": message, "class": "" } }),
        };
        Some(answer.to_string())
    }

    fn setting(&self, name: &str) -> Option<Json> {
        let value = |name: &str| self.settings.iter().find(|(known, _)| known == name).map(|(_, value)| value);
        match name {
            "libdir" => Some(format!("{}/lib", value("vardir")?.as_str()?).into()),
            _ => value(name).map(encoded),
        }
    }
}

/// Returns the attributes and the features of a type of the host.
fn described(name: &str) -> Json {
    let Some(schema) = components::built_in_schema(name) else {
        return json!({ "attributes": [{ "name": "name", "kind": "parameter", "is_namevar": true }] });
    };
    let attributes = schema.attributes.iter().map(|attribute| {
        let kind = if attribute.role == Role::Property { "property" } else { "parameter" };
        json!({
            "name": attribute.name,
            "kind": kind,
            "is_namevar": attribute.is_namevar(),
            "is_whole_array": attribute.has(AttributeTrait::WholeArray),
            "is_existence": is_existence(attribute),
        })
    });
    let attributes: Vec<Json> = attributes.collect();
    let features: Vec<&String> = schema.features.iter().map(|feature| &feature.name).collect();
    json!({ "attributes": attributes, "features": features })
}

/// Returns whether an attribute says only whether a resource exists: its values are `present` and `absent`.
pub(super) fn is_existence(attribute: &Attribute) -> bool {
    let values = || attribute.choices.iter().map(|choice| choice.value.as_str());
    attribute.name == "ensure" && values().count() == 2 && values().all(|value| value == "present" || value == "absent")
}

/// Returns whether the host has a type: Ruby code can refer to its resources.
pub(super) fn is_type_of_host(name: &str) -> bool {
    components::built_in_types().any(|known| known == name) || catalog::is_engine_type(name)
}

/// The interpreter of a component, which receives only questions that concern the system or the catalog.
pub(super) struct TypeInterpreter {
    pub(super) vm: RubyVm,
    pub(super) language: LanguageAnswers,
    pub(super) served: ServedFiles,
}

impl TypeInterpreter {
    fn answer(&self, question: &Json) -> Option<String> {
        self.language.answer(question).or_else(|| self.served.answer(question))
    }

    /// Answers questions until there is another one or the reply.
    fn proceed(&self, mut message: RubyMessage, print: &mut dyn FnMut(&str)) -> Result<RubyMessage, String> {
        while let RubyMessage::Question(question) = &message {
            let answer = serde_json::from_str(question).ok().and_then(|question| self.answer(&question));
            let Some(answer) = answer else { break };
            message = self.vm.resume(answer, print)?;
        }
        Ok(message)
    }
}

impl RubyDialogue for TypeInterpreter {
    fn begin(&self, request: String, print: &mut dyn FnMut(&str)) -> Result<RubyMessage, String> {
        let message = self.vm.begin(request, print)?;
        self.proceed(message, print)
    }

    fn resume(&self, answer: String, print: &mut dyn FnMut(&str)) -> Result<RubyMessage, String> {
        let message = self.vm.resume(answer, print)?;
        self.proceed(message, print)
    }

    fn is_lost(&self) -> bool {
        self.vm.is_lost()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_versions_and_types_are_known() {
        let answers = LanguageAnswers::new(vec![("vardir".to_owned(), "/var/lib/marotte".into())]);
        let answer = |question: Json| answers.answer(&question);
        let value = |question| serde_json::from_str::<Json>(&answer(question).unwrap()).unwrap()["value"].take();
        assert_eq!(value(json!({ "do": "setting", "name": "vardir" })), "/var/lib/marotte");
        assert_eq!(value(json!({ "do": "version" })), catalog::PUPPET_VERSION);
        assert_eq!(value(json!({ "do": "type", "text": "String" }))[2], "String");
        assert_eq!(value(json!({ "do": "has_type", "name": "file" })), true);
        assert_eq!(value(json!({ "do": "has_type", "name": "colour" })), false);
        let file = value(json!({ "do": "describe_type", "name": "file" }));
        let owner = json!({ "name": "owner", "kind": "property", "is_namevar": false, "is_whole_array": false, "is_existence": false });
        assert!(file["attributes"].as_array().unwrap().contains(&owner), "{file}");
        let host = value(json!({ "do": "describe_type", "name": "host" }));
        let is_existence = |name: &str| {
            let attributes = host["attributes"].as_array().unwrap();
            attributes.iter().find(|one| one["name"] == name).map(|one| one["is_existence"] == true)
        };
        assert_eq!((is_existence("ensure"), is_existence("ip")), (Some(true), Some(false)));
        let package = value(json!({ "do": "describe_type", "name": "package" }));
        assert!(package["features"].as_array().unwrap().contains(&json!("versionable")), "{package}");
        let error = answer(json!({ "do": "setting", "name": "colour" })).unwrap();
        assert!(error.contains("Attempt to access unknown setting 'colour'"), "{error}");
        assert_eq!(answer(json!({ "do": "which", "name": "sh" })), None);
    }
}
