//! Called functions that are written in Ruby, need PuppetDB or are unknown.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use compiler::PUPPETDB_FUNCTIONS;

use crate::finding::{FindingGroup, FindingSeverity, Location, MigrationReport};
use crate::index::Index;
use crate::uses::Uses;

const REMEDY_QUERY: &str = "set 'storeconfigs = true', and 'storeconfigs_backend = puppetdb' to query the PuppetDB of puppetdb.conf \
     in place of an own database";

const REMEDY_PUPPETDB: &str = "call 'puppetdb_query' with a query in PQL";

/// The definition of a function.
enum FunctionSource {
    /// It is built in, replaced, or written in the Puppet language.
    Available,
    /// It needs PuppetDB.
    PuppetDb,
    /// It is written in Ruby, in this file.
    Ruby(PathBuf),
    /// It does not exist.
    Unknown,
}

/// Reports called functions that are not available, and counts unused functions in Ruby.
pub(crate) fn check(uses: &Uses, index: &Index<'_>, report: &mut MigrationReport) {
    let built_in: BTreeSet<&str> = compiler::functions().map(|function| function.name).collect();
    for (name, locations) in &uses.functions {
        match source_of(name, &built_in, index) {
            FunctionSource::Available => {}
            FunctionSource::PuppetDb => add_puppetdb(name, locations, report),
            FunctionSource::Ruby(file) => add_ruby(name, &file, locations, report),
            // The module is reported.
            FunctionSource::Unknown if index.lacks_module_of(name) => {}
            FunctionSource::Unknown => {
                let kind = (FindingSeverity::Error, FindingGroup::Functions);
                let remedy = match syntax::nearest(name, built_in.iter().copied()) {
                    Some(near) => format!("did you mean '{near}'? Otherwise install the module that defines it"),
                    None => "install the module that defines it".to_owned(),
                };
                report.add(kind, name, format!("There is no function '{name}'"), remedy, locations);
            }
        }
    }
    for (name, locations) in &uses.methods {
        match source_of(name, &built_in, index) {
            FunctionSource::PuppetDb => add_puppetdb(name, locations, report),
            FunctionSource::Ruby(file) if !uses.functions.contains_key(name) => {
                add_ruby(name, &file, locations, report);
            }
            // The name may be an attribute of an object.
            FunctionSource::Ruby(_) | FunctionSource::Available | FunctionSource::Unknown => {}
        }
    }
    count_unused(uses, &built_in, index, report);
}

fn source_of(name: &str, built_in: &BTreeSet<&str>, index: &Index<'_>) -> FunctionSource {
    if index.definitions().functions.contains(name) {
        return FunctionSource::Available;
    }
    match index.ruby_function(name) {
        _ if PUPPETDB_FUNCTIONS.contains(&name) => FunctionSource::PuppetDb,
        _ if built_in.contains(name) => FunctionSource::Available,
        Some(_) if engine::shims::replaces(name) => FunctionSource::Available,
        Some(file) => FunctionSource::Ruby(file),
        None => FunctionSource::Unknown,
    }
}

fn add_puppetdb(name: &str, locations: &[Location], report: &mut MigrationReport) {
    let (severity, message, remedy) = match name {
        "puppetdb_query" => {
            (FindingSeverity::Warning, format!("The function '{name}' needs a database of nodes"), REMEDY_QUERY)
        }
        _ => (FindingSeverity::Error, format!("The function '{name}' is not supported"), REMEDY_PUPPETDB),
    };
    report.add((severity, FindingGroup::Functions), name, message, remedy, locations);
}

fn add_ruby(name: &str, file: &Path, locations: &[Location], report: &mut MigrationReport) {
    let kind = (FindingSeverity::Error, FindingGroup::Functions);
    let message = format!("The function '{name}' is written in Ruby ({})", report.shown(file));
    let remedy = match name.split_once("::") {
        Some((module, rest)) => format!(
            "install the interpreter with 'marotte ruby add FILE', or write it in the Puppet language, in 'functions/{}.pp' of the \
             module '{module}'",
            rest.replace("::", "/")
        ),
        None => "install the interpreter with 'marotte ruby add FILE', or write it in the Puppet language, with the name of a \
                 module: 'functions/NAME.pp' defines 'MODULE::NAME'"
            .to_owned(),
    };
    report.add(kind, name, message, remedy, locations);
}

/// Adds a note with the number of functions in Ruby that are not called and not built in.
fn count_unused(uses: &Uses, built_in: &BTreeSet<&str>, index: &Index<'_>, report: &mut MigrationReport) {
    let is_used = |name: &str| uses.functions.contains_key(name) || uses.methods.contains_key(name);
    let names: BTreeSet<String> = index.ruby_functions().into_iter().map(|(_, name)| name).collect();
    let unused = names
        .iter()
        .filter(|name| !is_used(name) && matches!(source_of(name, built_in, index), FunctionSource::Ruby(_)))
        .count();
    if unused > 0 {
        let kind = (FindingSeverity::Note, FindingGroup::Functions);
        let message = format!("{unused} other functions of modules are written in Ruby; none of them is called");
        report.add(kind, "", message, "", &[]);
    }
}
