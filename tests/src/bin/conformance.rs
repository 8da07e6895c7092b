//! Runs directories of conformance cases and prints the differences from real Puppet: `conformance [--emit OUT]
//! [--only GLOB] DIR…`.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command-line tool")]

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use marotte_tests::conformance::{self, Case, Table, Types};

/// Compile each case in the directories, compare its result with that of real Puppet, and print a table.
#[derive(Debug, Parser)]
#[command(name = "conformance")]
struct Arguments {
    /// Write OUT/CATEGORY/NAME/actual.json for each case.
    #[arg(long, value_name = "OUT")]
    emit: Option<PathBuf>,
    /// Run only cases whose CATEGORY/NAME matches; `*` matches any text.
    #[arg(long, value_name = "GLOB", default_value = "*")]
    only: String,
    /// Print only the table, without individual differences.
    #[arg(long)]
    quiet: bool,
    /// Directories of cases, each with CATEGORY/NAME/manifest.pp.
    #[arg(value_name = "DIR", required = true)]
    directories: Vec<PathBuf>,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(code) => code,
        Err(reason) => {
            eprintln!("Error: {reason}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the cases. The exit code is 1 if a case differs.
fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let types: Types = marotte_tests::built_in_types()?;
    let mut table = Table::default();
    for directory in &arguments.directories {
        let found = conformance::find(directory).map_err(|error| format!("{}: {error}", directory.display()))?;
        for directory in found {
            let case = Case::read(&directory)?;
            let path = format!("{}/{}", case.category, case.name);
            if !matches(&arguments.only, &path) {
                continue;
            }
            let verdict = conformance::run(&case, &types)?;
            table.add(&case, &verdict);
            if let Some(out) = &arguments.emit {
                conformance::emit(out, &case, &verdict).map_err(|error| format!("{}: {error}", out.display()))?;
            }
            if !arguments.quiet {
                for difference in &verdict.differences {
                    println!("{path}: {difference}");
                }
            }
        }
    }
    println!("{table}");
    let (cases, whole) = table.sum(&[]);
    Ok(if cases == whole { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns whether a text matches a pattern. `*` matches any text, including slashes.
fn matches(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((start, rest)) => text
            .strip_prefix(start)
            .is_some_and(|text| (0..=text.len()).any(|at| text.is_char_boundary(at) && matches(rest, &text[at..]))),
    }
}
