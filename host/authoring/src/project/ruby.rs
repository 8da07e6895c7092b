//! Skeleton of a provider for a type declared in Ruby: the attributes are generated, the implementation is not.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use catalog::schema::{Attribute, Role, TypeSchema};

use super::{KEYWORDS, ProjectName};

/// Maximum size of a declaration.
const MAX_SOURCE: usize = 4 << 20;

/// Keywords that cannot be field names, not even as raw identifiers.
const PATHS: [&str; 3] = ["crate", "self", "super"];

/// A type declared in Ruby.
#[derive(Debug)]
pub struct DeclaredType(TypeSchema);

/// Reads the declaration of a type.
///
/// # Errors
/// Returns an error if the file cannot be read, or does not declare a type with a namevar.
pub fn read(file: &Path) -> Result<DeclaredType> {
    let shown = file.display();
    let bytes = files::read_file(file, MAX_SOURCE).with_context(|| format!("Could not read '{shown}'"))?;
    if bytes.len() > MAX_SOURCE {
        bail!("Could not read '{shown}': it has more than {} MiB", MAX_SOURCE >> 20);
    }
    let declaration = compiler::ruby_type::read(&String::from_utf8_lossy(&bytes), &|_| None);
    let schema = declaration.map(|declaration| declaration.schema);
    let schema = schema.filter(|schema| schema.attributes.iter().any(Attribute::is_namevar));
    let schema = schema
        .with_context(|| format!("'{shown}' declares no resource type with a namevar (newtype with newparam)"))?;
    match schema.attributes.iter().find(|attribute| attribute.is_namevar() && !is_attribute_name(&attribute.name)) {
        Some(namevar) => {
            bail!("'{shown}' declares the namevar '{}', which is not a valid name of an attribute", namevar.name)
        }
        None => Ok(DeclaredType(schema)),
    }
}

impl DeclaredType {
    /// Returns the name of the type.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Adapts the files of a new project to a declared type.
    pub(super) fn adapt(&self, files: &mut [(PathBuf, String)], name: &ProjectName) {
        let schema = &self.0;
        let has_path = schema.attributes.iter().any(|attribute| attribute.name == "path");
        for (path, text) in files {
            match path.to_str() {
                Some("src/lib.rs") => *text = code(schema, name),
                Some("README.md") => {
                    *text = text.replace(
                        ": a text in a file.",
                        " with the attributes of a declaration in Ruby. `get` and `set` must be implemented.",
                    );
                }
                // The grants are for the file of the sample code.
                Some("provider.toml") if !has_path => text.truncate(text.find("\n[files]").unwrap_or(text.len())),
                _ => {}
            }
        }
    }
}

/// Returns the code of a provider with the attributes of a type and without an implementation.
fn code(schema: &TypeSchema, name: &ProjectName) -> String {
    let (type_name, rust) = (name.type_name(), name.struct_name());
    // The first property is `ensure`, if there is one.
    let (first, others): (Vec<&Attribute>, Vec<&Attribute>) =
        schema.attributes.iter().partition(|attribute| attribute.name == "ensure");
    let titles = titles(schema);
    let is_named =
        |attribute: &Attribute| titles.iter().all(|(_, fields)| fields.contains(&field_name(&attribute.name)));
    let fields: String =
        first.into_iter().chain(others).map(|attribute| field(attribute, is_named(attribute))).collect();
    let imports = if fields.contains("<Value>") { "    use marotte_sdk::Value;\n\n" } else { "" };
    let title = |(pattern, fields): &(&str, Vec<String>)| format!(", title = {pattern:?} => ({})", fields.join(", "));
    let titles: String = titles.iter().map(title).collect();
    format!(
        r#"//! Manages `{type_name}`. The attributes come from the declaration in Ruby; `get` and `set` must be implemented.

use marotte_sdk::prelude::*;
use schema::{{{rust}, {rust}Attribute, {rust}State}};

/// The attributes of the type. `marotte describe {type_name}` shows the comments.
#[marotte_sdk::package]
pub mod schema {{
{imports}    /// Describe the type here.
    #[resource(name = "{type_name}"{titles})]
    #[provider(name = "{type_name}", by = super::Plain)]
    pub struct {rust} {{
{fields}    }}
}}

/// The provider.
#[derive(Debug, Default)]
pub struct Plain;

impl Provider for Plain {{
    type Resource = {rust};

    fn get(&mut self, _system: &impl ReadSystem, rows: &[Row<{rust}>]) -> Vec<Result<State<{rust}>>> {{
        for_each_row(rows, |_row| Err(Error::other("'get' of {type_name} is not implemented")))
    }}

    fn set(
        &mut self,
        _system: &impl WriteSystem,
        _row: &Row<{rust}>,
        _is: &{rust}State,
        _changed: &[{rust}Attribute],
    ) -> Result<Applied<{rust}Attribute>> {{
        Err(Error::other("'set' of {type_name} is not implemented"))
    }}
}}
"#
    )
}

/// Returns the title patterns. If the declaration computes the namevars in code, the first one is the title for
/// now.
fn titles(schema: &TypeSchema) -> Vec<(&str, Vec<String>)> {
    let namevars: Vec<usize> =
        (0..).zip(&schema.attributes).filter(|(_, it)| it.is_namevar()).map(|(at, _)| at).collect();
    let name = |at: usize| field_name(&schema.attributes[at].name);
    if schema.title_patterns.is_empty() && namevars.len() > 1 {
        return vec![("(?m)^(.*)$", vec![name(namevars[0])])];
    }
    let names = |captures: &[u16]| captures.iter().map(|at| name(usize::from(*at))).collect();
    schema.title_patterns.iter().map(|known| (known.pattern.as_str(), names(&known.captures))).collect()
}

/// Returns whether an attribute can have this name.
fn is_attribute_name(name: &str) -> bool {
    let is_letter = |letter: char| letter.is_ascii_lowercase() || letter == '_';
    let is_word =
        name.starts_with(is_letter) && name.chars().all(|letter| is_letter(letter) || letter.is_ascii_digit());
    is_word && !["title", "before", "require", "notify", "subscribe", "alias", "stage"].contains(&name)
}

/// Returns the field name of an attribute.
fn field_name(name: &str) -> String {
    match name {
        _ if PATHS.contains(&name) => format!("own_{name}"),
        _ if KEYWORDS.contains(&name) => format!("r#{name}"),
        _ => name.to_owned(),
    }
}

/// Writes an attribute. A namevar is only mandatory if every title pattern captures it.
fn field(attribute: &Attribute, is_named: bool) -> String {
    let Attribute { name, role, data_type, docs, .. } = attribute;
    if !is_attribute_name(name) || name == "name" && !attribute.is_namevar() {
        return format!(
            "        // The declaration also has '{}', which is not a valid attribute name.\n",
            name.escape_debug()
        );
    }
    let is_plain_ensure = name == "ensure" && ["", "Enum['present', 'absent']"].contains(&&**data_type);
    let (role, kind) = match role {
        Role::Property if attribute.is_namevar() => ("property", if is_named { "String" } else { "Option<String>" }),
        _ if attribute.is_namevar() => ("parameter", if is_named { "String" } else { "Option<String>" }),
        Role::Property if is_plain_ensure => ("property", "Option<Ensure>"),
        Role::Property => ("property", "Option<Value>"),
        Role::Parameter | Role::ReadOnly => ("parameter", "Option<Value>"),
    };
    let is_typed = !data_type.is_empty() && !is_plain_ensure;
    let marks = [
        attribute.is_namevar().then(|| "namevar".to_owned()),
        PATHS.contains(&&**name).then(|| format!("name = {name:?}")),
        is_typed.then(|| format!("data_type = {data_type:?}")),
    ];
    let marks: Vec<String> = marks.into_iter().flatten().collect();
    let marks = if marks.is_empty() { String::new() } else { format!("({})", marks.join(", ")) };
    let docs = if docs.is_empty() { "Describe the attribute here." } else { docs };
    let field = field_name(name);
    format!("        /// {docs}\n        #[{role}{marks}]\n        pub {field}: {kind},\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_of_the_declaration_are_generated() {
        let text = "Puppet::Type.newtype(:shelf) do\n ensurable\n newparam(:path, namevar: true)\n newproperty(:type)\n \
                    newparam(:x) do\n desc 'How.'\n newvalues(:up, :down)\n end\nend\n";
        let schema = compiler::ruby_type::read(text, &|_| None).unwrap().schema;
        let code = code(&schema, &ProjectName::parse("shelf", &[]).unwrap());
        for expected in [
            "#[resource(name = \"shelf\")]",
            "#[parameter(namevar)]\n        pub path: String,",
            "#[property]\n        pub ensure: Option<Ensure>,",
            "#[property]\n        pub r#type: Option<Value>,",
            "/// How.\n        #[parameter(data_type = \"Enum['up', 'down']\")]\n        pub x: Option<Value>,",
            "impl Provider for Plain",
        ] {
            assert!(code.contains(expected), "{expected} in\n{code}");
        }
    }

    #[test]
    fn names_are_adapted_to_rust_and_the_contract() {
        let text = "newtype(:a) do\n newparam(:name, namevar: true)\n newproperty(:domain) do\n isnamevar\n end\n\
                    newparam(:self)\n newparam(:struct)\n newparam('a-b')\n newparam(:title)\n newproperty(:slots)\n newparam(:last)\n\
                    def self.title_patterns\n [[/^(.*)::(.*)$/, [[:name], [:domain]]], [/^(.*)$/, [[:name]]]]\n end\nend\n";
        let code =
            code(&compiler::ruby_type::read(text, &|_| None).unwrap().schema, &ProjectName::parse("a", &[]).unwrap());
        for expected in [
            "#[parameter(namevar)]\n        pub name: String,",
            "#[property(namevar)]\n        pub domain: Option<String>,",
            "#[parameter(name = \"self\")]\n        pub own_self: Option<Value>,",
            "pub r#struct: Option<Value>,",
            "// The declaration also has 'a-b', which is not a valid attribute name.",
            "// The declaration also has 'title', which is not a valid attribute name.",
        ] {
            assert!(code.contains(expected), "{expected} in\n{code}");
        }
    }

    #[test]
    fn grants_refer_only_to_existing_attributes() {
        for (parameter, is_granted) in [("path", true), ("name", false)] {
            let schema = compiler::ruby_type::read(
                &format!("newtype(:a) do\nnewparam(:{parameter}, namevar: true)\nend\n"),
                &|_| None,
            );
            let name = ProjectName::parse("a", &[]).unwrap();
            let mut files = super::super::files::files(crate::Language::Rust, &name);
            DeclaredType(schema.unwrap().schema).adapt(&mut files, &name);
            let manifest = files.iter().find(|(path, _)| path == Path::new("provider.toml")).unwrap().1.clone();
            assert_eq!(manifest.contains("@path"), is_granted, "{manifest}");
            assert!(manifest.contains("name = \"example/a\""), "{manifest}");
        }
    }
}
