//! Replays recorded scenarios of real Puppet with another program and prints the differences: `replay [--only NAME]
//! PROGRAM DIR…`.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command-line tool")]

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use marotte_tests::replay::{self, Rules, Scenario};

/// Replay every scenario in the directories and compare output and effects with those of real Puppet.
#[derive(Debug, Parser)]
#[command(name = "replay")]
struct Arguments {
    /// Replay only this scenario (can be repeated).
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// The `marotte` program.
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

/// Replays the scenarios. The exit code is 1 if a scenario differs.
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
