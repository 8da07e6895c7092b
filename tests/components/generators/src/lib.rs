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

/// The description of the types.
#[marotte_sdk::package]
pub mod schema {
    use std::collections::BTreeMap;

    /// A directory and files in it, which stand beside it in the catalog.
    #[resource(name = "bundle", require(file = ancestor(path)))]
    #[provider(name = "bundle", by = super::BundleProvider, generate, expand)]
    pub struct Bundle {
        /// The directory.
        #[parameter(namevar)]
        pub path: String,
        /// Whether it is there.
        #[property(default = "present")]
        pub ensure: Ensure,
        /// The contents of the files by their names. One that is empty is only announced before the run.
        #[parameter]
        pub files: BTreeMap<String, String>,
        /// The type of the added resource.
        #[parameter(default = "file")]
        pub of: String,
        /// An attribute that each of them gets.
        #[parameter]
        pub extra: Option<String>,
    }

    /// A directory with as many directories in it as it is deep, each of which is a tree, too.
    #[resource(name = "tree")]
    #[provider(name = "tree", by = super::TreeProvider, expand)]
    pub struct Tree {
        /// The directory.
        #[parameter(namevar)]
        pub path: String,
        /// Whether it is there.
        #[property(default = "present")]
        pub ensure: Ensure,
        /// How deep it is.
        #[parameter(default = 0)]
        pub depth: i64,
        /// What to do wrong: `panic` or `fail`.
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
        /// Whether it is there.
        #[property(default = "present")]
        pub ensure: Ensure,
        /// The content.
        #[property]
        pub amount: Option<i64>,
        /// The number of its digits.
        #[read_only]
        pub digits: Option<i64>,
    }

    /// A rule of a firewall, of which a machine has thousands.
    #[resource(name = "rule")]
    #[provider(name = "rule", by = super::RuleProvider, prefetch, instances)]
    pub struct Rule {
        /// The name of the rule.
        #[parameter(namevar)]
        pub name: String,
        /// Whether it is there.
        #[property(default = "present")]
        pub ensure: Ensure,
        /// The table that it is in.
        #[parameter(default = "ipv4")]
        pub protocol: Protocol,
        /// What becomes of a packet.
        #[property]
        pub action: Option<String>,
    }

    /// Presence.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Ensure {
        /// There.
        Present,
        /// Not there.
        #[choice(absent)]
        Absent,
    }

    /// The tables.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Protocol {
        /// Of the old protocol.
        Ipv4,
        /// Of the new one.
        Ipv6,
    }
}
