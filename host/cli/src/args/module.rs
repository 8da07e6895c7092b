//! Flags of `module`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::Common;

// `marotte module`
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum ModuleCommand {
    /// List the modules of the module path and their missing dependencies
    List(Box<ModuleList>),
    /// Check the modules of the module path
    Check(Box<ModuleCheck>),
    /// Let resource types that a module implements in Ruby run, with the grants shown
    Trust(Box<ModuleTrust>),
}

impl ModuleCommand {
    /// Returns the flags that all commands have.
    pub(crate) fn common(&self) -> &Common {
        match self {
            Self::List(arguments) => &arguments.common,
            Self::Check(arguments) => &arguments.common,
            Self::Trust(arguments) => &arguments.common,
        }
    }
}

// `marotte module list`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte module list                         list modules by directory
  marotte module list --tree                  list modules by dependency
  marotte module list --verbose               also show unmet dependencies

Exit codes: 0 success, even with missing dependencies; 1 there is no such environment.")]
pub(crate) struct ModuleList {
    /// Show the dependencies as a tree
    #[arg(long)]
    pub(crate) tree: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte module check`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte module check --environment test
  marotte module check --modulepath ./modules --puppetfile ./Puppetfile
  marotte module check --os Debian/12

Reports unreadable metadata.json files, missing dependencies, version conflicts, incompatible Puppet or OpenVox requirements, duplicate \
modules and differences from the Puppetfile: missing modules, other versions or authors, and unlisted modules in its moduledir. The \
Puppetfile is read as data: forge, moduledir and mod with the options of r10k; other Ruby code is rejected with its line and never \
evaluated. The checked-out commits of repositories are not compared.

Exit codes: 0 no problems, 1 problems, or there is no such environment.")]
pub(crate) struct ModuleCheck {
    /// Puppetfile [default: that of the environment]
    #[arg(long, value_name = "FILE")]
    pub(crate) puppetfile: Option<PathBuf>,
    /// Check support for this operating system, with or without release
    #[arg(long, value_name = "NAME[/RELEASE]")]
    pub(crate) os: Option<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte module trust`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte module trust rabbitmq                     propose grants, and ask
  marotte module trust acme --write '/srv/acme/**'  also let it write files
  marotte module trust acme --run acmectl           also let it run a program
  marotte module trust acme --learn                 also grant refused access
  marotte module trust acme --without /etc/acme     grant less than proposed
  marotte module trust mysql --replace-built-in     replace built-in types

Makes a provider of the resource types that the module implements in Ruby, and of its providers of built-in types, and installs it like 'marotte provider add'. The \
interpreter must be installed ('marotte ruby add FILE'). The Ruby code runs in the sandbox: it can read, write and run what is \
granted and nothing else, and changes nothing in a dry run. Proposed are the commands, paths and environment variables that \
the code names; '--learn' adds the accesses that were refused in runs since then, such as 'marotte apply --noop', to the grants of the \
last time. The provider \
contains the digests of the Ruby files: after a change of the module, its resources fail until it is trusted again. \
'marotte provider remove' withdraws the trust.

Exit codes: 0 success, 1 failure.")]
pub(crate) struct ModuleTrust {
    /// Name of the module
    #[arg(value_name = "MODULE")]
    pub(crate) name: String,
    /// Also let it read these files: a path or a glob (can be repeated)
    #[arg(long, value_name = "PATH")]
    pub(crate) read: Vec<String>,
    /// Also let it write these files: a path or a glob (can be repeated)
    #[arg(long, value_name = "PATH")]
    pub(crate) write: Vec<String>,
    /// Also let it write these files and change their owner and group: a path or a glob (can be repeated)
    #[arg(long, value_name = "PATH")]
    pub(crate) chown: Vec<String>,
    /// Also let it run this program (can be repeated)
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) run: Vec<String>,
    /// Also let its commands get this environment variable, such as OS_* (can be repeated)
    #[arg(long = "env", value_name = "NAME")]
    pub(crate) environment: Vec<String>,
    /// Also let it receive secrets in this attribute (can be repeated)
    #[arg(long, value_name = "ATTRIBUTE")]
    pub(crate) reveal: Vec<String>,
    /// Also let it look up the resources of this type in the catalog (can be repeated)
    #[arg(long, value_name = "TYPE")]
    pub(crate) find: Vec<String>,
    /// Also let it look up the resources of this type, and change them before they are applied (can be repeated)
    #[arg(long, value_name = "TYPE")]
    pub(crate) change: Vec<String>,
    /// Also let it add resources of this type (can be repeated)
    #[arg(long, value_name = "TYPE")]
    pub(crate) add: Vec<String>,
    /// Also let it read and change the system by the providers of this type (can be repeated)
    #[arg(long, value_name = "TYPE")]
    pub(crate) call: Vec<String>,
    /// Do not grant this file, program, variable or attribute, although the code names it (can be repeated)
    #[arg(long, value_name = "NAME")]
    pub(crate) without: Vec<String>,
    /// Also use types of the module that are built in, instead of the built-in ones
    #[arg(long)]
    pub(crate) replace_built_in: bool,
    /// Also grant the accesses that were refused in runs since the module was trusted, including dry runs
    #[arg(long)]
    pub(crate) learn: bool,
    /// Accept the grants without asking
    #[arg(long)]
    pub(crate) accept_grants: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}
