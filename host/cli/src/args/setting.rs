//! Owns the flags that are settings: each counts more than the file of settings does.

use std::collections::BTreeMap;

use clap::{Args, ValueEnum as _};

use super::Strict;

/// Settings that the command line gives.
#[derive(Debug, Args)]
pub(crate) struct SettingFlags {
    /// The environment
    #[arg(long, value_name = "NAME")]
    environment: Option<String>,
    /// Folders that hold environments, separated by colons
    #[arg(long, value_name = "FOLDERS")]
    environmentpath: Option<String>,
    /// Folders that hold modules, separated by colons
    #[arg(long, value_name = "FOLDERS", env = "MAROTTE_MODULEPATH", hide_env = true)]
    modulepath: Option<String>,
    /// Folders that hold modules for all environments, separated by colons
    #[arg(long, value_name = "FOLDERS")]
    basemodulepath: Option<String>,
    /// The node's name, instead of the fact networking.fqdn
    #[arg(long, alias = "node_name_value", value_name = "NAME")]
    pub(crate) certname: Option<String>,
    /// Keep state and caches in this folder
    #[arg(long, value_name = "DIR", env = "MAROTTE_VARDIR", hide_env = true)]
    pub(crate) vardir: Option<String>,
    /// The folder of configuration
    #[arg(long, value_name = "DIR", env = "MAROTTE_CONFDIR", hide_env = true)]
    confdir: Option<String>,
    /// The folder of environments and modules
    #[arg(long, value_name = "DIR")]
    codedir: Option<String>,
    /// The file of settings
    #[arg(long, value_name = "FILE")]
    config: Option<String>,
    /// Where nodes get their classes from: plain (manifests alone) or exec (a command, too)
    #[arg(long = "node_terminus", alias = "node-terminus", value_name = "KIND")]
    node_terminus: Option<String>,
    /// The command that classifies nodes
    #[arg(long = "external_nodes", alias = "external-nodes", value_name = "COMMAND")]
    external_nodes: Option<String>,
    /// Keep exported resources for other nodes, and collect theirs
    #[arg(long, overrides_with = "no_storeconfigs")]
    storeconfigs: bool,
    #[arg(long, hide = true)]
    no_storeconfigs: bool,
    /// The file of the store of exported resources
    #[arg(long, value_name = "FILE")]
    dblocation: Option<String>,
    /// The hiera.yaml that counts for all environments
    #[arg(long = "hiera_config", alias = "hiera-config", value_name = "FILE")]
    hiera_config: Option<String>,
    /// Facts of older Facter versions, such as osfamily, too; that is the default
    #[arg(long = "include_legacy_facts", alias = "include-legacy-facts", overrides_with = "no_include_legacy_facts")]
    include_legacy_facts: bool,
    #[arg(long = "no-include_legacy_facts", alias = "no-include-legacy-facts", hide = true)]
    no_include_legacy_facts: bool,
    /// Treat an unknown variable as an error
    #[arg(long = "strict_variables", alias = "strict-variables", overrides_with = "no_strict_variables")]
    strict_variables: bool,
    #[arg(long = "no-strict_variables", alias = "no-strict-variables", hide = true)]
    no_strict_variables: bool,
    /// How strict to be: off, warning or error
    #[arg(long, value_name = "LEVEL")]
    strict: Option<Strict>,
    /// Apply the last good catalog if the environment's manifests do not compile
    #[arg(long, overrides_with = "no_usecacheonfailure")]
    usecacheonfailure: bool,
    #[arg(long, hide = true)]
    no_usecacheonfailure: bool,
}

impl SettingFlags {
    /// Returns what is given, by the names of the settings.
    pub(crate) fn given(&self) -> BTreeMap<String, String> {
        let strict = self.strict.and_then(|strict| strict.to_possible_value()).map(|value| value.get_name().to_owned());
        let texts = [
            ("environment", &self.environment),
            ("environmentpath", &self.environmentpath),
            ("modulepath", &self.modulepath),
            ("basemodulepath", &self.basemodulepath),
            ("certname", &self.certname),
            ("vardir", &self.vardir),
            ("confdir", &self.confdir),
            ("codedir", &self.codedir),
            ("config", &self.config),
            ("node_terminus", &self.node_terminus),
            ("external_nodes", &self.external_nodes),
            ("dblocation", &self.dblocation),
            ("hiera_config", &self.hiera_config),
            ("strict", &strict),
        ];
        let flags = [
            ("include_legacy_facts", self.include_legacy_facts, self.no_include_legacy_facts),
            ("storeconfigs", self.storeconfigs, self.no_storeconfigs),
            ("strict_variables", self.strict_variables, self.no_strict_variables),
            ("usecacheonfailure", self.usecacheonfailure, self.no_usecacheonfailure),
        ];
        let mut given = BTreeMap::new();
        for (name, value) in texts {
            given.extend(value.clone().map(|value| (name.to_owned(), value)));
        }
        for (name, is_set, is_unset) in flags {
            if is_set || is_unset {
                given.insert(name.to_owned(), is_set.to_string());
            }
        }
        given
    }
}
