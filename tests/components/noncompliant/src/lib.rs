//! Providers that each violate one requirement of the provider contract, and a compliant one, for tests of the
//! conformance checks. Each keeps a file `/tmp/TITLE` while its resource is present.

use marotte_sdk::prelude::*;
use marotte_sdk::system::Want;

use schema::{Debtor, DebtorAttribute, DebtorState, Ensure, Talker};

/// Schema of the types.
#[marotte_sdk::package]
pub mod schema {
    /// Meets all requirements except the one that its provider is named after.
    #[resource(name = "debtor", example = "debtor { 'a': }\ndebtor { 'b': require => Debtor['a'] }")]
    #[provider(name = "honest", by = super::DebtorProvider, specificity = 9)]
    #[provider(name = "never_done", by = super::DebtorProvider)]
    #[provider(name = "unforetold", by = super::DebtorProvider)]
    #[provider(name = "clinging", by = super::DebtorProvider)]
    #[provider(name = "failing", by = super::DebtorProvider)]
    #[provider(name = "endless", by = super::DebtorProvider)]
    pub struct Debtor {
        /// The name of the file.
        #[parameter(namevar)]
        pub name: String,
        /// Whether the file exists.
        #[property(default = "present")]
        pub ensure: Ensure,
    }

    /// Has a `canonicalize` that is not idempotent.
    #[resource(name = "talker", canonicalize, example = "talker { 'a': text => 'b' }")]
    #[provider(name = "talker", by = super::TalkerProvider)]
    pub struct Talker {
        /// The title.
        #[parameter(namevar)]
        pub name: String,
        /// The text.
        #[property]
        pub text: Option<String>,
    }

    /// Has an example with an unknown attribute.
    #[resource(name = "misprint", example = "misprint { 'a': colour => 'red' }")]
    #[provider(name = "misprint", by = super::MisprintProvider)]
    pub struct Misprint {
        /// The title.
        #[parameter(namevar)]
        pub name: String,
        /// The text.
        #[property]
        pub text: Option<String>,
    }

    /// Has no example.
    #[resource(name = "silent")]
    #[provider(name = "silent", by = super::SilentProvider)]
    pub struct Silent {
        /// The title.
        #[parameter(namevar)]
        pub name: String,
        /// The text.
        #[property]
        pub text: Option<String>,
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
}

/// Meets all requirements except the one it is named after.
#[derive(Debug)]
pub struct DebtorProvider(String);

fn path(title: &str) -> String {
    format!("/tmp/{title}")
}

impl Open for DebtorProvider {
    fn open(name: &str, _features: &[String]) -> Result<Self> {
        Ok(Self(name.to_owned()))
    }
}

impl Provider for DebtorProvider {
    type Resource = Debtor;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<Debtor>]) -> Vec<Result<State<Debtor>>> {
        let is_there = |row: &Row<Debtor>, title: &str| -> Result<bool> {
            let mut found = system.stat(&[row.place(path(title))], false, Want::empty());
            Ok(found.remove(0)?.is_some())
        };
        if self.0 == "endless" {
            loop {
                std::hint::black_box(rows);
            }
        }
        for_each_row(rows, |row| {
            let there = match self.0.as_str() {
                "never_done" => row.ensure == Ensure::Absent,
                // The second resource is in sync once the first exists, which a dry run cannot detect.
                "unforetold" => is_there(row, &row.name)? || is_there(row, "a")?,
                _ => is_there(row, &row.name)?,
            };
            Ok(DebtorState { ensure: Some(if there { Ensure::Present } else { Ensure::Absent }) }.into())
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Debtor>,
        _is: &DebtorState,
        _changed: &[DebtorAttribute],
    ) -> Result<Applied<DebtorAttribute>> {
        match (row.ensure, self.0.as_str()) {
            (_, "failing") => return Err(Error::other("the bank is closed")),
            (Ensure::Absent, "clinging" | "never_done") => {}
            (Ensure::Present, _) => system.write(&path(&row.name), &vec!["here".into()], &Attrs::default(), None)?,
            (Ensure::Absent, _) => system.remove(&path(&row.name), false, None)?,
        }
        Ok(Applied::all())
    }
}

impl Canonicalize for Talker {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, _problems: &mut Problems<Self>) {
        if let Some(text) = &row.text {
            row.text = Some(format!("{text}, and more"));
        }
    }
}

macro_rules! in_sync {
    ($name:ident, $resource:ident, $state:ident, $attribute:ident) => {
        /// Reports every resource as in sync.
        #[derive(Debug, Default)]
        pub struct $name;

        impl Provider for $name {
            type Resource = schema::$resource;

            fn get(
                &mut self,
                _system: &impl ReadSystem,
                rows: &[Row<Self::Resource>],
            ) -> Vec<Result<State<Self::Resource>>> {
                for_each_row(rows, |row| Ok(schema::$state { text: row.text.clone() }.into()))
            }

            fn set(
                &mut self,
                _system: &impl WriteSystem,
                _row: &Row<Self::Resource>,
                _is: &schema::$state,
                _changed: &[schema::$attribute],
            ) -> Result<Applied<schema::$attribute>> {
                Ok(Applied::all())
            }
        }
    };
}

in_sync!(TalkerProvider, Talker, TalkerState, TalkerAttribute);
in_sync!(MisprintProvider, Misprint, MisprintState, MisprintAttribute);
in_sync!(SilentProvider, Silent, SilentState, SilentAttribute);
