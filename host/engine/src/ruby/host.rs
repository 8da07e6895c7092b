//! An instance of the interpreter for a run.

use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::{Result, bail};
use catalog::Value;
use marotte_contract::manifest;
use ruby::interpreter::{RubyCaller, RubyDialogue, RubyInterpreter};
use ruby_vm::{RubyCode, RubyFiles, RubyLimits, RubyVm};
use serde_json::{Value as Json, json};

use super::RubyStore;
use super::files::{ModuleFiles, TypeFiles};
use super::language::{LanguageAnswers, TypeInterpreter};
use super::served::ServedFiles;

/// An interpreter, which is started on first use.
pub(crate) struct RubyHost {
    store: RubyStore,
    /// Returns the files that an instance can read.
    files: Box<dyn Fn() -> Box<dyn RubyFiles>>,
    load_path: Vec<String>,
    instance: RefCell<Option<Rc<RubyVm>>>,
    generation: Cell<u64>,
}

impl RubyHost {
    /// Returns the interpreter for an environment, given by its directory and its module path. It can read their files.
    pub(crate) fn new(store: RubyStore, directory: Option<&Path>, modulepath: &[PathBuf]) -> Self {
        let files = ModuleFiles::new(directory, modulepath, &store.checker);
        Self::reading(store, directory, modulepath, move || Box::new(files.clone()))
    }

    /// Returns the interpreter for an environment that can read these files.
    pub(crate) fn reading(
        store: RubyStore,
        directory: Option<&Path>,
        modulepath: &[PathBuf],
        files: impl Fn() -> Box<dyn RubyFiles> + 'static,
    ) -> Self {
        Self {
            files: Box::new(files),
            load_path: load_path(directory, modulepath),
            store,
            instance: RefCell::default(),
            generation: Cell::new(0),
        }
    }

    /// Sends a request and returns the value of the reply.
    ///
    /// # Errors
    /// Returns the message of an exception, or the reason why the interpreter cannot run.
    pub(super) fn ask(&self, request: &Json, caller: &mut dyn RubyCaller) -> Result<Json, String> {
        let reply = self.call(request.to_string(), caller)?;
        let mut reply: Json = serde_json::from_str(&reply).map_err(|error| error.to_string())?;
        match &reply["error"] {
            Json::Null => Ok(reply["value"].take()),
            error => Err(error["message"].as_str().unwrap_or_default().to_owned()),
        }
    }

    fn instance(&self) -> Result<Rc<RubyVm>> {
        if let Some(running) = self.instance.borrow().as_ref().filter(|running| !running.is_lost()) {
            return Ok(Rc::clone(running));
        }
        let Some(code) = self.store.open()? else { bail!("the Ruby interpreter was removed") };
        let started = Rc::new(started(&code, (self.files)(), self.store.limits, &self.load_path)?);
        self.generation.set(self.generation.get() + 1);
        *self.instance.borrow_mut() = Some(Rc::clone(&started));
        Ok(started)
    }
}

/// Starts an instance that finds libraries in these directories.
fn started(code: &RubyCode, files: Box<dyn RubyFiles>, limits: RubyLimits, load_path: &[String]) -> Result<RubyVm> {
    let started = code.start(files, limits)?;
    started.call(json!({ "do": "start", "load_path": load_path }).to_string(), &mut Silent)?;
    Ok(started)
}

/// Returns the directories of Ruby code of an environment.
fn load_path(directory: Option<&Path>, modulepath: &[PathBuf]) -> Vec<String> {
    let modules = modulepath.iter().flat_map(|directory| crate::settings::directories_in(directory));
    let libraries = modules.chain(directory.map(Path::to_path_buf)).map(|module| module.join("lib"));
    libraries.filter(|library| library.is_dir()).map(|library| library.display().to_string()).collect()
}

/// Starts the interpreter of a component for resource types. It can read the files of modules; Ruby code only if its digest
/// is that of the component's manifest. `settings` are the values of `Puppet[:name]`.
///
/// # Errors
/// Returns an error if no interpreter is installed, or it cannot be started.
pub fn start_for_types(
    store: &RubyStore,
    modulepath: &[PathBuf],
    code: &manifest::RubyCode,
    settings: Vec<(String, Value)>,
) -> Result<Box<dyn RubyDialogue>> {
    let Some(interpreter) = store.open()? else {
        bail!("no Ruby interpreter is installed; install one with 'marotte ruby add FILE'");
    };
    let files = TypeFiles::new(modulepath, code, &store.checker)?;
    let vm = started(&interpreter, Box::new(files), store.limits, &load_path(None, modulepath))?;
    let served = ServedFiles::new(modulepath, &store.checker);
    Ok(Box::new(TypeInterpreter { vm, language: LanguageAnswers::new(settings), served }))
}

/// The caller at the start of the interpreter, which asks nothing.
struct Silent;

impl RubyCaller for Silent {
    fn answer(&mut self, _question: &str) -> String {
        json!({ "error": { "message": "nothing can be asked at the start of the interpreter" } }).to_string()
    }

    fn print(&mut self, _line: &str) {}
}

impl RubyInterpreter for RubyHost {
    fn generation(&self) -> Result<u64, String> {
        self.instance().map(|_| self.generation.get()).map_err(|error| format!("{error:#}"))
    }

    fn call(&self, request: String, caller: &mut dyn RubyCaller) -> Result<String, String> {
        let instance = self.instance().map_err(|error| format!("{error:#}"))?;
        instance.call(request, caller).map_err(|error| error.to_string())
    }
}
