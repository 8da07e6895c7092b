//! A type with many providers, each of which reports its name: defaults, and providers that are unsuitable or become
//! suitable later.
#![expect(missing_docs, reason = "the Ruby types have no documentation")]

use marotte_sdk::prelude::*;
use package::{Widget, WidgetAttribute, WidgetState};

#[marotte_sdk::package]
pub mod package {
    #[resource(name = "widget")]
    #[provider(name = "base", by = super::Named)]
    #[provider(name = "general", by = super::Named, default_for(fact("kernel", "Linux")))]
    #[provider(name = "special", by = super::Named, default_for(fact("kernel", "Linux"), fact("os.family", "Debian")))]
    #[provider(
        name = "foreign",
        by = super::Named,
        confine(fact("kernel", "windows", "darwin")),
        default_for(fact("kernel", "Linux"), fact("os.family", "Debian"), fact("os.name", "Debian"))
    )]
    #[provider(name = "tool", by = super::Named, confine(command("tool")))]
    #[provider(name = "shell", by = super::Named, confine(command("shell")))]
    #[provider(name = "late", by = super::Named, confine(path("/tmp/marotte-conformance-late")))]
    #[provider(name = "never", by = super::Named, confine(path("/bin/sh"), not(path("/bin/sh"))))]
    pub struct Widget {
        #[parameter(namevar)]
        pub name: String,
        #[property]
        pub made_by: Option<String>,
    }
}

#[derive(Debug)]
pub struct Named(String);

impl Open for Named {
    fn open(name: &str, _features: &[String]) -> Result<Self> {
        Ok(Self(name.to_owned()))
    }
}

impl Provider for Named {
    type Resource = Widget;

    fn get(&mut self, _system: &impl ReadSystem, rows: &[Row<Widget>]) -> Vec<Result<State<Widget>>> {
        for_each_row(rows, |_| Ok(WidgetState { made_by: Some(self.0.clone()) }.into()))
    }

    fn set(
        &mut self,
        _system: &impl WriteSystem,
        _row: &Row<Widget>,
        _is: &WidgetState,
        _changed: &[WidgetAttribute],
    ) -> Result<Applied<WidgetAttribute>> {
        Ok(Applied::all())
    }
}
