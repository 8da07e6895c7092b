//! Owns the command line: verbs, flags and their help. Puppet's names where Puppet has them.

use std::path::PathBuf;

use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};
use syntax::Mode;

/// Compiles manifests in the Puppet language and applies them through sandboxed resource types.
#[derive(Debug, Parser)]
#[command(name = "marotte", version, propagate_version = true, arg_required_else_help = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The verbs.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Apply a manifest to this machine
    Apply(Box<Apply>),
    /// Compile and compare catalogs
    #[command(subcommand)]
    Catalog(CatalogCommand),
    /// Check manifests and templates, and show how they are read
    #[command(subcommand)]
    Parser(ParserCommand),
    /// Show what a resource type can do
    Describe(Describe),
    /// Look at the providers that are there
    #[command(subcommand)]
    Provider(ProviderCommand),
}

impl Command {
    /// Returns the flags that every verb has.
    pub(crate) fn common(&self) -> &Common {
        match self {
            Self::Apply(arguments) => &arguments.common,
            Self::Catalog(CatalogCommand::Compile(arguments)) => &arguments.common,
            Self::Catalog(CatalogCommand::Diff(arguments)) => &arguments.common,
            Self::Parser(ParserCommand::Validate(arguments)) => &arguments.common,
            Self::Parser(ParserCommand::Dump(arguments)) => &arguments.common,
            Self::Describe(arguments) => &arguments.common,
            Self::Provider(ProviderCommand::List(arguments)) => &arguments.common,
        }
    }
}

/// Flags that every verb has.
#[derive(Debug, Args)]
pub(crate) struct Common {
    /// Show everything that can be said
    #[arg(short, long, global = true)]
    pub(crate) debug: bool,
    /// Show what goes on
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,
    /// Use colours: true, false or ansi; without the flag, on a terminal
    #[arg(long, value_name = "WHEN", num_args = 0..=1, default_missing_value = "true", global = true)]
    pub(crate) color: Option<Color>,
    /// For people (console) or for programs (json): answers on standard output, each log line an object on standard error
    #[arg(long = "render-as", value_name = "FORMAT", default_value = "console", global = true)]
    pub(crate) render_as: RenderAs,
}

/// How what is said is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum RenderAs {
    #[default]
    Console,
    Json,
}

/// Flags of every verb that compiles.
#[derive(Debug, Args)]
pub(crate) struct Compile {
    /// Folders that hold modules, separated by colons
    #[arg(long, value_name = "FOLDERS", env = "MAROTTE_MODULEPATH", hide_env = true)]
    pub(crate) modulepath: Option<String>,
    /// Take the facts from this YAML or JSON file
    #[arg(long, value_name = "FILE")]
    pub(crate) facts: Option<PathBuf>,
    /// The node's name, instead of the fact networking.fqdn
    #[arg(long, alias = "node_name_value", value_name = "NAME")]
    pub(crate) certname: Option<String>,
    /// Keep state and caches in this folder
    #[arg(long, value_name = "DIR", env = "MAROTTE_VARDIR", hide_env = true)]
    pub(crate) vardir: Option<PathBuf>,
    /// Try a provider out that is not installed, a component file; can be given several times
    #[arg(long, value_name = "FILE")]
    pub(crate) provider: Vec<PathBuf>,
    /// Treat an unknown variable as an error
    #[arg(long = "strict_variables", alias = "strict-variables")]
    pub(crate) strict_variables: bool,
    /// How strict to be: off, warning or error
    #[arg(long, value_name = "LEVEL", default_value = "warning")]
    pub(crate) strict: Strict,
    #[command(flatten)]
    pub(crate) language: Language,
}

/// The flag of every verb that reads manifests.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct Language {
    /// The language of the manifests: 4, of Puppet 4 and later, or 3, of Puppet 3 and before
    #[arg(long = "language", value_name = "NUMBER", default_value = "4")]
    number: LanguageNumber,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LanguageNumber {
    #[value(name = "3")]
    Three,
    #[value(name = "4")]
    Four,
}

impl Language {
    /// Returns how a file is read: a template by its name, anything else in the language.
    pub(crate) fn mode(self, file: &str) -> Mode {
        match self.number {
            _ if file.ends_with(".epp") => Mode::Epp,
            LanguageNumber::Three => Mode::Language3,
            LanguageNumber::Four => Mode::Manifest,
        }
    }

    /// Returns what the compiler is told.
    pub(crate) fn setting(self) -> compiler::Language {
        match self.number {
            LanguageNumber::Three => compiler::Language::Three,
            LanguageNumber::Four => compiler::Language::Four,
        }
    }
}

/// When to use colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// Always.
    #[value(alias = "ansi")]
    True,
    /// Never.
    False,
}

/// `marotte apply`
#[derive(Debug, Args)]
#[command(after_help = "Exit codes: 0 the run went through, 1 it could not start or the manifest is wrong.
With --detailed-exitcodes: 2 there were changes, 4 there were failures, 6 both, 0 nothing to do.")]
pub(crate) struct Apply {
    /// The manifest, or a folder of them; standard input without one
    #[arg(conflicts_with = "execute")]
    pub(crate) file: Option<PathBuf>,
    /// Apply this code
    #[arg(short, long, value_name = "CODE")]
    pub(crate) execute: Option<String>,
    /// Say what would change and change nothing
    #[arg(long, overrides_with = "no_noop")]
    pub(crate) noop: bool,
    #[arg(long, hide = true)]
    pub(crate) no_noop: bool,
    /// Show differences of contents
    #[arg(long = "show_diff", alias = "show-diff", overrides_with = "no_show_diff")]
    pub(crate) show_diff: bool,
    #[arg(long = "no-show_diff", alias = "no-show-diff", hide = true)]
    pub(crate) no_show_diff: bool,
    /// Exit with 2 for changes, 4 for failures, 6 for both
    #[arg(long, overrides_with = "no_detailed_exitcodes")]
    pub(crate) detailed_exitcodes: bool,
    #[arg(long, hide = true)]
    pub(crate) no_detailed_exitcodes: bool,
    /// The same as --verbose --detailed-exitcodes --show_diff
    #[arg(short, long)]
    pub(crate) test: bool,
    /// Manage the tree beneath this folder instead of the machine
    #[arg(long, value_name = "DIR")]
    pub(crate) root: Option<PathBuf>,
    /// Only resources with one of these tags, separated by commas
    #[arg(long, value_delimiter = ',')]
    pub(crate) tags: Vec<String>,
    /// No resources with one of these tags
    #[arg(long = "skip_tags", alias = "skip-tags", value_delimiter = ',')]
    pub(crate) skip_tags: Vec<String>,
    /// Write the graphs as .dot files to the state folder
    #[arg(long)]
    pub(crate) graph: bool,
    /// When a written file is made to survive a power cut: file (each at once), run (all at the end) or off
    #[arg(long, value_name = "WHEN", default_value = "file")]
    pub(crate) durable: Durable,
    /// Tell how long compiling and applying took
    #[arg(long, action = ArgAction::SetTrue)]
    pub(crate) profile: bool,
    #[command(flatten)]
    pub(crate) compile: Compile,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Puppet's setting `strict`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Strict {
    Off,
    Warning,
    Error,
}

/// When writes are flushed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Durable {
    File,
    Run,
    Off,
}

/// `marotte catalog`
#[derive(Debug, Subcommand)]
pub(crate) enum CatalogCommand {
    /// Compile a catalog and print it in Puppet's format
    Compile(CatalogCompile),
    /// Say what is different between two catalogs
    Diff(CatalogDiff),
}

/// `marotte catalog compile`
#[derive(Debug, Args)]
#[command(
    after_help = "The catalog is Puppet's JSON, format 2. Values that are Sensitive are in it in clear, as in Puppet.
Exit codes: 0 it is printed, 1 it does not compile."
)]
pub(crate) struct CatalogCompile {
    /// The node's name; without one, that of this machine
    #[arg(value_name = "NODE", conflicts_with = "certname")]
    pub(crate) node: Option<String>,
    /// The manifest, or a folder of them
    #[arg(long, value_name = "FILE", required_unless_present = "execute")]
    pub(crate) manifest: Option<PathBuf>,
    /// Compile this code
    #[arg(short, long, value_name = "CODE", conflicts_with = "manifest")]
    pub(crate) execute: Option<String>,
    #[command(flatten)]
    pub(crate) compile: Compile,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `marotte catalog diff`
#[derive(Debug, Args)]
#[command(after_help = "Exit codes: 0 the catalogs are the same, 1 they differ, 2 one can't be read.")]
pub(crate) struct CatalogDiff {
    /// A catalog as `catalog compile` prints it
    #[arg(value_name = "OLD")]
    pub(crate) old: PathBuf,
    /// The catalog to compare it with
    #[arg(value_name = "NEW")]
    pub(crate) new: PathBuf,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `marotte parser`
#[derive(Debug, Subcommand)]
pub(crate) enum ParserCommand {
    /// Check the syntax of manifests (.pp) and templates (.epp)
    Validate(Validate),
    /// Show how manifests are read, as a tree
    Dump(Dump),
}

/// `marotte parser dump`
#[derive(Debug, Args)]
#[command(after_help = "Exit codes: 0 all were read, 1 one or more were not.")]
pub(crate) struct Dump {
    /// Files; standard input without one
    #[arg(conflicts_with = "execute")]
    pub(crate) files: Vec<PathBuf>,
    /// Dump this code
    #[arg(short, long, value_name = "CODE")]
    pub(crate) execute: Option<String>,
    /// S-expressions (pn), or the same tree as json
    #[arg(long, value_name = "FORMAT", default_value = "pn")]
    pub(crate) format: DumpFormat,
    /// One element on each line, indented
    #[arg(long)]
    pub(crate) pretty: bool,
    #[command(flatten)]
    pub(crate) language: Language,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// The notations of a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DumpFormat {
    Pn,
    Json,
}

/// `marotte parser validate`
#[derive(Debug, Args)]
#[command(after_help = "Exit codes: 0 all are fine, 1 one or more are not.")]
pub(crate) struct Validate {
    /// Files, or folders to look through; standard input without one
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) language: Language,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `marotte describe`
#[derive(Debug, Args)]
pub(crate) struct Describe {
    /// The type
    #[arg(required_unless_present = "list")]
    pub(crate) types: Vec<String>,
    /// List all types
    #[arg(short, long)]
    pub(crate) list: bool,
    /// Only the names of the attributes
    #[arg(short, long)]
    pub(crate) short: bool,
    /// The providers and their features, too
    #[arg(short, long)]
    pub(crate) providers: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `marotte provider`
#[derive(Debug, Subcommand)]
pub(crate) enum ProviderCommand {
    /// List the components with their types, providers and grants
    List(ProviderList),
}

/// `marotte provider list`
#[derive(Debug, Args)]
pub(crate) struct ProviderList {
    #[command(flatten)]
    pub(crate) common: Common,
}
