//! Flags of `ruby`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::Common;

// `marotte ruby`
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum RubyCommand {
    /// Install the interpreter
    Add(RubyAdd),
    /// Show the installed interpreter
    Show(RubyShow),
    /// Remove the interpreter
    Remove(RubyRemove),
}

impl RubyCommand {
    /// Returns the flags that all commands have.
    pub(crate) fn common(&self) -> &Common {
        match self {
            Self::Add(arguments) => &arguments.common,
            Self::Show(arguments) => &arguments.common,
            Self::Remove(arguments) => &arguments.common,
        }
    }
}

// `marotte ruby add`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  npm pack @ruby/3.4-wasm-wasi@2.10.1         download the package
  marotte ruby add ruby-3.4-wasm-wasi-2.10.1.tgz

The interpreter runs functions that modules implement in Ruby (lib/puppet/functions and lib/puppet/parser/functions). It is CRuby \
as a WebAssembly module: Ruby code can read the files of modules and of the environment; it can neither write files nor run \
commands nor connect to other systems. Its native code is prepared once, which takes about a minute and 100 MB.

Exit codes: 0 success, 1 the file cannot be read or is not a known release.")]
pub(crate) struct RubyAdd {
    /// Package of npm, or the WebAssembly module in it
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte ruby show`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte ruby show
  marotte ruby show --render-as json

Exit codes: 0 success, 1 no interpreter is installed.")]
pub(crate) struct RubyShow {
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte ruby remove`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte ruby remove

Exit codes: 0 success, 1 no interpreter is installed, or it cannot be removed.")]
pub(crate) struct RubyRemove {
    #[command(flatten)]
    pub(crate) common: Common,
}
