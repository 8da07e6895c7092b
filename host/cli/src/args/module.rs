//! Owns the flags of `module`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::Common;

/// `marotte module`
#[derive(Debug, Subcommand)]
pub(crate) enum ModuleCommand {
    /// List the modules of the module path, and check what they need
    List(Box<ModuleList>),
    /// Say what is wrong with the modules of the module path
    Check(Box<ModuleCheck>),
}

impl ModuleCommand {
    /// Returns the flags that all verbs have.
    pub(crate) fn common(&self) -> &Common {
        match self {
            Self::List(arguments) => &arguments.common,
            Self::Check(arguments) => &arguments.common,
        }
    }
}

/// `marotte module list`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte module list                         by the folders that they are in
  marotte module list --tree                  by what needs what
  marotte module list --modulepath ./modules

Exit codes: 0 they are listed, whatever is missing, 1 there is no such environment.")]
pub(crate) struct ModuleList {
    /// Show what needs what
    #[arg(long)]
    pub(crate) tree: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `marotte module check`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte module check --environment test
  marotte module check --modulepath ./modules --puppetfile ./Puppetfile
  marotte module check --os Debian/12         and whether they say that they are made for it

A fault is metadata.json that can't be read, a module that is needed and not there or has another version, one that wants another
version of Puppet or OpenVox than that whose language this is, two modules of one name, and what is not as the Puppetfile has it: modules
that are not there, have another version or author, or are in its moduledir without being in it. The Puppetfile is read as data: forge,
moduledir and mod with what r10k knows; other Ruby is refused at its line and is not evaluated. Which commit of a repository is there
is not looked at.

Exit codes: 0 nothing is wrong, 1 something is, or there is no such environment.")]
pub(crate) struct ModuleCheck {
    /// The Puppetfile; without one that of the environment, if it has one
    #[arg(long, value_name = "FILE")]
    pub(crate) puppetfile: Option<PathBuf>,
    /// An operating system, with its release or without
    #[arg(long, value_name = "NAME[/RELEASE]")]
    pub(crate) os: Option<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}
