//! The request to the compiler: node, facts, manifests and settings.

use catalog::Value;

use crate::world::ManifestSource;

/// A request to compile a catalog.
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
    /// Top-scope variables set by a node classifier.
    pub variables: Vec<(String, Value)>,
    /// Classes assigned by a node classifier.
    pub classes: Vec<NodeClass>,
    /// The settings available to manifests as `$settings::name`, always including `environment`.
    pub shown_settings: Vec<(String, Value)>,
    /// The manifests.
    pub manifests: Manifests,
    /// The settings of the compiler.
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

/// A class assigned by a node classifier.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeClass {
    /// The name of the function.
    pub name: String,
    /// Its parameters; a class without parameters is included as by `include`.
    pub parameters: Vec<(String, Value)>,
}

/// The manifests to compile.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Manifests {
    /// The site manifests of the environment.
    #[default]
    Site,
    /// The given code.
    Code(String),
    /// The given manifests, in order.
    Texts(Vec<ManifestSource>),
}

/// Treatment of questionable code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strict {
    /// Ignored.
    Off,
    /// Reported as a warning.
    #[default]
    Warning,
    /// Reported as an error.
    Error,
}

/// Language of the manifests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// The language of Puppet 3 and earlier. Features removed in Puppet 4 work, with a deprecation warning.
    Three,
    /// The language of Puppet 4 and later.
    #[default]
    Four,
}

/// Settings of a compilation, with Puppet's names.
#[derive(Clone, Debug)]
pub struct CompilerSettings {
    /// The language of the manifests.
    pub language: Language,
    /// Treatment of questionable code: coerced numbers, duplicate keys, unknown variables.
    pub strict: Strict,
    /// Whether an unknown variable is always an error, regardless of `strict`.
    pub strict_variables: bool,
    /// Whether facts are also top-scope variables: `$osfamily`.
    pub include_legacy_facts: bool,
    /// Whether the Ruby interpreter renders all ERB templates, instead of those that the built-in one does not support.
    pub ruby_templates: bool,
    /// Whether there is a store for exported resources.
    pub storeconfigs: bool,
    /// The absolute path of the global layer's `hiera.yaml`; `None` disables that layer.
    pub hiera_config: Option<String>,
    /// The Puppet 4.3 data provider of the environment: `none`, `hiera` or `function`.
    pub environment_data_provider: Option<String>,
    /// The absolute path of this system's certificate, which may be one for whose key values are encrypted.
    pub hostcert: Option<String>,
    /// The absolute path of the private key of this certificate.
    pub hostprivkey: Option<String>,
    /// Maximum depth of nested calls of functions, blocks and classes.
    pub maximum_depth: usize,
    /// Maximum number of iterations of all loops together.
    pub maximum_iterations: u64,
    /// Maximum memory usage of a compilation in bytes, if the world measures it.
    pub maximum_memory: usize,
}

impl Default for CompilerSettings {
    fn default() -> Self {
        Self {
            language: Language::default(),
            strict: Strict::Warning,
            strict_variables: false,
            include_legacy_facts: true,
            ruby_templates: false,
            storeconfigs: false,
            hiera_config: None,
            environment_data_provider: None,
            hostcert: None,
            hostprivkey: None,
            maximum_depth: 2_000,
            maximum_iterations: 50_000_000,
            maximum_memory: 2 << 30,
        }
    }
}
