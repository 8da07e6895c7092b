//! Flags of `server`.

use std::net::SocketAddr;

use clap::Args;

use super::Common;

// `marotte server`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  # create an authority and the certificate of this server, then serve agents
  marotte ca setup
  marotte server
  # on each node: request a certificate and apply the catalog
  puppet agent --test --server puppet.example.com

Serves agents of Puppet 6 to 8 and OpenVox over HTTPS: catalogs of the environments, files of modules, plugins, facts and reports. A \
node can ask for its own catalog alone. Agents with types, providers and facts in Ruby run that code as before; the server runs \
functions in Ruby if an interpreter is installed (marotte ruby add).

SIGTERM answers the requests in progress and ends; SIGHUP reads environments again.

Exit codes: 0 the server was stopped, 1 it could not start.")]
pub(crate) struct Server {
    /// Address and port [default: all addresses, and the setting serverport]
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub(crate) listen: Option<SocketAddr>,
    #[command(flatten)]
    pub(crate) common: Common,
}
