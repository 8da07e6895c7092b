//! Compliant providers that generate resources next to or within their own, list the resources of the system, and
//! read many states with few commands.

mod bundle;
mod rule;
mod stock;
mod tree;

pub use bundle::BundleProvider;
pub use rule::RuleProvider;
pub use stock::StockProvider;
pub use tree::TreeProvider;

/// Schema of the types.
#[marotte_sdk::package]
pub mod schema {
    use std::collections::BTreeMap;

    /// A directory and files in it, which are separate resources of the catalog.
    #[resource(name = "bundle", require(file = ancestor(path)))]
    #[provider(name = "bundle", by = super::BundleProvider, generate, expand)]
    pub struct Bundle {
        /// The directory.
        #[parameter(namevar)]
        pub path: String,
        /// Whether the resource exists.
        #[property(default = "present")]
        pub ensure: Ensure,
        /// Contents of the files by name. An empty content is replaced when the directory is applied.
        #[parameter]
        pub files: BTreeMap<String, String>,
        /// The type of the generated resources.
        #[parameter(default = "file")]
        pub of: String,
        /// An additional attribute of the generated resources.
        #[parameter]
        pub extra: Option<String>,
    }

    /// A directory with nested directories down to a depth, each of which is a tree as well.
    #[resource(name = "tree")]
    #[provider(name = "tree", by = super::TreeProvider, expand)]
    pub struct Tree {
        /// The directory.
        #[parameter(namevar)]
        pub path: String,
        /// Whether the resource exists.
        #[property(default = "present")]
        pub ensure: Ensure,
        /// Depth of the nested directories.
        #[parameter(default = 0)]
        pub depth: i64,
        /// Way to fail: `panic` or `fail`.
        #[parameter]
        pub wrong: Option<String>,
    }

    /// A file in the directory `/stock`.
    #[resource(name = "stock", example = "stock { 'apples': amount => 3 }")]
    #[provider(name = "stock", by = super::StockProvider, instances)]
    pub struct Stock {
        /// The name of the file.
        #[parameter(namevar)]
        pub name: String,
        /// Whether the resource exists.
        #[property(default = "present")]
        pub ensure: Ensure,
        /// The content.
        #[property]
        pub amount: Option<i64>,
        /// The number of digits of the content.
        #[read_only]
        pub digits: Option<i64>,
    }

    /// A firewall rule, of which a system can have thousands.
    #[resource(name = "rule")]
    #[provider(name = "rule", by = super::RuleProvider, prefetch, instances)]
    pub struct Rule {
        /// The name of the rule.
        #[parameter(namevar)]
        pub name: String,
        /// Whether the resource exists.
        #[property(default = "present")]
        pub ensure: Ensure,
        /// The table of the rule.
        #[parameter(default = "ipv4")]
        pub protocol: Protocol,
        /// Action for matching packets.
        #[property]
        pub action: Option<String>,
    }

    /// Presence.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Ensure {
        /// Exists.
        Present,
        /// Does not exist.
        #[choice(absent)]
        Absent,
    }

    /// Protocol of a table.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Protocol {
        /// IPv4.
        Ipv4,
        /// IPv6.
        Ipv6,
    }
}
