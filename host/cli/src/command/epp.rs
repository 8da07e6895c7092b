//! `epp render` and `epp validate`: rendering and checking templates outside of a manifest.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, Result, anyhow};
use compiler::{EvaluationSession, FileLocation, Hash, SourceText, TemplateSource, Value, World as _};
use ownership::Checker;
use syntax::{Diagnostic, Mode, SourceMap};

use crate::args::{EppRender, EppValidate};
use crate::console::Console;
use crate::exit;
use catalog::Level;
use engine::input::{self, ManifestText};
use engine::log::log_compilation;
use engine::{Engine, SiteSource, SystemWorld, VerifyScope};

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
    match rendered? {
        Some(text) => {
            console.print(&text);
            Ok(ExitCode::from(exit::SUCCESS))
        }
        None => Err(anyhow!("error while rendering epp")),
    }
}

/// Renders the templates; `None` if one failed, with the errors in the log.
fn render_all(
    arguments: &EppRender,
    checker: &Checker,
    directories: &SystemWorld,
    session: &mut EvaluationSession<'_, '_>,
    console: &mut Console,
) -> Result<Option<String>> {
    let values = values(arguments, session, checker)?;
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
        let file = file_of(directories, name).unwrap_or_else(|| name.clone());
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

/// Returns the path of a template given as a file; `None` if the name refers to a template of a module.
fn file_of(directories: &SystemWorld, name: &str) -> Option<String> {
    let in_module = name.split_once('/').filter(|(module, _)| !module.is_empty());
    if in_module.is_some_and(|(module, path)| {
        directories.find(FileLocation::Module(module), &format!("templates/{path}")).is_some()
    }) {
        return None;
    }
    let path = Path::new(name);
    path.exists().then(|| std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf()).display().to_string())
}

/// Returns the parameters given by flags; `None` without any.
fn values(arguments: &EppRender, session: &mut EvaluationSession<'_, '_>, checker: &Checker) -> Result<Option<Hash>> {
    let of_file = match &arguments.values_file {
        Some(file) => of_file(file, session, checker)?,
        None => None,
    };
    let Some(code) = &arguments.values else { return Ok(of_file) };
    let text = SourceText { name: "values-hash".to_owned(), text: code.clone() };
    match evaluated(session, text)? {
        Value::Undef => Ok(of_file),
        Value::Hash(given) => {
            let mut values = of_file.unwrap_or_default();
            values.extend(given.iter().map(|(key, value)| (key.clone(), value.clone())));
            Ok(Some(values))
        }
        other => Err(anyhow!("--values option must evaluate to a Hash or undef, got: '{}'", kind(&other))),
    }
}

fn of_file(file: &Path, session: &mut EvaluationSession<'_, '_>, checker: &Checker) -> Result<Option<Hash>> {
    let value = match file.extension().and_then(|extension| extension.to_str()) {
        Some("yaml") => Value::from(&input::read_yaml(file, checker).context("Could not load --values_file")?),
        Some("pp") => {
            let ManifestText { name, text } = input::read(file, checker).context("Could not load --values_file")?;
            evaluated(session, SourceText { name, text })?
        }
        _ => return Err(anyhow!("Only .yaml or .pp can be used as a --values_file")),
    };
    match value {
        Value::Undef => Ok(None),
        Value::Hash(values) => Ok(Some(Hash::clone(&values))),
        other => {
            let kind = kind(&other);
            Err(anyhow!("--values_file option must evaluate to a Hash or undef/nil, got: '{kind}'"))
        }
    }
}

fn kind(value: &Value) -> String {
    datatype::Type::infer(value).generalize().simple_name().to_string()
}

fn evaluated(session: &mut EvaluationSession<'_, '_>, text: SourceText) -> Result<Value> {
    session.evaluate(text).map_err(|diagnostics| match diagnostics.first() {
        Some(first) => located(first, session),
        None => anyhow!("the values cannot be evaluated"),
    })
}

fn located(diagnostic: &Diagnostic, session: &EvaluationSession<'_, '_>) -> anyhow::Error {
    anyhow!("{}", diagnostic.headline(session.sources()))
}

/// Checks templates; prints nothing for valid ones. Without `--continue_on_error`, stops at the first template
/// with errors.
///
/// # Errors
/// Returns an error if a file does not exist or cannot be read, or a template has errors, which are logged.
pub(crate) fn validate(arguments: &EppValidate, console: &mut Console) -> Result<ExitCode> {
    let (settings, modulepath) = console.modulepath(&arguments.common)?;
    let checker = &settings.checker;
    let directories = SystemWorld::new("production", Vec::new(), modulepath, BTreeMap::new());
    let mut is_sound = true;
    let mut missing = Vec::new();
    if arguments.templates.is_empty() {
        let mut input = input::read_stdin()?;
        input.name = "<stdin>".to_owned();
        is_sound = is_valid(input, console);
    }
    for name in &arguments.templates {
        if !is_sound && !arguments.continue_on_error {
            break;
        }
        let in_module = name.split_once('/').filter(|(module, _)| !module.is_empty());
        let found = in_module
            .and_then(|(module, path)| directories.find(FileLocation::Module(module), &format!("templates/{path}")));
        let file = found.unwrap_or_else(|| name.clone());
        if Path::new(&file).exists() {
            is_sound &= is_valid(input::read(Path::new(&file), checker)?, console);
        } else {
            missing.push(format!("   {name}"));
        }
    }
    if !missing.is_empty() {
        return Err(anyhow!("One or more file(s) specified did not exist:\n{}", missing.join("\n")));
    }
    if is_sound { Ok(ExitCode::from(exit::SUCCESS)) } else { Err(anyhow!("Errors while validating epp")) }
}

fn is_valid(input: ManifestText, console: &mut Console) -> bool {
    let mut sources = SourceMap::default();
    let source = sources.add(input.name, input.text);
    let (_, diagnostics) = syntax::parse(&source, Mode::Epp);
    for diagnostic in &diagnostics {
        console.diagnostic(diagnostic, &sources, "", "");
    }
    !diagnostics.iter().any(Diagnostic::is_error)
}
