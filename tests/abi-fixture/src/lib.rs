//! The component of the compatibility fixture: built once for each version of the contract, it uses every
//! part of the contract. Its operations serve only to be compared between versions.

mod errand;
mod keeper;
mod more;

pub use keeper::{Keeper, Loud};

/// Types, attributes and providers with something of every kind that the contract knows.
#[marotte_sdk::package]
pub mod schema {
    use std::collections::BTreeMap;

    use marotte_sdk::Text;

    /// What lies in a folder, a file each.
    #[resource(
        name = "relic",
        title = "^(/.+):(.+)$" => (folder, label),
        require(file = folder),
        before(notify = "closing"),
        notify(alarm = tells),
        subscribe(notify = "opening"),
        features(polish = "It can be made to shine."),
        canonicalize, relate,
        example = "file { '/hall': ensure => directory } relic { '/hall:spoon': weight => 2 }"
    )]
    #[provider(name = "plain", by = super::Keeper, refresh, precheck, instances, default_for(path("/")))]
    #[provider(
        name = "fine", by = super::Keeper, refresh, precheck, instances, generate, expand,
        features("polish"), confine(path("/"), not(path("/nowhere")))
    )]
    pub struct Relic {
        /// Whether it is there.
        #[property(default = "present")]
        pub ensure: Ensure,
        /// Where it lies.
        #[parameter(namevar, data_type = "Pattern[/^\\//]")]
        pub folder: String,
        /// What it is, in small letters.
        #[parameter(namevar)]
        pub label: String,
        /// How heavy it is.
        #[property(default = 1, data_type = "Integer[1, 100]")]
        pub weight: i64,
        /// What people say of it.
        #[property(unordered)]
        pub tags: Option<Vec<String>>,
        /// What nobody is to read.
        #[property(is = String)]
        pub mark: Option<Text>,
        /// How it shines.
        #[property(features("polish"))]
        pub polish: Option<Polish>,
        /// How many letters its name has.
        #[read_only]
        pub letters: Option<u32>,
        /// Copies to lie beside it.
        #[parameter(default = 0)]
        pub copies: i64,
        /// Parts that belong to it.
        #[parameter]
        pub parts: Option<Vec<String>>,
        /// The alarm to tell of its changes.
        #[parameter]
        pub tells: Option<String>,
        /// What else to do.
        #[parameter]
        pub errand: Option<Errand>,
        /// What else is known.
        #[parameter(deprecated = "Nobody asks.")]
        pub notes: Option<BTreeMap<String, String>>,
    }

    /// Presence.
    #[derive(Debug, Clone, PartialEq)]
    pub enum Ensure {
        /// It is there.
        Present,
        /// It is not.
        #[choice(absent, aliases("gone"))]
        Absent,
    }

    /// How something shines.
    #[derive(Debug, Clone, PartialEq)]
    pub enum Polish {
        /// Hardly.
        Low,
        /// Much.
        #[choice(features("polish"))]
        High,
        /// So much.
        #[choice(pattern = "^[0-9]+$")]
        Grade(String),
    }

    /// A part of the contract that not every relic needs.
    #[derive(Debug, Clone, PartialEq)]
    pub enum Errand {
        /// A command that looks.
        Look,
        /// A command that changes something.
        Touch,
        /// A file on trial.
        Stage,
        /// A request, a download, a secret in clear: imported, and not to be had.
        Beg,
    }

    /// What rings.
    #[resource(name = "alarm", duplicates, self_refresh)]
    #[provider(name = "loud", by = super::Loud, refresh)]
    pub struct Alarm {
        /// Its name.
        #[parameter(namevar)]
        pub name: String,
    }
}
