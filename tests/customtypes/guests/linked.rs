//! Automatic relations: from an attribute that may be a list, from a text, to an ancestor of a path, and from code.
#![expect(missing_docs, reason = "the Ruby types have none")]

use marotte_sdk::prelude::*;
use marotte_sdk::{Edge, Relation};
use package::Linked;

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
}

impl Relate for Linked {
    fn relate(row: &Row<Self>) -> Vec<Relation> {
        let spec = row.spec.as_deref().unwrap_or_default();
        let relation = |(letter, edge): (char, Edge)| {
            let found = spec.split(',').filter_map(|term| term.strip_prefix(letter)?.strip_prefix(':'));
            Relation { edge, target_type: "notify".to_owned(), titles: found.map(str::to_owned).collect() }
        };
        [('r', Edge::Require), ('b', Edge::Before), ('n', Edge::Notify), ('s', Edge::Subscribe)].map(relation).into()
    }
}
