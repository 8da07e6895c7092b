//! Automatic relationship with the user's primary group, which may be given by its number.

use marotte_sdk::prelude::*;

use crate::User;
use crate::value::Id;

impl Relate for User {
    fn relate(row: &Row<Self>, system: &impl System) -> Vec<Relation> {
        let titles = match &row.gid {
            None => return Vec::new(),
            Some(Id::Name(name)) => vec![name.clone()],
            Some(number) => groups_with(number, system),
        };
        vec![Relation::require("group", titles)]
    }
}

/// Returns the titles of the managed groups with the given `gid`.
fn groups_with(number: &Id, system: &impl System) -> Vec<String> {
    let groups = system.find("group", &["gid".to_owned()]).into_iter();
    let has_it = |value: &Value| Id::from_value(value.clone()).is_ok_and(|gid| gid == *number);
    groups.filter(|group| group.values.iter().any(|(_, gid)| has_it(gid))).map(|group| group.title).collect()
}
