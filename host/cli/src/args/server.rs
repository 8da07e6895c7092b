//! Flags of `server`.

use std::net::SocketAddr;

use clap::{Args, Subcommand};

use super::Common;

// `marotte server`
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:
  # create an authority and the certificate of this server, then serve agents
  marotte ca setup
  marotte server
  # on each node: request a certificate and apply the catalog
  puppet agent --test --server puppet.example.com
  # let a puppetserver answer, and compare its catalogs with those made here
  marotte server --shadow https://old.example.com
  # let a puppetserver compile the catalogs that need functions in Ruby
  marotte server --fallback https://old.example.com
  marotte server fallbacks

Serves agents of Puppet 6 to 8 and OpenVox over HTTPS: catalogs of the environments, files of modules, plugins, facts and reports. A \
node can ask for its own catalog alone. Agents with types, providers and facts in Ruby run that code as before; the server runs \
functions in Ruby if an interpreter is installed (marotte ruby add).

With --shadow, the other server answers all agents, and 'marotte shadow report' shows how catalogs differ. With --fallback, it compiles \
the catalogs that need Ruby code which cannot run here. It has to accept the identity of agents in the header fields X-Client-Verify, \
X-Client-DN and X-Client-Cert (allow-header-cert-info of puppetserver), from this server alone.

SIGTERM answers the requests in progress and ends; SIGHUP reads environments again.

Exit codes: 0 the server was stopped, 1 it could not start."
)]
pub(crate) struct Server {
    /// Address and port [default: all addresses, and the setting serverport]
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub(crate) listen: Option<SocketAddr>,
    /// Forward catalogs that need Ruby to this server [default: the setting fallback_server]
    #[arg(long, value_name = "URL", conflicts_with = "shadow")]
    pub(crate) fallback: Option<String>,
    /// Let this server answer, and compare its catalogs [default: the setting shadow_server]
    #[arg(long, value_name = "URL")]
    pub(crate) shadow: Option<String>,
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    pub(crate) command: Option<ServerCommand>,
}

// Subcommands of `server`.
#[derive(Debug, Subcommand)]
pub(crate) enum ServerCommand {
    /// Show the catalogs that the fallback server compiled, by node and reason
    #[command(after_help = "Examples:\n  marotte server fallbacks\n\nExit codes: 0 success.")]
    Fallbacks(ServerFallbacks),
}

// `marotte server fallbacks`
#[derive(Debug, Args)]
pub(crate) struct ServerFallbacks {
    #[command(flatten)]
    common: Common,
}

impl Server {
    /// Returns the flags that all commands have.
    pub(crate) fn common(&self) -> &Common {
        match &self.command {
            Some(ServerCommand::Fallbacks(arguments)) => &arguments.common,
            None => &self.common,
        }
    }
}
