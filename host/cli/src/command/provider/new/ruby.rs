//! Owns the skeleton of a provider whose type is declared in Ruby: its attributes are there, what it does is to be written.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use catalog::schema::{Attribute, Role, TypeSchema};

use super::Name;

/// Words that a field of a struct can't be called as they are.
const KEYWORDS: [&str; 38] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn", "else", "enum",
    "extern", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut",
    "override", "priv", "pub", "ref", "return", "static", "type", "use", "where", "while",
];

/// Reads the declaration of a type.
///
/// # Errors
/// The file can't be read, or declares no type with a namevar.
pub(super) fn read(file: &Path) -> Result<TypeSchema> {
    let shown = file.display();
    let bytes = fs::read(file).with_context(|| format!("Could not read '{shown}'"))?;
    let schema = compiler::declared::read(&String::from_utf8_lossy(&bytes));
    let schema = schema.filter(|schema| schema.attributes.iter().any(Attribute::is_namevar));
    schema.with_context(|| {
        format!("'{shown}' declares no resource type with a name: there is no newtype with a newparam")
    })
}

/// Returns the code of a provider that has the attributes of a type and does nothing yet.
pub(super) fn code(schema: &TypeSchema, name: &Name) -> String {
    let (type_name, rust) = (&name.type_name, name.of_struct());
    let mut fields = String::new();
    for attribute in &schema.attributes {
        let _ = write!(fields, "{}", field(attribute));
    }
    format!(
        r#"//! Manages `{type_name}`. Its attributes are those that the declaration in Ruby has; what they mean, and `get` and `set`, are to be written.

use marotte_sdk::prelude::*;
use schema::{{{rust}, {rust}Attribute, {rust}State}};

/// What a manifest can say. The comments are what `marotte describe {type_name}` shows.
#[marotte_sdk::package]
pub mod schema {{
    /// To be described.
    #[resource(name = "{type_name}")]
    #[provider(name = "{type_name}", by = super::Plain)]
    pub struct {rust} {{
{fields}    }}
}}

/// The way to manage it.
#[derive(Debug, Default)]
pub struct Plain;

impl Provider for Plain {{
    type Resource = {rust};

    fn get(&mut self, _system: &impl Read, rows: &[Row<{rust}>]) -> Vec<Result<State<{rust}>>> {{
        each(rows, |_row| Err(Error::other("'get' of {type_name} is to be written")))
    }}

    fn set(
        &mut self,
        _system: &impl Write,
        _row: &Row<{rust}>,
        _is: &{rust}State,
        _changed: &[{rust}Attribute],
    ) -> Result<Applied<{rust}Attribute>> {{
        Err(Error::other("'set' of {type_name} is to be written"))
    }}
}}
"#
    )
}

fn field(attribute: &Attribute) -> String {
    let Attribute { name, role, .. } = attribute;
    let (role, kind) = match role {
        _ if attribute.is_namevar() => ("parameter(namevar)", "String"),
        Role::Property if name == "ensure" => ("property", "Option<Ensure>"),
        Role::Property => ("property", "Option<Value>"),
        Role::Parameter | Role::ReadOnly => ("parameter", "Option<Value>"),
    };
    let field = if KEYWORDS.contains(&name.as_str()) { format!("r#{name}") } else { name.clone() };
    format!("        /// To be described.\n        #[{role}]\n        pub {field}: {kind},\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_attributes_of_the_declaration_are_there() {
        let text = "Puppet::Type.newtype(:shelf) do\n ensurable\n newparam(:path, namevar: true)\n newproperty(:type)\n newparam(:x)\nend\n";
        let schema = compiler::declared::read(text).unwrap();
        let code = code(&schema, &Name::parse("shelf").unwrap());
        for expected in [
            "#[resource(name = \"shelf\")]",
            "#[parameter(namevar)]\n        pub path: String,",
            "#[property]\n        pub ensure: Option<Ensure>,",
            "#[property]\n        pub r#type: Option<Value>,",
            "#[parameter]\n        pub x: Option<Value>,",
            "impl Provider for Plain",
        ] {
            assert!(code.contains(expected), "{expected} in\n{code}");
        }
    }
}
