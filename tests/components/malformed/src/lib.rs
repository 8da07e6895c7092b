//! A component written without the SDK that violates the contract in every call, in the way selected by the attribute
//! `how`. It has no custom sections: tests add the schema and the manifest.

mod answer;
mod arena;
mod bindings;

use std::cell::Cell;

use bindings::exports::marotte::provider::providers::{Applied, Guest as Providers, GuestSession, Session, States};
use bindings::exports::marotte::provider::types::{Canonical, Guest as Types, Related};
use bindings::marotte::provider::errors::{Error, Problem};
use bindings::marotte::provider::values::{Sheet, Table};

/// The component.
#[derive(Debug)]
struct Raw;

/// A session that counts its calls.
#[derive(Debug, Default)]
struct Open {
    calls: Cell<u32>,
}

impl Types for Raw {
    fn describe() -> String {
        "nothing like the section".to_owned()
    }

    fn canonicalize(_type_name: String, _provider: Option<String>, rows: Table) -> Canonical {
        answer::canonicalize(&rows)
    }

    fn relate(_type_name: String, rows: Table) -> Vec<Related> {
        answer::relate(&rows)
    }
}

impl Providers for Raw {
    type Session = Open;
}

impl GuestSession for Open {
    fn open(_type_name: String, _provider: String, _features: Vec<String>) -> Result<Session, Error> {
        Ok(Session::new(Self::default()))
    }

    fn precheck(&self, desired: Table) -> Vec<Problem> {
        answer::precheck(&desired)
    }

    fn instances(&self) -> Result<Table, Error> {
        Ok(Table { arena: arena::deep(), rows: Vec::new() })
    }

    fn get(&self, desired: Table) -> Result<States, Error> {
        self.calls.set(self.calls.get() + 1);
        Ok(answer::get(&desired, self.calls.get()))
    }

    fn generate(&self, desired: Table) -> Result<Vec<Sheet>, Error> {
        Ok(answer::more(&desired, "generate"))
    }

    fn expand(&self, desired: Table) -> Result<Vec<Sheet>, Error> {
        Ok(answer::more(&desired, "expand"))
    }

    fn set(&self, desired: Table, _current: Table, changed: Vec<u16>) -> Result<Vec<Applied>, Error> {
        Ok(answer::set(&desired, &changed))
    }

    fn refresh(&self, _desired: Table) -> Result<(), Error> {
        Ok(())
    }
}
