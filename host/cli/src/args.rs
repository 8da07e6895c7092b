//! Owns the command line: verbs, flags and their help. Puppet's names where Puppet has them.

use std::path::PathBuf;

use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};
use syntax::Mode;

mod setting;
mod undo;

pub(crate) use setting::SettingFlags;
pub(crate) use undo::Undo;

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
    /// Take back what a run changed
    Undo(Box<Undo>),
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
    /// Show resources as they are, and change one
    Resource(Box<ResourceArguments>),
    /// Look at the providers that are there
    #[command(subcommand)]
    Provider(ProviderCommand),
    /// Look at the settings, and change them
    #[command(subcommand)]
    Config(ConfigCommand),
}

impl Command {
    /// Returns the flags that every verb has.
    pub(crate) fn common(&self) -> &Common {
        match self {
            Self::Apply(arguments) => &arguments.common,
            Self::Undo(arguments) => &arguments.common,
            Self::Catalog(CatalogCommand::Compile(arguments)) => &arguments.common,
            Self::Catalog(CatalogCommand::Diff(arguments)) => &arguments.common,
            Self::Epp(EppCommand::Render(arguments)) => &arguments.common,
            Self::Epp(EppCommand::Validate(arguments)) => &arguments.common,
            Self::Facts(arguments) => &arguments.show().common,
            Self::Lookup(arguments) => &arguments.common,
            Self::Parser(ParserCommand::Validate(arguments)) => &arguments.common,
            Self::Parser(ParserCommand::Dump(arguments)) => &arguments.common,
            Self::Describe(arguments) => &arguments.common,
            Self::Resource(arguments) => &arguments.common,
            Self::Provider(ProviderCommand::List(arguments)) => &arguments.common,
            Self::Provider(ProviderCommand::Show(arguments)) => &arguments.common,
            Self::Provider(ProviderCommand::Test(arguments)) => &arguments.common,
            Self::Config(ConfigCommand::Print(arguments)) => &arguments.common,
            Self::Config(ConfigCommand::Set(arguments)) => &arguments.place.common,
            Self::Config(ConfigCommand::Delete(arguments)) => &arguments.place.common,
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
    /// For people (console) or for programs (json; yaml for facts): answers on standard output, each log line an object on standard error
    #[arg(long = "render-as", value_name = "FORMAT", default_value = "console", global = true)]
    pub(crate) render_as: RenderAs,
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
#[derive(Debug, Args)]
pub(crate) struct Compile {
    #[command(flatten)]
    pub(crate) settings: SettingFlags,
    /// Take the facts from this YAML or JSON file
    #[arg(long, value_name = "FILE")]
    pub(crate) facts: Option<PathBuf>,
    /// Try a provider out that is not installed, a component file; can be given several times
    #[arg(long, value_name = "FILE")]
    pub(crate) provider: Vec<PathBuf>,
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
    /// The manifest, or a folder of them; without one standard input, and if that is empty the environment's manifests
    #[arg(conflicts_with = "execute")]
    pub(crate) file: Option<PathBuf>,
    /// Take this manifest, or folder of them, for that of the environment
    #[arg(long, value_name = "PATH", conflicts_with_all = ["execute", "file"])]
    pub(crate) manifest: Option<PathBuf>,
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
    /// Tell every read, write and command with its resource: as text, with debug lines, or as JSON lines, on standard error
    #[arg(long = "trace-effects", value_name = "FORMAT", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    pub(crate) trace_effects: Option<TraceFormat>,
    /// Tell them in this file instead
    #[arg(long = "trace-file", value_name = "FILE", requires = "trace_effects")]
    pub(crate) trace_file: Option<PathBuf>,
    /// Sum the run up when it is over
    #[arg(long, overrides_with = "no_summarize")]
    pub(crate) summarize: bool,
    #[arg(long, hide = true)]
    pub(crate) no_summarize: bool,
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

/// `marotte catalog`
#[derive(Debug, Subcommand)]
pub(crate) enum CatalogCommand {
    /// Compile a catalog and print it in Puppet's format
    Compile(Box<CatalogCompile>),
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
    /// The manifest, or a folder of them; without one the environment's manifests
    #[arg(long, value_name = "FILE")]
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

/// `marotte facts`
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Facts {
    #[command(subcommand)]
    command: Option<FactsCommand>,
    #[command(flatten)]
    show: FactsShow,
}

impl Facts {
    /// Returns what `show` is asked for, whether the word is there or not.
    pub(crate) fn show(&self) -> &FactsShow {
        match &self.command {
            Some(FactsCommand::Show(show)) => show,
            None => &self.show,
        }
    }
}

/// What there is to do with facts.
#[derive(Debug, Subcommand)]
pub(crate) enum FactsCommand {
    /// Show facts; the word can be left out
    Show(FactsShow),
}

/// `marotte facts show`
#[derive(Debug, Args)]
#[command(after_help = "Facts in Ruby, and facts that need the network, are not gathered.")]
pub(crate) struct FactsShow {
    /// Facts, and what is inside of them: os, os.family, processors.models.0; all without one
    #[arg(value_name = "FACT")]
    pub(crate) facts: Vec<String>,
    /// Facts of older Facter versions too, when all are shown
    #[arg(long = "show-legacy")]
    pub(crate) show_legacy: bool,
    /// Only the value of the one fact that is asked for
    #[arg(long = "value-only")]
    pub(crate) value_only: bool,
    /// How long each fact took
    #[arg(long)]
    pub(crate) timing: bool,
    /// A folder of external facts; can be given several times
    #[arg(long = "external-dir", value_name = "DIR")]
    pub(crate) external_dir: Vec<PathBuf>,
    /// No external facts
    #[arg(long = "no-external-facts", conflicts_with = "external_dir")]
    pub(crate) no_external_facts: bool,
    #[command(flatten)]
    pub(crate) settings: SettingFlags,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `marotte lookup`
#[derive(Debug, Args)]
#[command(after_help = "The value is printed as YAML, explanations as text; --render-as s or json say otherwise.
Exit codes: 0 there is a value, 1 there is none.")]
pub(crate) struct Lookup {
    /// The keys; the first that has a value counts
    #[arg(value_name = "KEY", required_unless_present = "explain_options")]
    pub(crate) keys: Vec<String>,
    /// Say how the value was found
    #[arg(long)]
    pub(crate) explain: bool,
    /// Say how the options of lookups were found
    #[arg(long = "explain-options")]
    pub(crate) explain_options: bool,
    /// How values are merged
    #[arg(long, value_name = "STRATEGY")]
    pub(crate) merge: Option<MergeStrategy>,
    /// What values begin with that take others away; with --merge deep
    #[arg(long = "knock-out-prefix", value_name = "PREFIX", requires = "merge")]
    pub(crate) knock_out_prefix: Option<String>,
    /// Sort merged arrays; with --merge deep
    #[arg(long = "sort-merged-arrays", requires = "merge")]
    pub(crate) sort_merged_arrays: bool,
    /// Merge hashes inside of arrays; with --merge deep
    #[arg(long = "merge-hash-arrays", requires = "merge")]
    pub(crate) merge_hash_arrays: bool,
    /// The data type that the value must be of
    #[arg(long = "type", value_name = "TYPE")]
    pub(crate) value_type: Option<String>,
    /// The value if there is none
    #[arg(long, value_name = "VALUE")]
    pub(crate) default: Option<String>,
    /// The node to look up for, instead of this machine
    #[arg(long, value_name = "NODE")]
    pub(crate) node: Option<String>,
    /// Compile the environment's manifests first, for the variables that they set
    #[arg(long = "compile")]
    pub(crate) compiles: bool,
    #[command(flatten)]
    pub(crate) compile: Compile,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// How values of several levels become one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MergeStrategy {
    First,
    Unique,
    Hash,
    Deep,
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

/// `marotte epp`
#[derive(Debug, Subcommand)]
pub(crate) enum EppCommand {
    /// Print what templates make of values
    Render(Box<EppRender>),
    /// Check the syntax of templates
    Validate(Box<EppValidate>),
}

/// `marotte epp render`
#[derive(Debug, Args)]
#[command(after_help = "Exit codes: 0 all templates are rendered, 1 one or more are not; then nothing is printed.")]
pub(crate) struct EppRender {
    /// Templates, as MODULE/TEMPLATE or as files; standard input without one
    pub(crate) templates: Vec<String>,
    /// Render this text
    #[arg(short, value_name = "EPP", conflicts_with = "templates")]
    pub(crate) e: Option<String>,
    /// Parameters of the template, a hash in the Puppet language; they win over those of --values_file
    #[arg(long, value_name = "HASH")]
    pub(crate) values: Option<String>,
    /// A file with parameters of the template: a hash in the Puppet language (.pp) or YAML (.yaml)
    #[arg(long = "values_file", alias = "values-file", value_name = "FILE")]
    pub(crate) values_file: Option<PathBuf>,
    /// The node to render for, instead of this machine
    #[arg(long, value_name = "NODE")]
    pub(crate) node: Option<String>,
    /// Print a line with its name before each of several templates; the default
    #[arg(long, overrides_with = "no_header")]
    pub(crate) header: bool,
    #[arg(long, hide = true)]
    pub(crate) no_header: bool,
    #[command(flatten)]
    pub(crate) compile: Compile,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `marotte epp validate`
#[derive(Debug, Args)]
#[command(after_help = "Exit codes: 0 all are fine, 1 one or more are not.")]
pub(crate) struct EppValidate {
    /// Templates, as MODULE/TEMPLATE or as files; standard input without one
    pub(crate) templates: Vec<String>,
    /// Go on after a template with errors
    #[arg(long = "continue_on_error", alias = "continue-on-error", overrides_with = "no_continue_on_error")]
    pub(crate) continue_on_error: bool,
    #[arg(long = "no-continue_on_error", hide = true)]
    pub(crate) no_continue_on_error: bool,
    #[command(flatten)]
    pub(crate) settings: SettingFlags,
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
    /// Describe the types of this component file, too; can be given several times
    #[arg(long, value_name = "FILE")]
    pub(crate) provider: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `marotte resource`
#[derive(Debug, Args)]
#[command(
    after_help = "Without a title all resources of the type are listed. With settings the resource is made so, and shown as it is then.
Exit codes: 0 it was done as far as it could be, 1 it could not begin."
)]
pub(crate) struct ResourceArguments {
    /// The type
    #[arg(value_name = "TYPE", required_unless_present = "types")]
    pub(crate) type_name: Option<String>,
    /// The title
    #[arg(value_name = "TITLE")]
    pub(crate) title: Option<String>,
    /// What it should be: ensure=present
    #[arg(value_name = "ATTRIBUTE=VALUE")]
    pub(crate) settings: Vec<String>,
    /// List all types
    #[arg(short, long)]
    pub(crate) types: bool,
    /// Write YAML for Hiera and create_resources instead of Puppet code
    #[arg(long = "to_yaml", alias = "to-yaml", short = 'y')]
    pub(crate) to_yaml: bool,
    /// Say what would change and change nothing
    #[arg(long)]
    pub(crate) noop: bool,
    /// Manage the tree beneath this folder instead of the machine
    #[arg(long, value_name = "DIR")]
    pub(crate) root: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) compile: Compile,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `marotte provider`
#[derive(Debug, Subcommand)]
pub(crate) enum ProviderCommand {
    /// List the components with their types, providers and grants
    List(ProviderList),
    /// Show what a component can do and cannot, without running it
    Show(ProviderShow),
    /// Try whether the types of a component keep the promises that every type owes
    Test(Box<ProviderTest>),
}

/// `marotte provider test`
#[derive(Debug, Args)]
#[command(
    after_help = "The examples of each type are applied to an empty tree of their own, dry first, then for real, twice, and with
what they declare taken away and brought back. Commands that the component runs are those of this machine.
Exit codes: 0 all promises are kept, 1 one or more are not."
)]
pub(crate) struct ProviderTest {
    /// The component, a file
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Only this type
    #[arg(long = "type", value_name = "TYPE")]
    pub(crate) type_name: Option<String>,
    /// The provider that manages the resources of the type
    #[arg(long = "with", value_name = "PROVIDER")]
    pub(crate) with: Option<String>,
    #[command(flatten)]
    pub(crate) compile: Compile,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `marotte provider show`
#[derive(Debug, Args)]
#[command(
    after_help = "What a component can do is what it imports: the rest is not there to be called. What it may do of that is
what its manifest asks for. Exit codes: 0 it is shown, 1 it is no component."
)]
pub(crate) struct ProviderShow {
    /// The component, a file
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `marotte provider list`
#[derive(Debug, Args)]
pub(crate) struct ProviderList {
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `marotte config`
#[derive(Debug, Subcommand)]
pub(crate) enum ConfigCommand {
    /// Print the values of settings
    Print(Box<ConfigPrint>),
    /// Set a setting in the file of settings
    Set(Box<ConfigSet>),
    /// Take a setting out of the file of settings
    Delete(Box<ConfigDelete>),
}

/// `marotte config print`
#[derive(Debug, Args)]
#[command(after_help = "Exit codes: 0 they are printed, 1 there is no such setting.")]
pub(crate) struct ConfigPrint {
    /// The names; without one, or with all, every setting
    pub(crate) names: Vec<String>,
    /// The section of the file that counts before main
    #[arg(long, value_name = "SECTION", default_value = "main")]
    pub(crate) section: String,
    #[command(flatten)]
    pub(crate) settings: SettingFlags,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Which part of which file is changed.
#[derive(Debug, Args)]
pub(crate) struct ConfigPlace {
    /// The section of the file
    #[arg(long, value_name = "SECTION", default_value = "main")]
    pub(crate) section: String,
    #[command(flatten)]
    pub(crate) settings: SettingFlags,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `marotte config set`
#[derive(Debug, Args)]
pub(crate) struct ConfigSet {
    /// The setting
    pub(crate) name: String,
    /// Its value
    pub(crate) value: String,
    #[command(flatten)]
    pub(crate) place: ConfigPlace,
}

/// `marotte config delete`
#[derive(Debug, Args)]
pub(crate) struct ConfigDelete {
    /// The setting
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) place: ConfigPlace,
}
