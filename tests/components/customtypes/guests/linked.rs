//! Automatic relations: from an attribute that may be a list, from a constant title, to an ancestor of a path, and
//! from code, for a type that does not support refreshes and for one that does.
#![expect(missing_docs, reason = "the Ruby types have no documentation")]

use marotte_sdk::prelude::*;
use marotte_test_customtypes::provider;
use package::{Linked, Linkedbell, LinkedbellState};

#[marotte_sdk::package]
pub mod package {
    #[resource(name = "linked", require(linked = needs), relate)]
    pub struct Linked {
        #[parameter(namevar)]
        pub name: String,
        #[parameter]
        pub path: Option<String>,
        #[parameter]
        pub needs: Option<marotte_sdk::Value>,
        #[parameter]
        pub spec: Option<String>,
    }

    #[resource(name = "anchored", require(notify = "first", anchored = ancestor(path)))]
    pub struct Anchored {
        #[parameter(namevar)]
        pub name: String,
        #[parameter]
        pub path: Option<String>,
    }

    #[resource(name = "linkedbell", relate)]
    #[provider(name = "mem", by = super::Mem, refresh)]
    pub struct Linkedbell {
        #[parameter(namevar)]
        pub name: String,
        #[parameter]
        pub spec: Option<String>,
        #[property]
        pub sound: Option<String>,
    }
}

provider!(Mem of Linkedbell, get |_system, _row| Ok(LinkedbellState { sound: Some("ding".to_owned()) }.into()));

impl Refresh for Mem {
    fn refresh(&mut self, system: &impl WriteSystem, row: &Row<Linkedbell>) -> Result<()> {
        system.notice(row, &format!("{} rings", row.name));
        Ok(())
    }
}

impl Relate for Linked {
    fn relate(row: &Row<Self>, _system: &impl System) -> Vec<Relation> {
        relations("notify", row.spec.as_deref())
    }
}

impl Relate for Linkedbell {
    fn relate(row: &Row<Self>, _system: &impl System) -> Vec<Relation> {
        relations("linkedbell", row.spec.as_deref())
    }
}

/// Parses `r:one,b:two`, with a letter for each kind of relation.
fn relations(target_type: &str, spec: Option<&str>) -> Vec<Relation> {
    let titles = |letter: char| {
        let terms = spec.unwrap_or_default().split(',');
        terms.filter_map(|term| term.strip_prefix(letter)?.strip_prefix(':')).map(str::to_owned).collect()
    };
    vec![
        Relation::require(target_type, titles('r')),
        Relation::before(target_type, titles('b')),
        Relation::notify(target_type, titles('n')),
        Relation::subscribe(target_type, titles('s')),
    ]
}
