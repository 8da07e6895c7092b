//! Flags of `query` and `node`.

use clap::{Args, Subcommand};

use super::Common;

// `marotte query`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte query 'nodes[certname] { latest_report_status = \"failed\" }'
  marotte query 'inventory[certname] { facts.os.family = \"Debian\" }'
  marotte query 'resources[count()] { type = \"Package\" }'
  marotte query '[\"from\", \"facts\", [\"=\", \"name\", \"kernel\"]]' --render-as json

Queries the facts, catalogs and reports of nodes in PuppetDB's query language: PQL, or JSON arrays. The database is that of the setting \
database_url or, with storeconfigs, the file of dblocation or the PuppetDB of puppetdb.conf. Prints a table, or with --render-as json the rows as PuppetDB returns them.

Exit codes: 0 success, 1 the query is not valid or the database cannot be read.")]
pub(crate) struct Query {
    /// Query in PuppetDB's query language
    #[arg(value_name = "QUERY")]
    pub(crate) query: String,
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte node`
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum NodeCommand {
    /// List nodes with the status of their last runs
    List(Box<NodeList>),
    /// Show the status, the last reports and the facts of a node
    Show(Box<NodeShow>),
    /// Deactivate nodes, which active ones do not collect resources of
    Deactivate(Box<NodeDeactivate>),
    /// Remove nodes with their facts, catalogs and reports
    Purge(Box<NodePurge>),
}

impl NodeCommand {
    /// Returns the flags that all commands have.
    pub(crate) fn common(&self) -> &Common {
        match self {
            Self::List(arguments) => &arguments.common,
            Self::Show(arguments) => &arguments.common,
            Self::Deactivate(arguments) => &arguments.common,
            Self::Purge(arguments) => &arguments.common,
        }
    }
}

// `marotte node list`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte node list
  marotte node list --status failed
  marotte node list --render-as json

Lists the active nodes in the database (see `marotte help query`) with environment, status and time of their last reports.

Exit codes: 0 success, 1 the database cannot be read.")]
pub(crate) struct NodeList {
    /// List only nodes whose last run has this status: changed, unchanged or failed
    #[arg(long, value_name = "STATUS")]
    pub(crate) status: Option<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte node show`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte node show web1.example.com
  marotte node show web1.example.com --render-as json

Shows the status of a node in the database (see `marotte help query`), its last ten reports and what failed in its last run; as JSON or \
YAML also its facts.

Exit codes: 0 success, 1 the node is unknown, or the database cannot be read.")]
pub(crate) struct NodeShow {
    /// Name of the node
    #[arg(value_name = "NODE")]
    pub(crate) node: String,
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte node deactivate`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte node deactivate web1.example.com

A deactivated node is in no list and its exported resources are not collected, until it runs again. `marotte ca clean` revokes its \
certificate.

Exit codes: 0 success, 1 a node is unknown, or the database cannot be written.")]
pub(crate) struct NodeDeactivate {
    /// Names of nodes
    #[arg(value_name = "NODE", required = true)]
    pub(crate) nodes: Vec<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte node purge`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte node purge web1.example.com

Removes all data of nodes from the own database: a node is there again when it runs. `marotte ca clean` revokes its certificate. PuppetDB \
has no such command; it removes deactivated nodes after node-purge-ttl.

Exit codes: 0 success, 1 a node is unknown, or the database cannot be written.")]
pub(crate) struct NodePurge {
    /// Names of nodes
    #[arg(value_name = "NODE", required = true)]
    pub(crate) nodes: Vec<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}
