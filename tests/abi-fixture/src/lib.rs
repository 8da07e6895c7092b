//! Fixture of the compatibility tests: a component that uses every part of the contract, built once for each version of
//! the contract. Its operations have no purpose other than comparison.

mod item_provider;
mod more;
mod operation;

pub use item_provider::{AlarmProvider, ItemProvider};

/// Types, attributes and providers that use every element of the schema.
#[marotte_sdk::package]
pub mod schema {
    use std::collections::BTreeMap;

    use marotte_sdk::Text;

    /// A file in a directory.
    #[resource(
        name = "item",
        title = "^(/.+):(.+)$" => (folder, label),
        require(file = folder),
        before(notify = "closing"),
        notify(alarm = alarm_title),
        subscribe(notify = "opening"),
        features(polish = "It can be made to shine."),
        canonicalize, relate,
        example = "file { '/hall': ensure => directory } item { '/hall:spoon': weight => 2 }"
    )]
    #[provider(name = "plain", by = super::ItemProvider, refresh, precheck, instances, default_for(path("/")))]
    #[provider(
        name = "fine", by = super::ItemProvider, refresh, precheck, instances, generate, expand,
        features("polish"), confine(path("/"), not(path("/nowhere")))
    )]
    pub struct Item {
        /// Whether the file exists.
        #[property(default = "present")]
        pub ensure: Ensure,
        /// The directory.
        #[parameter(namevar, data_type = "Pattern[/^\\//]")]
        pub folder: String,
        /// Name of the file, converted to lower case.
        #[parameter(namevar)]
        pub label: String,
        /// An integer with a range.
        #[property(default = 1, data_type = "Integer[1, 100]")]
        pub weight: i64,
        /// An unordered list.
        #[property(unordered)]
        pub tags: Option<Vec<String>>,
        /// A value that can be Sensitive.
        #[property(is = String)]
        pub mark: Option<Text>,
        /// A choice that requires a feature.
        #[property(features("polish"))]
        pub polish: Option<Polish>,
        /// Length of the name.
        #[read_only]
        pub letters: Option<u32>,
        /// Number of generated copies.
        #[parameter(default = 0)]
        pub copies: i64,
        /// Resources generated within this one.
        #[parameter]
        pub parts: Option<Vec<String>>,
        /// The alarm to notify.
        #[parameter]
        pub alarm_title: Option<String>,
        /// An additional operation.
        #[parameter]
        pub operation: Option<Operation>,
        /// A deprecated hash.
        #[parameter(deprecated = "Nobody asks.")]
        pub notes: Option<BTreeMap<String, String>>,
    }

    /// Presence.
    #[derive(Debug, Clone, PartialEq)]
    pub enum Ensure {
        /// Exists.
        Present,
        /// Does not exist.
        #[choice(absent, aliases("gone"))]
        Absent,
    }

    /// A choice with a constant, a constant that requires a feature, and a pattern.
    #[derive(Debug, Clone, PartialEq)]
    pub enum Polish {
        /// Constant.
        Low,
        /// Constant that requires a feature.
        #[choice(features("polish"))]
        High,
        /// Pattern.
        #[choice(pattern = "^[0-9]+$")]
        Grade(String),
    }

    /// Additional operations.
    #[derive(Debug, Clone, PartialEq)]
    pub enum Operation {
        /// Runs a query and looks up accounts.
        Query,
        /// Runs a command that may change the system.
        Mutate,
        /// Writes the file by staging it.
        Stage,
        /// Calls that need further grants; imported, but never used.
        Everything,
    }

    /// A resource that logs a warning when it is refreshed.
    #[resource(name = "alarm", duplicates, self_refresh)]
    #[provider(name = "loud", by = super::AlarmProvider, refresh)]
    pub struct Alarm {
        /// The name.
        #[parameter(namevar)]
        pub name: String,
    }
}
