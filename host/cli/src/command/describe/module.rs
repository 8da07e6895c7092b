//! The declaration that a module has of a type, and its differences from the type itself.

use catalog::schema::TypeSchema;
use engine::ruby_types::{RubyType, RubyTypes};
use serde_json::{Value as Json, json};

use super::text::{heading, wrapped};

/// The attributes of only one of two declarations of a type.
struct Difference<'a> {
    module_only: Vec<&'a str>,
    component_only: Vec<&'a str>,
}

impl<'a> Difference<'a> {
    fn new(schema: &'a TypeSchema, declared: &'a RubyType) -> Self {
        let names = |schema: &'a TypeSchema| schema.attributes.iter().map(|attribute| attribute.name.as_str());
        let lacks = |other: &'a TypeSchema| move |name: &&str| other.attributes.iter().all(|known| known.name != *name);
        Self {
            module_only: names(&declared.schema).filter(lacks(schema)).collect(),
            component_only: names(schema).filter(lacks(&declared.schema)).filter(|name| *name != "provider").collect(),
        }
    }
}

/// Writes the section about a module's declaration of the type, if there is one.
pub(super) fn write(text: &mut String, schema: &TypeSchema, types: &RubyTypes) {
    let Some(declared) = types.find(&schema.name) else { return };
    let difference = Difference::new(schema, &declared);
    heading(text, "Declaration in a module", '-');
    let file = declared.file.display();
    wrapped(text, &format!("{file} takes precedence in manifests, unless the setting module_types is false."), "");
    if !difference.module_only.is_empty() {
        let names = difference.module_only.join(", ");
        wrapped(
            text,
            &format!(
                "Only in the module: {names}. Resources fail if they set one of these to another value than its default."
            ),
            "",
        );
    }
    if !difference.component_only.is_empty() {
        let names = difference.component_only.join(", ");
        wrapped(text, &format!("Not in the module: {names}."), "");
    }
    if !declared.unread.is_empty() {
        wrapped(text, &format!("Not readable without executing it: {}.", declared.unread_places()), "");
    }
}

/// Returns the module's declaration of a type as data, or null if no module declares it.
pub(super) fn of_type(schema: &TypeSchema, types: &RubyTypes) -> Json {
    let Some(declared) = types.find(&schema.name) else { return Json::Null };
    let difference = Difference::new(schema, &declared);
    let unread: Vec<Json> =
        declared.unread.iter().map(|unread| json!({ "line": unread.line, "code": unread.code })).collect();
    json!({
        "file": declared.file.display().to_string(),
        "only_in_module": difference.module_only,
        "only_in_component": difference.component_only,
        "unread": unread,
    })
}
