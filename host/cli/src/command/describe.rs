//! `describe`: documentation, attributes and providers of a type. Only schemas are read; no component is run.

mod attribute;
mod data;
mod list;
mod meta;
mod module;
mod providers;
pub(crate) mod reference;
mod text;
mod type_page;

use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Result;
use catalog::engine_types;
use catalog::schema::{ProviderSchema, TypeSchema};
use runtime::{Package, Runtime, RuntimeConfig};

use crate::args::Describe;
use crate::console::Console;
use crate::exit;
use catalog::Level;
use engine::VerifyScope;
use engine::components;
use engine::ruby_types::RubyTypes;

/// Describes types, or lists them.
///
/// # Errors
/// Returns an error if a component cannot be read.
pub(crate) fn run(arguments: &Describe, console: &mut Console) -> Result<ExitCode> {
    let (settings, modulepath) = console.modulepath(&arguments.common)?;
    let declared = RubyTypes::new(modulepath, Arc::clone(&settings.checker));
    let runtime = Runtime::new(RuntimeConfig::new(components::of_run(&settings, &arguments.provider, console)?))?;
    let types = all_types(&runtime)?;
    if arguments.list {
        list::run(&runtime, &types, console);
        return Ok(ExitCode::from(exit::SUCCESS));
    }
    let (mut code, mut described) = (exit::SUCCESS, Vec::new());
    for name in &arguments.types {
        let Some(schema) = types.iter().find(|schema| schema.name == name.to_lowercase()) else {
            let near = syntax::nearest(name, types.iter().map(|schema| schema.name.as_str()));
            let hint = near
                .map_or_else(|| "'marotte describe --list' shows all".into(), |near| format!("did you mean '{near}'?"));
            console.log(Level::Err, "", &format!("Unknown type {name}; {hint}"));
            code = exit::FAILURE;
            continue;
        };
        if console.is_structured() {
            let mut description = data::of_type(schema, &runtime);
            description["module"] = module::of_type(schema, &declared);
            described.push(description);
            continue;
        }
        let mut text = type_page::describe_type(schema, &providers_of(&runtime, &schema.name), arguments);
        module::write(&mut text, schema, &declared);
        if !arguments.short {
            text::grants(&mut text, &granted(&runtime, &schema.name));
        }
        console.print_untrusted(&text);
    }
    if console.is_structured() {
        console.print_data(&described.into());
    }
    Ok(ExitCode::from(code))
}

/// Returns the providers of a type, by name.
fn providers_of<'a>(runtime: &'a Runtime, type_name: &str) -> Vec<&'a ProviderSchema> {
    let mut providers: Vec<&ProviderSchema> =
        runtime.registry().providers_of(type_name).into_iter().map(|(_, provider)| provider).collect();
    providers.sort_by(|a, b| a.name.cmp(&b.name));
    providers
}

/// Returns the grants that the components of a type's providers request, one per line.
fn granted(runtime: &Runtime, type_name: &str) -> Vec<String> {
    let mut packages: Vec<&Package> = Vec::new();
    for (package, _) in runtime.registry().providers_of(type_name) {
        if !packages.iter().any(|known| known.name == package.name) {
            packages.push(package);
        }
    }
    packages.into_iter().flat_map(Package::grants).collect()
}

/// Returns all types, by name.
///
/// # Errors
/// Returns an error if a component with types is not permitted to run.
fn all_types(runtime: &Runtime) -> Result<Vec<Arc<TypeSchema>>> {
    engine::verify_types(runtime.registry(), VerifyScope::All)?;
    let mut types: Vec<Arc<TypeSchema>> = runtime.types().cloned().collect();
    types.extend(engine_types().into_iter().map(Arc::new));
    types.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(types)
}
