//! The request to the compiler: node, facts, manifests and settings.

use catalog::Value;

/// What to compile.
#[derive(Clone, Debug)]
pub struct CompileRequest {
    /// The name of the node.
    pub node: String,
    /// The facts known in advance, a hash by name. Others are requested from the world.
    pub facts: Value,
    /// The trusted facts of the node: `$trusted`.
    pub trusted: Value,
    /// Facts of the server: `$server_facts`; undef if not given.
    pub server_facts: Value,
    /// Variables of the top scope that a node classifier sets.
    pub variables: Vec<(String, Value)>,
    /// Classes that a node classifier assigns.
    pub classes: Vec<NodeClass>,
    /// The settings that manifests see as `$settings::name`; `environment` is always among them.
    pub shown_settings: Vec<(String, Value)>,
    /// The manifests.
    pub manifests: Manifests,
    /// How strict to be.
    pub settings: CompilerSettings,
}

impl Default for CompileRequest {
    fn default() -> Self {
        Self {
            node: String::new(),
            facts: Value::Hash(Vec::new()),
            trusted: Value::Hash(Vec::new()),
            server_facts: Value::Undef,
            variables: Vec::new(),
            classes: Vec::new(),
            shown_settings: Vec::new(),
            manifests: Manifests::default(),
            settings: CompilerSettings::default(),
        }
    }
}

/// A class that a node classifier assigns.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeClass {
    /// Its name.
    pub name: String,
    /// Its parameters; without any it is included as by `include`.
    pub parameters: Vec<(String, Value)>,
}

/// Which manifests to start from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Manifests {
    /// Those of the environment's site.
    #[default]
    Site,
    /// This code.
    Code(String),
    /// These texts, one after the other.
    Texts(Vec<crate::SourceText>),
}

/// What to do about something doubtful.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strict {
    /// Nothing.
    Off,
    /// Warn.
    #[default]
    Warning,
    /// Stop.
    Error,
}

/// Which language manifests are written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// That of Puppet 3 and before: what Puppet 4 removed works, with a warning.
    Three,
    /// That of Puppet 4 and later.
    #[default]
    Four,
}

/// Settings of a compilation, named as Puppet's.
#[derive(Clone, Debug)]
pub struct CompilerSettings {
    /// Which language manifests are written in.
    pub language: Language,
    /// What to do about doubtful things: coerced numbers, duplicate keys, unknown variables.
    pub strict: Strict,
    /// Whether an unknown variable is an error, whatever `strict` says.
    pub strict_variables: bool,
    /// Whether facts are variables of the top scope too: `$osfamily`.
    pub include_legacy_facts: bool,
    /// Whether there is a store for exported resources.
    pub storeconfigs: bool,
    /// The `hiera.yaml` of the global layer, an absolute path; `None` for no such layer.
    pub hiera_config: Option<String>,
    /// Where the environment's data comes from in the way of Puppet 4.3: `none`, `hiera` or `function`.
    pub environment_data_provider: Option<String>,
    /// How many calls of functions, blocks and classes may be inside each other.
    pub maximum_depth: usize,
    /// How many turns all loops may take together.
    pub maximum_turns: u64,
    /// How many bytes of memory a compilation may take, where the environment counts them.
    pub maximum_memory: usize,
}

impl Default for CompilerSettings {
    fn default() -> Self {
        Self {
            language: Language::default(),
            strict: Strict::Warning,
            strict_variables: false,
            include_legacy_facts: true,
            storeconfigs: false,
            hiera_config: None,
            environment_data_provider: None,
            maximum_depth: 2_000,
            maximum_turns: 50_000_000,
            maximum_memory: 2 << 30,
        }
    }
}
