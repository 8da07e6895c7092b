//! Flags of runs, which `apply` and `agent` have in common.

use std::path::PathBuf;

use clap::{ArgAction, Args, ValueEnum};

// Flags of a run.
#[derive(Debug, Clone, Args)]
pub(crate) struct RunFlags {
    /// Add 8 to the detailed exit code if a dry run found pending changes
    #[arg(long = "pending-exitcodes")]
    pub(crate) pending_exitcodes: bool,
    /// Exit with 2 for changes, 4 for failures, 6 for both
    #[arg(long, overrides_with = "no_detailed_exitcodes")]
    pub(crate) detailed_exitcodes: bool,
    #[arg(long, hide = true)]
    pub(crate) no_detailed_exitcodes: bool,
    /// Apply up to NUMBER independent resources at once (types that support it)
    #[arg(long, value_name = "NUMBER", default_value = "1", value_parser = workers)]
    pub(crate) parallel: usize,
    /// When to fsync written files: after each file, at the end of the run, or never (off)
    #[arg(long, value_name = "WHEN", default_value = "file")]
    pub(crate) durable: Durable,
    /// Log every read, write and command with its resource: text (debug messages) or json (lines on stderr)
    #[arg(long = "trace-effects", value_name = "FORMAT", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    pub(crate) trace_effects: Option<TraceFormat>,
    /// Write the effects of --trace-effects to this file
    #[arg(long = "trace-file", value_name = "FILE", requires = "trace_effects")]
    pub(crate) trace_file: Option<PathBuf>,
    /// Report the time spent compiling and applying
    #[arg(long, action = ArgAction::SetTrue)]
    pub(crate) profile: bool,
}

/// Formats of effect traces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TraceFormat {
    Text,
    Json,
}

/// Values of `--durable`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Durable {
    File,
    Run,
    Off,
}

impl From<Durable> for runtime::Durable {
    fn from(durable: Durable) -> Self {
        match durable {
            Durable::File => Self::File,
            Durable::Run => Self::Run,
            Durable::Off => Self::Off,
        }
    }
}

/// Parses the value of `--parallel`.
fn workers(text: &str) -> Result<usize, &'static str> {
    match text.parse() {
        Ok(number @ 1..=64) => Ok(number),
        _ => Err("must be a number from 1 to 64"),
    }
}
