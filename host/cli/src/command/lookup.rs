//! `lookup`: values in Hiera and the explanation of the search, as in Puppet.

mod merge;
mod missing;

use std::process::ExitCode;

use anyhow::{Result, bail};
use compiler::LookupRequest;
use hiera::Explain;

use crate::args::{Lookup, RenderAs};
use crate::console::Console;
use crate::exit;
use crate::ruby_output::{to_json, to_yaml};
use engine::{Engine, SiteSource, VerifyScope, log::log_compilation};

/// Looks up a value and prints it, or explains the lookup.
///
/// # Errors
/// Returns an error if the flags conflict, the settings cannot be read, or the data is invalid.
pub(crate) fn run(arguments: &Lookup, console: &mut Console) -> Result<ExitCode> {
    // Standard output is reserved for the value.
    console.log_to_stderr();
    let request = LookupRequest {
        keys: arguments.keys.clone(),
        value_type: arguments.value_type.clone(),
        merge: merge::merge(arguments)?,
        default: arguments.default.as_deref().map(catalog::Value::from),
        explain: match (arguments.explain_options, arguments.explain) {
            (true, _) => Explain::Options,
            (false, true) => Explain::Data,
            (false, false) => Explain::Nothing,
        },
        compiles: arguments.compiles,
    };
    let settings = console.settings(&arguments.common, None, "server")?;
    let options = super::node_database::options(&arguments.compile, arguments.node.as_deref(), &settings)?;
    let engine = Engine::open(settings, options, console.engine_hooks(), console)?;
    let session = engine.compile_session(engine.site(SiteSource::Environment)?, console)?;
    let found = compiler::lookup(session.world(), &session.request, &request);
    session.log_facts(console)?;
    session.verify(if found.is_ok() { VerifyScope::Used } else { VerifyScope::All })?;
    let found = match found {
        Ok(found) => found,
        Err(failure) => {
            log_compilation(console, &failure.logs, &failure.sources);
            for diagnostic in &failure.diagnostics {
                console.diagnostic(diagnostic, &failure.sources, "Could not run: ", "");
            }
            return Ok(ExitCode::from(exit::FAILURE));
        }
    };
    log_compilation(console, &found.logs, &found.sources);
    if let Some(explanation) = &found.explanation {
        console.print(&match arguments.common.render_as {
            RenderAs::Console | RenderAs::S => explanation.to_string(),
            RenderAs::Json => to_json(&explanation.to_value().to_catalog())?,
            RenderAs::Yaml => to_yaml(&explanation.to_value().to_catalog()),
        });
        let is_found = found.value.is_some() || request.explain == Explain::Options;
        return Ok(ExitCode::from(if is_found { exit::SUCCESS } else { exit::FAILURE }));
    }
    if let Some(reason) = &found.reason {
        console.diagnostic(reason, &found.sources, "Could not run: ", "");
        return Ok(ExitCode::from(exit::FAILURE));
    }
    let Some(value) = found.value else {
        bail!("Could not run: {}", missing::message(&arguments.keys, &found.known_keys));
    };
    console.print(&match arguments.common.render_as {
        RenderAs::Console | RenderAs::Yaml => to_yaml(&value.to_catalog()),
        RenderAs::Json => to_json(&value.to_catalog())?,
        RenderAs::S => format!("{}\n", value.ruby()),
    });
    Ok(ExitCode::from(exit::SUCCESS))
}
