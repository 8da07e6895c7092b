//! `epp render` and `epp validate`: rendering and checking templates outside of a manifest.

mod validation;
mod values;

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, anyhow, bail};
use catalog::Level;
use compiler::{EvaluationSession, TemplateSource};
use ownership::Checker;
use syntax::Diagnostic;
use value::{FileLocation, World as _};

use crate::args::EppRender;
use crate::console::Console;
use crate::exit;
use engine::input;
use engine::log::log_compilation;
use engine::settings::absolute;
use engine::{Engine, SiteSource, SystemWorld, VerifyScope};

pub(crate) use validation::validate;

/// Renders templates and prints the results. Nothing is printed if a template fails.
///
/// # Errors
/// Returns an error if the values or a template given as text are invalid, or a file cannot be read.
pub(crate) fn render(arguments: &EppRender, console: &mut Console) -> Result<ExitCode> {
    // Standard output is reserved for the results.
    console.log_to_stderr();
    let node = arguments.node.as_deref();
    let settings = console.settings(&arguments.common, None, "server")?;
    let engine = Engine::open(settings, arguments.compile.options(node), console.engine_hooks(), console)?;
    let session = engine.compile_session(engine.site(SiteSource::Empty)?, console)?;
    let (world, checker) = (session.world(), &engine.settings().checker);
    let rendered = compiler::session(world, &session.request, |evaluation| {
        let rendered = render_all(arguments, checker, world, evaluation, console);
        let logs = evaluation.take_logs();
        log_compilation(console, &logs, evaluation.sources());
        rendered
    });
    session.verify(if matches!(rendered, Ok(Some(_))) { VerifyScope::Used } else { VerifyScope::All })?;
    let Some(text) = rendered? else { bail!("error while rendering epp") };
    console.print(&text);
    Ok(ExitCode::from(exit::SUCCESS))
}

/// Renders the templates; `None` if one failed, with the errors in the log.
fn render_all(
    arguments: &EppRender,
    checker: &Checker,
    directories: &SystemWorld,
    session: &mut EvaluationSession<'_, '_>,
    console: &mut Console,
) -> Result<Option<String>> {
    let values = values::read(arguments, session, checker)?;
    if arguments.templates.is_empty() {
        let text = match &arguments.e {
            Some(text) => text.clone(),
            None => input::read_stdin()?.text,
        };
        let rendered = session.render(TemplateSource::Inline(&text), values.as_ref());
        return rendered.map(Some).map_err(|diagnostic| located(&diagnostic, session));
    }
    let has_headers = arguments.templates.len() > 1 && !arguments.no_header;
    let mut output = String::new();
    let mut is_sound = true;
    for name in &arguments.templates {
        if has_headers {
            let gap = if output.is_empty() { "" } else { "\n" };
            output.push_str(&format!("{gap}--- {name}\n"));
        }
        let is_file = file_of_module(directories, name).is_none() && Path::new(name).exists();
        let file = if is_file { absolute(Path::new(name)).display().to_string() } else { name.clone() };
        match session.render(TemplateSource::File(&file), values.as_ref()) {
            Ok(text) => output.push_str(&text),
            Err(diagnostic) => {
                if arguments.templates.len() > 1 {
                    console.log(Level::Err, "", &format!("--- {name}"));
                }
                console.diagnostic(&diagnostic, session.sources(), "", "");
                is_sound = false;
            }
        }
    }
    Ok(is_sound.then_some(output))
}

/// Returns the path of a template of a module, named `MODULE/FILE`; `None` if there is no such template.
fn file_of_module(directories: &SystemWorld, name: &str) -> Option<String> {
    let (module, path) = name.split_once('/').filter(|(module, _)| !module.is_empty())?;
    directories.find(FileLocation::Module(module), &format!("templates/{path}"))
}

fn located(diagnostic: &Diagnostic, session: &EvaluationSession<'_, '_>) -> anyhow::Error {
    anyhow!("{}", diagnostic.headline(session.sources()))
}
