//! Flags of `epp`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::{Common, Compile};

// `marotte epp`
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum EppCommand {
    /// Render templates
    Render(Box<EppRender>),
    /// Check the syntax of templates
    Validate(Box<EppValidate>),
}

// `marotte epp render`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte epp render motd.epp --values '{ name => \"x\" }'
  marotte epp render -e '<%= 1 + 2 %>'

Exit codes: 0 success, 1 a template failed; then nothing is printed.")]
pub(crate) struct EppRender {
    /// Templates as MODULE/TEMPLATE or files [default: standard input]
    pub(crate) templates: Vec<String>,
    /// Render this text
    #[arg(short, value_name = "EPP", conflicts_with = "templates")]
    pub(crate) e: Option<String>,
    /// Parameters as a hash in the Puppet language; takes precedence over --values_file
    #[arg(long, value_name = "HASH")]
    pub(crate) values: Option<String>,
    /// File with parameters: a hash in the Puppet language (.pp) or YAML (.yaml)
    #[arg(long = "values_file", alias = "values-file", value_name = "FILE")]
    pub(crate) values_file: Option<PathBuf>,
    /// Node to render for [default: this system]
    #[arg(long, value_name = "NODE")]
    pub(crate) node: Option<String>,
    /// Print the name before each of several templates (default)
    #[arg(long, overrides_with = "no_header")]
    pub(crate) header: bool,
    #[arg(long, hide = true)]
    pub(crate) no_header: bool,
    #[command(flatten)]
    pub(crate) compile: Compile,
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte epp validate`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte epp validate motd.epp
  marotte epp validate ntp/ntp.conf.epp --modulepath ./modules

Exit codes: 0 all templates are valid, 1 a template is not.")]
pub(crate) struct EppValidate {
    /// Templates as MODULE/TEMPLATE or files [default: standard input]
    pub(crate) templates: Vec<String>,
    /// Continue after a template with errors
    #[arg(long = "continue_on_error", alias = "continue-on-error", overrides_with = "no_continue_on_error")]
    pub(crate) continue_on_error: bool,
    #[arg(long = "no-continue_on_error", hide = true)]
    pub(crate) no_continue_on_error: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}
