//! `provider new`: creates a project.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use authoring::Language;
use authoring::project::{self, ProjectName};
use clap::ValueEnum as _;
use serde_json::json;

use crate::args::{GuestLanguage, ProviderNew};
use crate::console::Console;
use crate::exit;

/// Creates the project.
///
/// # Errors
/// Returns an error if the name is not valid, the directory exists, or it cannot be written.
pub(super) fn run(arguments: &ProviderNew, console: &mut Console) -> Result<ExitCode> {
    console.settings(&arguments.common, None, "user")?;
    let declared = arguments.from_ruby.as_deref().map(project::read_declaration).transpose()?;
    let given = arguments.name.as_deref().or(declared.as_ref().map(|declared| declared.name())).unwrap_or_default();
    let name = ProjectName::parse(given, &arguments.types)?;
    let language = match arguments.language {
        GuestLanguage::Rust => Language::Rust,
        GuestLanguage::JavaScript => Language::JavaScript,
        GuestLanguage::Python => Language::Python,
    };
    name.check(language)?;
    let directory = arguments.into.clone().unwrap_or_else(|| PathBuf::from(name.package()));
    project::create(&directory, &name, language, declared.as_ref())?;
    let (shown, types) = (directory.display(), name.types());
    if console.is_structured() {
        let language = arguments.language.to_possible_value().map(|value| value.get_name().to_owned());
        let directory = shown.to_string();
        let answer = json!({ "directory": directory, "name": name.to_string(), "types": types, "language": language });
        console.print_data(&answer);
    } else {
        let what = if types.len() == 1 { "a provider of the type" } else { "providers of the types" };
        console.print_untrusted(&format!(
            "Created {shown}: {what} '{}'. Its README.md describes the next steps:\n  cd {shown} && marotte \
             provider build\n",
            types.join("', '")
        ));
    }
    Ok(ExitCode::from(exit::SUCCESS))
}
