//! Replays recorded scenarios of real Puppet with a program in its place and prints what differs: `replay [--only NAME] PROGRAM DIR…`.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program of its own")]

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use marotte_tests::replay::{self, Rules, Scenario};

/// Replays every scenario below the directories and compares with what real Puppet said and did.
#[derive(Debug, Parser)]
#[command(name = "replay")]
struct Arguments {
    /// Replays only the scenario of this name; can be given several times.
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// The program: a `marotte`.
    program: PathBuf,
    /// Directories of scenarios.
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

/// Exits with 1 if a scenario differs.
fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let rules = Rules::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("apply/scenarios.toml"))?;
    let (mut equal, mut all) = (0, 0);
    for directory in &arguments.directories {
        let found = replay::find(directory).map_err(|error| format!("{}: {error}", directory.display()))?;
        for directory in found {
            let scenario = Scenario::read(&directory)?;
            if !arguments.only.is_empty() && !arguments.only.contains(&scenario.name) {
                continue;
            }
            let differences = replay::run(&scenario, &arguments.program, &rules)?;
            all += 1;
            equal += usize::from(differences.is_empty());
            for difference in &differences {
                println!("{}: {difference}", scenario.name);
            }
        }
    }
    println!("{equal} of {all} scenarios are equal");
    Ok(if equal == all { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
