//! Functions, facts and resource types that modules implement in Ruby, with the installed interpreter: the expressions in
//! `ruby/*.txt` have the results recorded from Puppet. Skipped with a message if no interpreter is installed.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

#[path = "ruby/custom_types.rs"]
mod custom_types;
#[path = "ruby/facts.rs"]
mod facts;
#[path = "../host/compiler/tests/recorded/mod.rs"]
mod recorded;
#[path = "ruby/resource_api.rs"]
mod resource_api;
#[path = "ruby/resource_types.rs"]
mod resource_types;
#[path = "ruby/site.rs"]
mod site;

use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use engine::SystemWorld;
use engine::ruby::{RubyLimits, RubyStore};
use value::World;

/// The variable with the directory of an installed interpreter, and the directory that is used without it.
const STORE: (&str, &str) = ("MAROTTE_RUBY_STORE", "/var/lib/marotte/ruby");

/// Returns the store of the interpreter; `None`, with a message, if none is installed.
fn store() -> Option<RubyStore> {
    let store = RubyStore::new(store_directory(), Arc::default());
    let is_installed = store.installed().unwrap().is_some();
    if !is_installed {
        #[expect(clippy::print_stderr, reason = "a skipped test says so")]
        {
            eprintln!("SKIPPED: no Ruby interpreter is installed in {} (see tests/README.md)", STORE.0);
        }
    }
    is_installed.then_some(store)
}

fn store_directory() -> PathBuf {
    std::env::var_os(STORE.0).map_or_else(|| PathBuf::from(STORE.1), PathBuf::from)
}

/// Returns the names and texts of the files of recorded expressions, and the list of differences.
fn corpus(directory: &Path) -> (Vec<(String, String)>, String) {
    let entries = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    let is_recorded = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "txt");
    let mut files: Vec<(String, String)> = entries
        .filter(is_recorded)
        .map(|path| (path.file_name().unwrap().display().to_string(), fs::read_to_string(&path).unwrap()))
        .collect();
    files.sort();
    (files, fs::read_to_string(directory.join("different")).unwrap())
}

/// Returns a function that returns the world with the modules of a directory.
fn worlds(store: RubyStore, directory: &Path) -> impl Fn() -> Box<dyn World> {
    let modules = vec![directory.join("modules")];
    let runtime = runtime::Runtime::new(runtime::RuntimeConfig::new(engine::embedded())).unwrap();
    move || {
        let types = Rc::clone(runtime.registry());
        Box::new(SystemWorld::new("production", Vec::new(), modules.clone(), types).with_ruby(store.clone()))
    }
}

#[test]
fn functions_in_ruby_have_the_results_of_puppet() {
    let Some(store) = store() else { return };
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("ruby");
    let (files, different) = corpus(&directory);
    let count = recorded::compare(&files, &different, &worlds(store, &directory));
    assert!(count > 800, "only {count} expressions were found");
}

#[test]
fn attacks_of_ruby_code_are_contained() {
    let Some(store) = store() else { return };
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("ruby/attacks");
    let limits = RubyLimits { memory: 256 << 20, time: Duration::from_secs(2) };
    let (files, different) = corpus(&directory);
    let count = recorded::compare(&files, &different, &worlds(store.with_limits(limits), &directory));
    assert!(count > 40, "only {count} attacks were found");
    assert!(!Path::new("/tmp/vm_attack").exists());
}

#[test]
fn interpreter_is_started_again_after_an_error_that_ends_it() {
    let Some(store) = store() else { return };
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("ruby/attacks");
    let world = worlds(store, &directory)();
    let evaluated = |expression| recorded::evaluated(&*world, expression);
    assert_eq!(evaluated("vm_attack::try('plain')"), ["= \"fine\""]);
    assert_eq!(
        evaluated("vm_attack::try('exit!')"),
        ["! the Ruby interpreter stopped: the Ruby process ended with status 3"]
    );
    assert_eq!(evaluated("vm_attack::try('plain')"), ["= \"fine\""]);
    let endless = evaluated("vm_attack::try('deep')");
    assert!(endless.last().is_some_and(|line| line.starts_with("! ")), "{endless:?}");
    assert_eq!(evaluated("vm_attack::try('plain')"), ["= \"fine\""]);
}
