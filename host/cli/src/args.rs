//! Owns the command line: verbs, flags and their help. Puppet's names where Puppet has them.

use std::path::{Path, PathBuf};

use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};
use syntax::Mode;

mod catalog;
mod config;
mod describe;
mod distribution;
mod doctor;
mod epp;
mod facts;
mod filebucket;
mod graph;
mod help;
mod installation;
mod lookup;
mod module;
mod pages;
mod parser;
mod provider;
mod report;
mod resource;
mod setting;
mod undo;

pub(crate) use catalog::{CatalogCommand, CatalogCompile, CatalogDiff};
pub(crate) use config::{ConfigCommand, ConfigDelete, ConfigPrint, ConfigSection, ConfigSet};
pub(crate) use describe::{Describe, Doc};
pub(crate) use distribution::{ProviderIndex, ProviderMirror, ProviderPack, ProviderPublish, ProviderSearch};
pub(crate) use doctor::Doctor;
pub(crate) use epp::{EppCommand, EppRender, EppValidate};
pub(crate) use facts::{Facts, FactsShow};
pub(crate) use filebucket::{
    Bucket, FilebucketBackup, FilebucketCommand, FilebucketDiff, FilebucketGet, FilebucketList, FilebucketRestore,
};
pub(crate) use graph::{Graph, GraphFormat};
pub(crate) use installation::{
    ProviderAdd, ProviderKeygen, ProviderRemove, ProviderSelection, ProviderSign, ProviderTrust, ProviderUpdate,
    ProviderVerify,
};
pub(crate) use lookup::{Lookup, MergeStrategy};
pub(crate) use module::{ModuleCheck, ModuleCommand, ModuleList};
pub(crate) use pages::{Completions, Man};
pub(crate) use parser::{Dump, DumpFormat, ParserCommand, Validate};
pub(crate) use provider::{
    GuestLanguage, ProviderBuild, ProviderCommand, ProviderDocs, ProviderList, ProviderNew, ProviderRun, ProviderShow,
    ProviderTest, ProviderWatch,
};
pub(crate) use report::{Report, ReportCommand};
pub(crate) use resource::ResourceArguments;
pub(crate) use setting::SettingFlags;
pub(crate) use undo::Undo;

/// Compiles manifests in the Puppet language and applies them through sandboxed resource types.
#[derive(Debug, Parser)]
#[command(name = "marotte", version, propagate_version = true, arg_required_else_help = true, after_help = help::MAROTTE)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The verbs.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Apply a manifest to this machine
    Apply(Box<Apply>),
    /// Take back what a run changed
    Undo(Box<Undo>),
    /// Show what runs did
    Report(Box<Report>),
    /// Draw the resources and who comes before whom
    Graph(Box<Graph>),
    /// Compile and compare catalogs
    #[command(subcommand)]
    Catalog(CatalogCommand),
    /// Render and check EPP templates
    #[command(subcommand)]
    Epp(EppCommand),
    /// Show the facts of this machine
    Facts(Box<Facts>),
    /// Look values up in Hiera's data
    Lookup(Box<Lookup>),
    /// Check manifests and templates, and show how they are read
    #[command(subcommand)]
    Parser(ParserCommand),
    /// Show what a resource type can do
    Describe(Describe),
    /// Print the reference of the resource types
    Doc(Box<Doc>),
    /// Show resources as they are, and change one
    Resource(Box<ResourceArguments>),
    /// Look at the providers that are there, add those of others, and make your own
    #[command(subcommand)]
    Provider(ProviderCommand),
    /// Keep contents of files by their SHA-256, and get them back
    #[command(subcommand)]
    Filebucket(FilebucketCommand),
    /// Look at the modules that are there
    #[command(subcommand)]
    Module(ModuleCommand),
    /// Look at the settings, and change them
    #[command(subcommand)]
    Config(ConfigCommand),
    /// Show which protections of the kernel are in force, and test them
    Doctor(Doctor),
    /// Print what a shell needs to complete words
    Completions(Box<Completions>),
    /// Print the manual, or write all its pages to a folder
    Man(Box<Man>),
}

impl Command {
    /// Returns the flags that every verb has.
    pub(crate) fn common(&self) -> &Common {
        match self {
            Self::Apply(arguments) => &arguments.common,
            Self::Undo(arguments) => &arguments.common,
            Self::Report(arguments) => &arguments.place().common,
            Self::Graph(arguments) => &arguments.common,
            Self::Catalog(CatalogCommand::Compile(arguments)) => &arguments.common,
            Self::Catalog(CatalogCommand::Diff(arguments)) => &arguments.common,
            Self::Epp(EppCommand::Render(arguments)) => &arguments.common,
            Self::Epp(EppCommand::Validate(arguments)) => &arguments.common,
            Self::Facts(arguments) => &arguments.show().common,
            Self::Lookup(arguments) => &arguments.common,
            Self::Parser(ParserCommand::Validate(arguments)) => &arguments.common,
            Self::Parser(ParserCommand::Dump(arguments)) => &arguments.common,
            Self::Describe(arguments) => &arguments.common,
            Self::Doc(arguments) => &arguments.common,
            Self::Resource(arguments) => &arguments.common,
            Self::Provider(command) => command.common(),
            Self::Filebucket(FilebucketCommand::Backup(arguments)) => &arguments.place.common,
            Self::Filebucket(FilebucketCommand::Get(arguments)) => &arguments.place.common,
            Self::Filebucket(FilebucketCommand::Restore(arguments)) => &arguments.place.common,
            Self::Filebucket(FilebucketCommand::List(arguments)) => &arguments.place.common,
            Self::Filebucket(FilebucketCommand::Diff(arguments)) => &arguments.place.common,
            Self::Module(command) => command.common(),
            Self::Config(ConfigCommand::Print(arguments)) => &arguments.common,
            Self::Config(ConfigCommand::Set(arguments)) => &arguments.place.common,
            Self::Config(ConfigCommand::Delete(arguments)) => &arguments.place.common,
            Self::Doctor(arguments) => &arguments.common,
            Self::Completions(arguments) => &arguments.common,
            Self::Man(arguments) => &arguments.common,
        }
    }
}

/// Flags that every verb has.
#[derive(Debug, Clone, Args)]
pub(crate) struct Common {
    /// Show everything that can be said
    #[arg(short, long, global = true)]
    pub(crate) debug: bool,
    /// Show what goes on
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,
    /// For people (console) or for programs (json; yaml for facts): answers on standard output, each log line an object on standard error
    #[arg(long = "render-as", value_name = "FORMAT", default_value = "console", global = true)]
    pub(crate) render_as: RenderAs,
    #[command(flatten)]
    pub(crate) settings: SettingFlags,
}

/// How what is said is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum RenderAs {
    #[default]
    Console,
    Json,
    Yaml,
    /// As text, as Ruby's `to_s` gives it.
    S,
}

/// Flags of every verb that compiles.
#[derive(Debug, Default, Clone, Args)]
pub(crate) struct Compile {
    /// Take the facts from this YAML or JSON file
    #[arg(long, value_name = "FILE")]
    pub(crate) facts: Option<PathBuf>,
    /// Try a provider out that is not installed, a component file; can be given several times
    #[arg(long, value_name = "FILE")]
    pub(crate) provider: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) language: LanguageFlag,
}

/// The flag of every verb that reads manifests.
#[derive(Debug, Clone, Copy, Default, Args)]
pub(crate) struct LanguageFlag {
    /// The language of the manifests: 4, of Puppet 4 and later, or 3, of Puppet 3 and before
    #[arg(long = "language", value_name = "NUMBER", default_value = "4")]
    number: LanguageNumber,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum LanguageNumber {
    #[value(name = "3")]
    Three,
    #[default]
    #[value(name = "4")]
    Four,
}

impl LanguageFlag {
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

/// `marotte apply`
#[derive(Debug, Clone, Args)]
#[command(after_help = help::APPLY)]
pub(crate) struct Apply {
    /// The manifest, or a folder of them; without one standard input, and if that is empty the environment's manifests
    #[arg(value_name = "FILE", conflicts_with_all = ["execute", "manifest"])]
    pub(crate) files: Vec<PathBuf>,
    /// Apply this code
    #[arg(short, long, value_name = "CODE", conflicts_with = "manifest")]
    pub(crate) execute: Option<String>,
    /// Apply this catalog, Puppet's JSON as `catalog compile` prints it, instead of a manifest; - is standard input
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["execute", "files", "manifest", "loadclasses"])]
    pub(crate) catalog: Option<PathBuf>,
    /// Include the classes that an earlier run has listed in classfile (--write-catalog-summary)
    #[arg(short = 'L', long)]
    pub(crate) loadclasses: bool,
    /// Save what a dry run would change as a plan for --plan; a catalog with secrets is refused
    #[arg(long = "plan-out", value_name = "FILE", conflicts_with = "plan")]
    pub(crate) plan_out: Option<PathBuf>,
    /// Do what a plan says and nothing else: refuse if the catalog or the machine is not as it was, and stop at the first other change
    #[arg(long, value_name = "FILE")]
    pub(crate) plan: Option<PathBuf>,
    /// Exit with 8 if a dry run found something to change, added to the codes of --detailed-exitcodes
    #[arg(long = "pending-exitcodes")]
    pub(crate) pending_exitcodes: bool,
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
    /// Change so many resources side by side that wait for nothing, of types that say that this is fine
    #[arg(long, value_name = "NUMBER", default_value = "1", value_parser = workers, conflicts_with = "plan")]
    pub(crate) parallel: usize,
    /// When a written file is made to survive a power cut: file (each at once), run (all at the end) or off
    #[arg(long, value_name = "WHEN", default_value = "file")]
    pub(crate) durable: Durable,
    /// Tell every read, write and command with its resource: as text, with debug lines, or as JSON lines, on standard error
    #[arg(long = "trace-effects", value_name = "FORMAT", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    pub(crate) trace_effects: Option<TraceFormat>,
    /// Tell them in this file instead
    #[arg(long = "trace-file", value_name = "FILE", requires = "trace_effects")]
    pub(crate) trace_file: Option<PathBuf>,
    /// Tell how long compiling and applying took
    #[arg(long, action = ArgAction::SetTrue)]
    pub(crate) profile: bool,
    #[command(flatten)]
    pub(crate) compile: Compile,
    #[command(flatten)]
    pub(crate) common: Common,
}

impl Apply {
    /// Returns the manifest that is named.
    pub(crate) fn manifest(&self) -> Option<&Path> {
        self.files.first().map(PathBuf::as_path)
    }
}

/// How effects are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TraceFormat {
    Text,
    Json,
}

/// When writes are flushed.
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

/// Reads how many resources are changed side by side; more find nothing more to do.
fn workers(text: &str) -> Result<usize, &'static str> {
    match text.parse() {
        Ok(number @ 1..=64) => Ok(number),
        _ => Err("it is a number from 1 to 64"),
    }
}
