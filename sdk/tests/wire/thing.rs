//! A type and a provider that use every call, for tests of the data passed to the host.

use marotte_sdk::prelude::*;
use marotte_sdk::{Generate, Generated, Instance, Instances, Precheck, Relation};
use schema::{Thing, ThingAttribute, ThingState};

/// The schema of the type.
#[marotte_sdk::package]
pub mod schema {
    /// A type with an attribute of each kind.
    #[resource(name = "thing", canonicalize, relate)]
    #[provider(name = "only", by = super::Only, refresh, precheck, instances, generate)]
    pub struct Thing {
        /// The name of the resource.
        #[parameter(namevar)]
        pub name: String,
        /// A number.
        #[property]
        pub count: Option<u32>,
        /// The tags that the resource requires.
        #[parameter]
        pub tags: Vec<String>,
        /// A text that can be Sensitive.
        #[parameter]
        pub password: Option<marotte_sdk::Text>,
    }
}

impl Canonicalize for Thing {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        if row.name == "bad" {
            problems.error(row, ThingAttribute::Name, "a bad name");
        }
        if row.name.starts_with(' ') {
            row.name = row.name.trim().to_owned();
        }
    }
}

impl Relate for Thing {
    fn relate(row: &Row<Self>, _system: &impl System) -> Vec<Relation> {
        vec![Relation::require("tag", row.tags.clone())]
    }
}

/// The only provider.
#[derive(Debug, Default)]
pub struct Only;

impl Provider for Only {
    type Resource = Thing;

    fn get(&mut self, _system: &impl ReadSystem, rows: &[Row<Thing>]) -> Vec<Result<State<Thing>>> {
        for_each_row(rows, |row| match row.count {
            None if row.is_audited(ThingAttribute::Count) => Ok(ThingState { count: Some(7) }.into()),
            None => Err(Error::other("not requested")),
            Some(count) => {
                let state = State::new(ThingState { count: Some(count + 1) });
                Ok(state.with(Verdict::differs(ThingAttribute::Count).showing("few", "many")))
            }
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Thing>,
        is: &ThingState,
        changed: &[ThingAttribute],
    ) -> Result<Applied<ThingAttribute>> {
        system.notice(row, &format!("{:?} {changed:?}", is.count));
        Ok(Applied::all().saying(ThingAttribute::Count, "counted"))
    }
}

impl Refresh for Only {
    fn refresh(&mut self, system: &impl WriteSystem, row: &Row<Thing>) -> Result<()> {
        system.debug((row, ThingAttribute::Count), "refreshed");
        Ok(())
    }
}

impl Precheck for Only {
    fn precheck(&mut self, _system: &impl ReadSystem, rows: &[Row<Thing>], problems: &mut Problems<Thing>) {
        for row in rows {
            problems.warning(row, None, "hm");
        }
    }
}

impl Instances for Only {
    fn instances(&mut self, _system: &impl ReadSystem) -> Result<Vec<Instance<Thing>>> {
        Ok(vec![Instance { title: "a".into(), is: ThingState { count: Some(1) } }])
    }
}

impl Generate for Only {
    fn generate(&mut self, _system: &impl ReadSystem, rows: &[Row<Thing>]) -> Result<Vec<Generated>> {
        let parent = rows[0].id();
        let one = |type_name: &str, title: &str, names: &[&str]| Generated {
            parent,
            type_name: type_name.into(),
            title: title.into(),
            attributes: names.iter().map(|name| ((*name).to_owned(), true.into())).collect(),
        };
        Ok(vec![
            one("file", "/a", &["x"]),
            one("file", "/b", &["y", "x"]),
            one("user", "u", &[]),
            one("file", "/c", &[]),
        ])
    }
}
