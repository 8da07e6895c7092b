//! `parser dump`: syntax trees of manifests in Puppet's PN notation.

use std::process::ExitCode;

use anyhow::Result;
use syntax::SourceMap;
use syntax::pn::{self, PnFormat};

use crate::args::{Dump, DumpFormat};
use crate::console::Console;
use crate::exit;
use engine::input::{self, ManifestText};

/// Prints the trees of the files, each after a line with the file's name. For code and standard input, only the
/// tree is printed.
///
/// # Errors
/// Returns an error if standard input cannot be read.
pub(crate) fn run(arguments: &Dump, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(&arguments.common, None, "user")?;
    let format = match (arguments.format, arguments.pretty) {
        (DumpFormat::Pn, false) => PnFormat::Compact,
        (DumpFormat::Pn, true) => PnFormat::Pretty,
        (DumpFormat::Json, _) => PnFormat::Json,
    };
    let mut is_whole = true;
    if let Some(code) = &arguments.execute {
        is_whole &= dump(ManifestText { name: String::new(), text: code.clone() }, format, arguments, console);
    } else if arguments.files.is_empty() {
        is_whole &= dump(input::read_stdin()?, format, arguments, console);
    }
    for path in &arguments.files {
        match input::read(path, &settings.checker) {
            Ok(input) => {
                if format != PnFormat::Json {
                    console.print(&format!("--- {}\n", input.name));
                }
                is_whole &= dump(input, format, arguments, console);
            }
            Err(error) => {
                console.fail(&error);
                is_whole = false;
            }
        }
    }
    Ok(ExitCode::from(if is_whole { exit::SUCCESS } else { exit::FAILURE }))
}

/// Prints the tree of a text and returns whether it could be parsed. A text with syntax errors is not dumped.
fn dump(input: ManifestText, format: PnFormat, arguments: &Dump, console: &mut Console) -> bool {
    let mode = arguments.language.mode(&input.name);
    let mut sources = SourceMap::default();
    let source = sources.add(input.name, input.text);
    let (program, diagnostics) = syntax::parse(&source, mode);
    for diagnostic in &diagnostics {
        console.diagnostic(diagnostic, &sources, "", "");
    }
    if diagnostics.iter().any(syntax::Diagnostic::is_error) {
        return false;
    }
    let text = pn::dump(&program, &source, format);
    let text = match serde_json::from_str::<serde_json::Value>(&text) {
        Ok(tree) if arguments.pretty && format == PnFormat::Json => format!("{tree:#}"),
        _ => text,
    };
    console.print(&(text + "\n"));
    true
}
