//! Command line: commands, flags and their help, with Puppet's names where Puppet has them.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::error::ErrorKind;
use clap::{ArgAction, Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum};
use engine::EngineOptions;
use syntax::Mode;

mod agent;
mod authority;
mod catalog;
mod config;
mod describe;
mod distribution;
mod doctor;
mod environment;
mod epp;
mod facts;
mod filebucket;
mod format;
mod graph;
mod help;
mod installation;
mod job;
mod lookup;
mod migrate;
mod module;
mod pages;
mod parser;
mod plan;
mod provider;
mod query;
mod report;
mod resource;
mod ruby;
mod run;
mod server;
mod service;
mod setting;
mod shadow;
mod ssl;
mod undo;

pub(crate) use agent::Agent;
pub(crate) use authority::{
    AuthorityCommand, AuthorityGenerate, AuthorityList, AuthorityNames, AuthoritySetup, TokenCommand, TokenCreate,
};
pub(crate) use catalog::{CatalogCommand, CatalogCompile, CatalogDiff};
pub(crate) use config::{ConfigCommand, ConfigDelete, ConfigPrint, ConfigSection, ConfigSet};
pub(crate) use describe::{Describe, Doc};
pub(crate) use distribution::{ProviderIndex, ProviderMirror, ProviderPack, ProviderPublish, ProviderSearch};
pub(crate) use doctor::Doctor;
pub(crate) use environment::{
    EnvironmentCommand, EnvironmentDiff, EnvironmentList, EnvironmentPublish, EnvironmentPull, EnvironmentRollout,
    EnvironmentShow, EnvironmentTrust,
};
pub(crate) use epp::{EppCommand, EppRender, EppValidate};
pub(crate) use facts::{Facts, FactsShow};
pub(crate) use filebucket::{
    Bucket, FilebucketBackup, FilebucketCommand, FilebucketDiff, FilebucketGet, FilebucketList, FilebucketRestore,
};
pub(crate) use graph::{Graph, GraphFormat};
pub(crate) use installation::{
    ProviderAdd, ProviderKeygen, ProviderRemove, ProviderSign, ProviderTrust, ProviderUpdate, ProviderVerify,
};
pub(crate) use job::{FailureLimit, JobCommand, JobNumber, JobStart};
pub(crate) use lookup::{Lookup, MergeStrategy};
pub(crate) use migrate::{MigrateCheck, MigrateCommand};
pub(crate) use module::{ModuleCheck, ModuleCommand, ModuleList, ModuleTrust};
pub(crate) use pages::{Completions, Help, Man};
pub(crate) use parser::{Dump, DumpFormat, ParserCommand, Validate};
pub(crate) use plan::{PlanCommand, PlanShow};
pub(crate) use provider::{
    GuestLanguage, ProviderBuild, ProviderCommand, ProviderDocs, ProviderList, ProviderNew, ProviderRun, ProviderShow,
    ProviderTest, ProviderWatch, SandboxFlag,
};
pub(crate) use query::{NodeCommand, NodeDeactivate, NodeList, NodePurge, NodeShow, Query};
pub(crate) use report::{FleetReport, Report, ReportCommand};
pub(crate) use resource::ResourceArguments;
pub(crate) use ruby::{RubyAdd, RubyCommand, RubyRemove, RubyShow};
pub(crate) use run::{Durable, RunFlags, TraceFormat};
pub(crate) use server::{Server, ServerCommand};
pub(crate) use service::{RepositoryFlags, ServiceCommand, ServiceInstall, ServicePlace};
pub(crate) use setting::SettingFlags;
pub(crate) use shadow::{ShadowCommand, ShadowReport};
pub(crate) use ssl::{SslClean, SslCommand};
pub(crate) use undo::Undo;

/// Compiles manifests in the Puppet language and applies them with sandboxed resource types.
#[derive(Debug, Parser)]
#[command(
    name = "marotte",
    bin_name = "marotte",
    version = env!("MAROTTE_VERSION"),
    propagate_version = true,
    arg_required_else_help = true,
    disable_help_flag = true,
    disable_help_subcommand = true,
    after_help = help::MAROTTE
)]
pub(crate) struct Cli {
    /// Print help
    #[arg(short, long, global = true, action = ArgAction::HelpShort)]
    help: Option<bool>,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Returns the definition of the command line, in which each command has its formats.
pub(crate) fn command() -> clap::Command {
    let mut program = Cli::command();
    // Otherwise the arguments of a command are defined when it is parsed.
    program.build();
    format::restrict(program, &[])
}

/// Parses a command line, which begins with the name of the program.
///
/// # Errors
/// Returns an error for invalid arguments, and for a request for help or the version.
pub(crate) fn parse(words: impl IntoIterator<Item = OsString>) -> Result<Cli, clap::Error> {
    let words: Vec<OsString> = words.into_iter().collect();
    match setting::with_flags_of(&words, || Cli::command().try_get_matches_from(&words)) {
        Ok(matches) if format::is_supported(&matches) => Cli::from_arg_matches(&matches),
        Err(error) if error.kind() == ErrorKind::DisplayVersion => Err(error),
        // Help and errors list all flags and the formats of the command. They are left out above, since they cost more than the
        // rest.
        _ => Cli::from_arg_matches(&command().try_get_matches_from(words)?),
    }
}

// Commands. The arguments of each are defined when it is parsed (`defer`), after its description. Documentation comments of the
// structures would replace the description, so that these have ordinary comments.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum Command {
    /// Compile and apply a manifest
    Apply(Box<Apply>),
    /// Show saved plans
    #[command(subcommand)]
    Plan(PlanCommand),
    /// Undo the changes of a run
    Undo(Box<Undo>),
    /// Show reports of runs
    Report(Box<Report>),
    /// Draw the graph of resources
    Graph(Box<Graph>),
    /// Compile and compare catalogs
    #[command(subcommand)]
    Catalog(CatalogCommand),
    /// Render and check EPP templates
    #[command(subcommand)]
    Epp(EppCommand),
    /// Show facts
    Facts(Box<Facts>),
    /// Look up data in Hiera
    Lookup(Box<Lookup>),
    /// Check manifests and templates, and print their syntax trees
    #[command(subcommand)]
    Parser(ParserCommand),
    /// Describe resource types
    Describe(Describe),
    /// Print the reference of the resource types as Markdown
    Doc(Box<Doc>),
    /// Show and modify resources of this system
    Resource(Box<ResourceArguments>),
    /// List, install, develop and publish providers
    #[command(subcommand)]
    Provider(ProviderCommand),
    /// Publish, pull and compare environments
    #[command(subcommand)]
    Environment(EnvironmentCommand),
    /// Back up and restore file contents
    #[command(subcommand)]
    Filebucket(FilebucketCommand),
    /// List and check modules
    #[command(subcommand)]
    Module(ModuleCommand),
    /// Install the interpreter for Ruby code of modules
    #[command(subcommand)]
    Ruby(RubyCommand),
    /// Check repositories written for Puppet
    #[command(subcommand)]
    Migrate(MigrateCommand),
    /// Show and edit settings
    #[command(subcommand)]
    Config(ConfigCommand),
    /// Apply catalogs of a server, once or at regular intervals
    Agent(Box<Agent>),
    /// Request, verify and renew the certificate of this node
    #[command(subcommand)]
    Ssl(SslCommand),
    /// Serve catalogs and files to agents of Puppet
    Server(Box<Server>),
    /// Query the facts, catalogs and reports of nodes
    Query(Box<Query>),
    /// List, show and deactivate nodes
    #[command(subcommand)]
    Node(NodeCommand),
    /// Run agents of many nodes now
    #[command(subcommand)]
    Job(JobCommand),
    /// Compare the catalogs of this server and an upstream server
    #[command(subcommand)]
    Shadow(ShadowCommand),
    /// Create and run the certificate authority of a server
    #[command(subcommand)]
    Ca(AuthorityCommand),
    /// Apply the configuration at regular intervals
    #[command(subcommand)]
    Service(ServiceCommand),
    /// Show and test the kernel protections of queries
    Doctor(Doctor),
    /// Generate shell completions
    Completions(Box<Completions>),
    /// Generate manual pages
    Man(Box<Man>),
    /// Show help for a command or a topic
    Help(Box<Help>),
}

impl Command {
    /// Returns the flags that all commands have.
    pub(crate) fn common(&self) -> &Common {
        match self {
            Self::Apply(arguments) => &arguments.common,
            Self::Plan(PlanCommand::Show(arguments)) => &arguments.common,
            Self::Undo(arguments) => &arguments.common,
            Self::Report(arguments) => arguments.common(),
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
            Self::Environment(command) => command.common(),
            Self::Filebucket(FilebucketCommand::Backup(arguments)) => &arguments.place.common,
            Self::Filebucket(FilebucketCommand::Get(arguments)) => &arguments.place.common,
            Self::Filebucket(FilebucketCommand::Restore(arguments)) => &arguments.place.common,
            Self::Filebucket(FilebucketCommand::List(arguments)) => &arguments.place.common,
            Self::Filebucket(FilebucketCommand::Diff(arguments)) => &arguments.place.common,
            Self::Module(command) => command.common(),
            Self::Ruby(command) => command.common(),
            Self::Migrate(command) => command.common(),
            Self::Config(ConfigCommand::Print(arguments)) => &arguments.common,
            Self::Config(ConfigCommand::Set(arguments)) => &arguments.place.common,
            Self::Config(ConfigCommand::Delete(arguments)) => &arguments.place.common,
            Self::Agent(arguments) => &arguments.common,
            Self::Ssl(command) => command.common(),
            Self::Server(arguments) => arguments.common(),
            Self::Query(arguments) => &arguments.common,
            Self::Node(command) => command.common(),
            Self::Job(command) => command.common(),
            Self::Shadow(command) => command.common(),
            Self::Ca(command) => command.common(),
            Self::Service(command) => command.common(),
            Self::Doctor(arguments) => &arguments.common,
            Self::Completions(arguments) => &arguments.common,
            Self::Man(arguments) => &arguments.common,
            Self::Help(arguments) => &arguments.common,
        }
    }
}

// Flags of all commands.
#[derive(Debug, Clone, Args)]
pub(crate) struct Common {
    /// Enable debug output
    #[arg(short, long, global = true)]
    pub(crate) debug: bool,
    /// Enable info output
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,
    /// Print only warnings and errors, besides the result of the command
    #[arg(short, long, global = true, conflicts_with_all = ["debug", "verbose"])]
    pub(crate) quiet: bool,
    /// Output format. With json or yaml, results go to stdout and log messages to stderr as JSON objects
    #[arg(long = "render-as", value_name = "FORMAT", default_value = "console", global = true)]
    pub(crate) render_as: RenderAs,
    #[command(flatten)]
    pub(crate) settings: SettingFlags,
}

/// Output formats.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum RenderAs {
    #[default]
    Console,
    Json,
    Yaml,
    /// Plain text.
    S,
}

// Flags of commands that compile.
#[derive(Debug, Default, Clone, Args)]
pub(crate) struct Compile {
    /// Read facts from this YAML or JSON file
    #[arg(long, value_name = "FILE")]
    pub(crate) facts: Option<PathBuf>,
    /// Use a provider from this component file without installing it (can be repeated)
    #[arg(long, value_name = "FILE")]
    pub(crate) provider: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) language: LanguageFlag,
}

impl Compile {
    /// Returns the options of the engine; `node` is the name of the node if a flag gives one.
    pub(crate) fn options(&self, node: Option<&str>) -> EngineOptions {
        EngineOptions {
            facts: self.facts.clone(),
            language: self.language.setting(),
            providers: self.provider.clone(),
            node: node.map(str::to_owned),
            ..EngineOptions::default()
        }
    }
}

// Flag of commands that read manifests.
#[derive(Debug, Clone, Copy, Default, Args)]
pub(crate) struct LanguageFlag {
    /// Language version of manifests: 4 (Puppet 4 and later) or 3 (Puppet 3 and earlier)
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
    /// Returns the parser mode of a file: EPP for `.epp`, the selected language otherwise.
    pub(crate) fn mode(self, file: &str) -> Mode {
        match self.number {
            _ if file.ends_with(".epp") => Mode::Epp,
            LanguageNumber::Three => Mode::Language3,
            LanguageNumber::Four => Mode::Manifest,
        }
    }

    /// Returns the compiler's setting.
    pub(crate) fn setting(self) -> value::Language {
        match self.number {
            LanguageNumber::Three => value::Language::Three,
            LanguageNumber::Four => value::Language::Four,
        }
    }
}

// `marotte apply`
#[derive(Debug, Clone, Args)]
#[command(after_help = help::APPLY)]
pub(crate) struct Apply {
    /// Manifest, directory of manifests, or plan; - is standard input [default: standard input or, if that is empty, the environment's manifests]
    #[arg(value_name = "FILE", conflicts_with_all = ["execute", "manifest", "repo"])]
    pub(crate) files: Vec<PathBuf>,
    /// Apply this Puppet code
    #[arg(short, long, value_name = "CODE", conflicts_with_all = ["manifest", "repo"])]
    pub(crate) execute: Option<String>,
    /// Apply a catalog in the JSON format of `catalog compile`; - is standard input
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["execute", "files", "manifest", "loadclasses", "repo"])]
    pub(crate) catalog: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) repository: RepositoryFlags,
    /// Include the classes listed in classfile (see --write_catalog_summary)
    #[arg(short = 'L', long)]
    pub(crate) loadclasses: bool,
    /// Save the changes of a dry run as a plan; refuses catalogs with secrets
    #[arg(long = "plan-out", value_name = "FILE", conflicts_with = "plan")]
    pub(crate) plan_out: Option<PathBuf>,
    /// Apply a saved plan, with its catalog unless another one is given. Refuses if catalog or system have drifted; stops after the first unplanned change
    #[arg(long, value_name = "FILE", conflicts_with = "parallel")]
    pub(crate) plan: Option<PathBuf>,
    /// Enable --verbose, --detailed-exitcodes and --show_diff
    #[arg(short, long)]
    pub(crate) test: bool,
    /// Manage the tree below this directory instead of the system
    #[arg(long, value_name = "DIR")]
    pub(crate) root: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) run: RunFlags,
    #[command(flatten)]
    pub(crate) compile: Compile,
    #[command(flatten)]
    pub(crate) common: Common,
}

impl Apply {
    /// Returns the manifest given on the command line.
    pub(crate) fn manifest(&self) -> Option<&Path> {
        self.files.first().map(PathBuf::as_path)
    }
}
