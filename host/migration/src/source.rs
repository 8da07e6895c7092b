//! Manifests and templates: they are parsed, their definitions and uses are collected, and their errors are reported.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use engine::DirectoryEnvironment;
use syntax::ast::Definition;
use syntax::{Diagnostic, Mode, Program, SourceMap, parse};

use crate::finding::{FindingGroup, FindingSeverity, Location, MigrationReport};
use crate::repository::files_below;
use crate::uses::{Collector, Uses};

/// Directories of a module with manifests.
const MANIFESTS: [&str; 3] = ["manifests", "functions", "types"];

/// The names that manifests define.
#[derive(Debug, Default)]
pub(crate) struct Definitions {
    pub(crate) classes: BTreeSet<String>,
    pub(crate) defines: BTreeSet<String>,
    pub(crate) functions: BTreeSet<String>,
    pub(crate) aliases: BTreeSet<String>,
}

impl Definitions {
    fn add(&mut self, program: &Program) {
        for definition in program.definitions() {
            let (names, name) = match definition {
                Definition::Class(class) => (&mut self.classes, &class.name),
                Definition::Define(define) => (&mut self.defines, &define.name),
                Definition::Function(function) => (&mut self.functions, &function.name),
                Definition::TypeAlias(alias) => (&mut self.aliases, &alias.name),
                Definition::Node(_) => continue,
            };
            names.insert(name.trim_start_matches("::").to_lowercase());
        }
    }
}

/// The texts that were read.
#[derive(Debug, Default)]
pub(crate) struct Sources {
    map: SourceMap,
    definitions: Definitions,
    files: usize,
}

impl Sources {
    /// Returns the number of files.
    pub(crate) fn len(&self) -> usize {
        self.files
    }

    pub(crate) fn definitions(&self) -> &Definitions {
        &self.definitions
    }

    /// Reads the manifests of an environment, and its functions and types.
    pub(crate) fn read_environment(
        &mut self,
        environment: &DirectoryEnvironment,
        uses: &mut Uses,
        report: &mut MigrationReport,
    ) {
        let manifests = match &environment.manifest {
            Some(path) if path.is_dir() => files_below(path, &["pp"]),
            Some(path) if path.is_file() => vec![path.clone()],
            Some(_) | None => Vec::new(),
        };
        let own = environment.directory.iter().flat_map(|directory| {
            [files_below(&directory.join("functions"), &["pp"]), files_below(&directory.join("types"), &["pp"])]
                .concat()
        });
        for file in manifests.into_iter().chain(own) {
            self.read_manifest(&file, uses, report);
        }
    }

    /// Reads the manifests and templates of a module.
    pub(crate) fn read_module(&mut self, name: &str, module: &Path, uses: &mut Uses, report: &mut MigrationReport) {
        uses.current_module = Some(name.to_owned());
        uses.module_locals.clear();
        let manifests = MANIFESTS.iter().flat_map(|directory| files_below(&module.join(directory), &["pp"]));
        for file in manifests.chain(files_below(&module.join("templates"), &["epp"])) {
            self.read_manifest(&file, uses, report);
        }
        for file in files_below(&module.join("templates"), &["erb"]) {
            self.read_erb(&file, uses, report);
        }
        uses.current_module = None;
        uses.module_locals.clear();
    }

    /// Reads a text file; a file that cannot be read is reported.
    fn text(&mut self, file: &Path, report: &mut MigrationReport) -> Option<String> {
        self.files += 1;
        let reason = match fs::read(file).map(String::from_utf8) {
            Ok(Ok(text)) => return Some(text),
            Ok(Err(_)) => "it is not UTF-8; convert it, for example with iconv",
            Err(_) => "it cannot be read",
        };
        let shown = report.shown(file);
        let kind = (FindingSeverity::Error, FindingGroup::Language);
        report.add(kind, &shown, format!("The file '{shown}' was not checked: {reason}"), "", &[Location::file(file)]);
        None
    }

    fn read_manifest(&mut self, file: &Path, uses: &mut Uses, report: &mut MigrationReport) {
        let Some(text) = self.text(file, report) else { return };
        let source = self.map.add(file.display().to_string(), text);
        let mode = if file.extension().is_some_and(|own| own == "epp") { Mode::Epp } else { Mode::Manifest };
        let (mut program, diagnostics) = parse(&source, mode);
        let has_errors = diagnostics.iter().any(Diagnostic::is_error);
        let mut accepts_old = false;
        if has_errors && mode == Mode::Manifest {
            let (old, faults) = parse(&source, Mode::Language3);
            if !faults.iter().any(Diagnostic::is_error) {
                (program, accepts_old) = (old, true);
            }
        }
        for diagnostic in &diagnostics {
            self.report(diagnostic, accepts_old, report);
        }
        self.definitions.add(&program);
        Collector::new(&self.map, uses).collect(&program);
    }

    fn report(&self, diagnostic: &Diagnostic, accepts_old: bool, report: &mut MigrationReport) {
        let severity = if diagnostic.is_error() { FindingSeverity::Error } else { FindingSeverity::Warning };
        let locations: Vec<Location> =
            diagnostic.span.iter().filter_map(|span| Location::span(*span, &self.map)).collect();
        let mut remedies = diagnostic.hints.clone();
        if accepts_old && diagnostic.is_error() {
            remedies.push("or accept the file with --language 3, as Puppet 3 did".to_owned());
        }
        let kind = (severity, FindingGroup::Language);
        report.add(kind, diagnostic.issue, diagnostic.message.clone(), remedies.join("; "), &locations);
    }

    fn read_erb(&mut self, file: &Path, uses: &mut Uses, report: &mut MigrationReport) {
        let Some(text) = self.text(file, report) else { return };
        match erb::Template::parse(&text) {
            Ok(template) => {
                for (reference, line) in template.references() {
                    uses.add_template_reference(&reference, Location::line(file, Some(line)));
                }
            }
            Err(fault) => {
                let shown = report.shown(file);
                let kind = (FindingSeverity::Error, FindingGroup::Language);
                let message = format!("The ERB template cannot be interpreted: {}", fault.message);
                let remedy = "use only the Ruby that templates need, or convert the template to EPP";
                report.add(kind, &shown, message, remedy, &[Location::line(file, Some(fault.line))]);
            }
        }
    }
}
