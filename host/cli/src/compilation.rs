//! Owns compiling on behalf of the verbs that do: what is read and handed to the compiler, and telling what it had to say.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context as _, Result, anyhow};
use catalog::Catalog;
use compiler::{Manifests, Request};
use runtime::{ComponentSource, Runtime};
use syntax::Sources;

use crate::args::{Compile, Strict};
use crate::components;
use crate::console::{Console, Level};
use crate::environment::Folders;
use crate::input::{self, Input};
use crate::node::Node;
use crate::settings::Settings;

/// The only environment there is until environments are folders.
pub(crate) const ENVIRONMENT: &str = "production";

/// Reads what is to be compiled: code of the command line, a file, a folder of manifests or standard input.
///
/// # Errors
/// It is not there or can't be read.
pub(crate) fn read_site(file: Option<&Path>, code: Option<&str>) -> Result<Vec<Input>> {
    if let Some(code) = code {
        return Ok(vec![Input { name: String::new(), text: code.to_owned() }]);
    }
    let Some(path) = file else {
        return Ok(vec![input::read_stdin()?]);
    };
    if !path.exists() {
        return Err(anyhow!("Could not find file {}", path.display()));
    }
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    input::files_of(&path, &["pp"])?.iter().map(|file| input::read(file)).collect()
}

/// Returns the components of a run: the built-in ones and those that are tried out.
///
/// # Errors
/// One can't be read or is none.
pub(crate) fn components(flags: &Compile, console: &mut Console) -> Result<Vec<ComponentSource>> {
    let mut sources = components::embedded();
    for path in &flags.provider {
        sources.push(unlocked(path, console)?);
    }
    Ok(sources)
}

/// Reads a component that is tried out, and says what it asks for.
fn unlocked(path: &Path, console: &mut Console) -> Result<ComponentSource> {
    let bytes = fs::read(path).with_context(|| format!("Could not read the provider '{}'", path.display()))?;
    let name = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let package =
        runtime::read_package(&name, &bytes).with_context(|| format!("'{}' is not a provider", path.display()))?;
    let files = &package.manifest.files;
    let grants = format!("may read {} and write {}", words(&files.read), words(&files.write));
    console.log(Level::Warning, "", &format!("The provider {} is not locked; it {grants}", path.display()));
    Ok(ComponentSource::new(name, bytes))
}

fn words(entries: &[String]) -> String {
    if entries.is_empty() { "nothing".to_owned() } else { entries.join(" ") }
}

/// Returns the environment of a run.
pub(crate) fn environment(site: Vec<Input>, settings: &Settings, runtime: &Runtime) -> Folders {
    let site = site.into_iter().map(Input::into_text).collect();
    Folders::new(ENVIRONMENT, site, settings.modulepath.clone(), runtime.types().cloned())
}

/// What a compilation gave.
pub(crate) struct Done {
    /// The catalog; nothing if what went wrong is on the console.
    pub(crate) catalog: Option<Catalog>,
    /// How long it took.
    pub(crate) time: Duration,
}

/// Compiles, and tells what there is to tell.
pub(crate) fn compile(flags: &Compile, folders: &Folders, node: &Node, noop: bool, console: &mut Console) -> Done {
    let name = node.name();
    let start = Instant::now();
    let request = Request {
        facts: node.client_facts(noop),
        trusted: node.trusted(),
        manifests: Manifests::Site,
        settings: compiler::Settings {
            strict: match flags.strict {
                Strict::Off => compiler::Strict::Off,
                Strict::Warning => compiler::Strict::Warning,
                Strict::Error => compiler::Strict::Error,
            },
            strict_variables: flags.strict_variables,
            language: flags.language.setting(),
            ..compiler::Settings::default()
        },
        node: name.clone(),
        ..Request::default()
    };
    let compiled = compiler::compile(folders, &request);
    let time = start.elapsed();
    let catalog = match compiled {
        Ok(mut compiled) => {
            let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
            compiled.catalog.version = since.as_secs().to_string();
            print_logs(console, &compiled.logs, &compiled.sources);
            Some(compiled.catalog)
        }
        Err(failure) => {
            print_logs(console, &failure.logs, &failure.sources);
            let before = if failure.is_parse {
                format!("Could not parse for environment {ENVIRONMENT}: ")
            } else {
                String::new()
            };
            for diagnostic in &failure.diagnostics {
                console.diagnostic(diagnostic, &failure.sources, &before, &format!(" on node {name}"));
            }
            None
        }
    };
    Done { catalog, time }
}

/// Writes what functions and the compiler itself had to say.
fn print_logs(console: &mut Console, logs: &[compiler::Log], sources: &Sources) {
    for line in logs {
        match &line.diagnostic {
            Some(diagnostic) => console.diagnostic(diagnostic, sources, "", ""),
            None => console.log(line.level.into(), &line.source, &line.message),
        }
    }
}
