//! Glue between the exports of the component and the traits that an author implements: tables become rows, states
//! become tables. Used only by code that the macro `package` generates.

use std::cell::RefCell;
use std::marker::PhantomData;
use std::rc::Rc;

use crate::arena::{self, ArenaWriter};
use crate::bindings::exports::marotte::provider::providers::{self, GuestSession};
use crate::bindings::exports::marotte::provider::types;
use crate::bindings::marotte::provider::values::{Arena as WireArena, Row as WireRow};
use crate::provider::{Applied, Expand, Generate, Generated, Instances, Precheck, Provider, Refresh};
use crate::resource::{
    AttributeName, Canonicalize, FieldValues, Problems, Record, Relate, Resource, Row, State, Verdict,
};
use crate::system::{ReadSystem, System, WriteSystem};
use crate::{Error, InvalidValue, Result, Value};

pub use crate::bindings::export_component;
pub use crate::bindings::exports::marotte::provider::providers::{Applied as WireApplied, States};
pub use crate::bindings::exports::marotte::provider::types::{Canonical, Related};
pub use crate::bindings::marotte::provider::errors::Problem;
pub use crate::bindings::marotte::provider::values::{Sheet, Table};

/// The content of a component. Implemented by the macro `package`.
pub trait Package: 'static {
    /// The schema document.
    const SCHEMA: &'static str;
    /// Canonicalizes and validates rows.
    fn canonicalize(type_name: &str, provider: Option<&str>, rows: Table) -> Canonical;
    /// Returns the automatic relationships of rows.
    fn relate(type_name: &str, rows: Table) -> Vec<Related>;
    /// Opens a session.
    ///
    /// # Errors
    /// Returns an error if the provider does not exist or cannot be used.
    fn open(type_name: &str, provider: &str, features: &[String]) -> Result<Box<dyn Session>>;
}

/// A provider during one run. The macro implements the calls that the schema lists; the host makes no others.
pub trait Session {
    /// Reads the state of resources.
    ///
    /// # Errors
    /// Returns an error if all rows failed.
    fn get(&mut self, desired: Table) -> Result<States>;
    /// Changes attributes of a resource.
    ///
    /// # Errors
    /// Returns an error if all attributes failed.
    fn set(&mut self, desired: Table, current: Table, changed: Vec<u16>) -> Result<Vec<WireApplied>>;
    /// Refreshes a resource.
    ///
    /// # Errors
    /// Returns an error if the refresh failed.
    fn refresh(&mut self, _desired: Table) -> Result<()> {
        Err(missing("refresh"))
    }
    /// Checks rows before the run.
    fn precheck(&mut self, _desired: Table) -> Vec<Problem> {
        Vec::new()
    }
    /// Lists existing resources.
    ///
    /// # Errors
    /// Returns an error if the resources cannot be listed.
    fn instances(&mut self) -> Result<Table> {
        Err(missing("instances"))
    }
    /// Generates resources before the run.
    ///
    /// # Errors
    /// Returns an error if the rows failed.
    fn generate(&mut self, _desired: Table) -> Result<Vec<Sheet>> {
        Err(missing("generate"))
    }
    /// Generates resources when the row is applied.
    ///
    /// # Errors
    /// Returns an error if the row failed.
    fn expand(&mut self, _desired: Table) -> Result<Vec<Sheet>> {
        Err(missing("expand"))
    }
}

fn missing(call: &str) -> Error {
    Error::other(format!("the provider has no '{call}'"))
}

/// Returns the error of an `open` call for an unknown provider.
#[must_use]
pub fn unknown(type_name: &str, provider: &str) -> Error {
    Error::invalid(format!("this component has no provider '{provider}' of the type '{type_name}'"))
}

/// Returns the result of a `canonicalize` call that changes nothing.
#[must_use]
pub fn unchanged(_provider: Option<&str>, _rows: &Table) -> Canonical {
    Canonical { rows: Table { arena: ArenaWriter::default().into_wire(), rows: Vec::new() }, problems: Vec::new() }
}

/// Returns the result of a `relate` call for a type without relationships beyond those of its schema.
#[must_use]
pub fn unrelated(_rows: &Table) -> Vec<Related> {
    Vec::new()
}

/// Converts the value of an enumeration to text; Booleans and numbers are formatted.
///
/// # Errors
/// Returns an error for values of any other type.
pub fn spelling(value: Value) -> Result<String, InvalidValue> {
    match value {
        Value::Text(text) => Ok(text),
        Value::Boolean(boolean) => Ok(boolean.to_string()),
        Value::Integer(number) => Ok(number.to_string()),
        other => Err(format!("expects a single value, got {}", other.type_name()).into()),
    }
}

/// The exported component, which connects a package to the generated traits.
pub struct Component<P>(PhantomData<P>);

impl<P: Package> types::Guest for Component<P> {
    fn describe() -> String {
        P::SCHEMA.to_owned()
    }

    fn canonicalize(type_name: String, provider: Option<String>, rows: Table) -> Canonical {
        P::canonicalize(&type_name, provider.as_deref(), rows)
    }

    fn relate(type_name: String, rows: Table) -> Vec<Related> {
        P::relate(&type_name, rows)
    }
}

impl<P: Package> providers::Guest for Component<P> {
    type Session = OpenSession<P>;
}

/// An open session.
pub struct OpenSession<P> {
    // The generated code passes only shared references. Calls never overlap, since a component has one thread and
    // the host does not call back.
    session: RefCell<Box<dyn Session>>,
    package: PhantomData<P>,
}

impl<P: Package> GuestSession for OpenSession<P> {
    fn open(type_name: String, provider: String, features: Vec<String>) -> Result<providers::Session> {
        let session = RefCell::new(P::open(&type_name, &provider, &features)?);
        Ok(providers::Session::new(Self { session, package: PhantomData }))
    }

    fn precheck(&self, desired: Table) -> Vec<Problem> {
        self.session.borrow_mut().precheck(desired)
    }

    fn instances(&self) -> Result<Table> {
        self.session.borrow_mut().instances()
    }

    fn get(&self, desired: Table) -> Result<States> {
        self.session.borrow_mut().get(desired)
    }

    fn generate(&self, desired: Table) -> Result<Vec<Sheet>> {
        self.session.borrow_mut().generate(desired)
    }

    fn expand(&self, desired: Table) -> Result<Vec<Sheet>> {
        self.session.borrow_mut().expand(desired)
    }

    fn set(&self, desired: Table, current: Table, changed: Vec<u16>) -> Result<Vec<WireApplied>> {
        self.session.borrow_mut().set(desired, current, changed)
    }

    fn refresh(&self, desired: Table) -> Result<()> {
        self.session.borrow_mut().refresh(desired)
    }
}

/// Decodes a row; the error contains the index of each invalid attribute and the reason.
pub(crate) fn row<R: Resource>(arena: &WireArena, wire: &WireRow) -> Result<Row<R>, Vec<(u16, String)>> {
    let mut slots = FieldValues::new(arena, R::ATTRIBUTES.len(), &wire.slots);
    match R::read(&mut slots) {
        Some(resource) => Ok(Row::new(wire.id, arena::text(arena, wire.title).to_owned(), slots.audited(), resource)),
        None => Err(slots.into_misfits()),
    }
}

/// Returns an error that lists the invalid attributes.
pub(crate) fn type_errors<R: Resource>(misfits: &[(u16, String)]) -> Error {
    let shown = misfits.iter().map(|(index, message)| {
        let name = R::Attribute::from_index(*index).map_or("?", AttributeName::name);
        format!("attribute '{name}': {message}")
    });
    Error::invalid(shown.collect::<Vec<_>>().join("; "))
}

/// Decodes all rows; fails if one of them is invalid.
fn rows<R: Resource>(table: &Table) -> Result<Vec<Row<R>>> {
    table.rows.iter().map(|wire| row(&table.arena, wire).map_err(|misfits| type_errors::<R>(&misfits))).collect()
}

/// Decodes a table with exactly one row.
fn single<R: Resource>(table: &Table) -> Result<Row<R>> {
    let [wire] = table.rows.as_slice() else { return Err(Error::invalid("expected exactly one row")) };
    row(&table.arena, wire).map_err(|misfits| type_errors::<R>(&misfits))
}

fn slots(arena: &mut ArenaWriter, values: Vec<(u16, Value)>) -> Vec<(u16, u32)> {
    values.into_iter().map(|(index, value)| (index, arena.push(value))).collect()
}

/// Implements `canonicalize`.
pub fn canonicalize<R: Canonicalize>(provider: Option<&str>, table: &Table, system: &impl System) -> Canonical {
    let provider = provider.map(Rc::from);
    let mut problems = Problems::default();
    let mut arena = ArenaWriter::default();
    let mut changed = Vec::new();
    for wire in &table.rows {
        match row::<R>(&table.arena, wire) {
            Ok(row) => {
                let mut row = row.with_provider(provider.as_ref());
                R::canonicalize(&mut row, system, &mut problems);
                if row.is_changed() {
                    let (id, title, values) = row.into_values();
                    changed.push(WireRow { id, title: arena.write(&title), slots: slots(&mut arena, values) });
                }
            }
            Err(misfits) => problems.misfits(wire.id, misfits),
        }
    }
    Canonical { rows: Table { arena: arena.into_wire(), rows: changed }, problems: problems.into_found() }
}

/// Implements `canonicalize` for a type whose values are only validated by decoding them.
pub fn check<R: Resource>(table: &Table) -> Canonical {
    let mut problems = Problems::<R>::default();
    for wire in &table.rows {
        if let Err(misfits) = row::<R>(&table.arena, wire) {
            problems.misfits(wire.id, misfits);
        }
    }
    Canonical {
        rows: Table { arena: ArenaWriter::default().into_wire(), rows: Vec::new() },
        problems: problems.into_found(),
    }
}

/// Implements `relate`. Skips invalid rows, which `canonicalize` has already rejected.
pub fn relate<R: Relate>(table: &Table, system: &impl System) -> Vec<Related> {
    let rows = table.rows.iter().filter_map(|wire| row::<R>(&table.arena, wire).ok());
    rows.flat_map(|row| R::relate(&row, system).into_iter().map(move |relation| relation.of_row(row.id()))).collect()
}

/// Implements `get`. An invalid row does not affect the others.
///
/// # Errors
/// Returns an error if the provider does not return one result for each row.
pub fn get<P: Provider>(provider: &mut P, system: &impl ReadSystem, table: &Table) -> Result<States> {
    let mut misfits = Vec::new();
    let mut desired = Vec::with_capacity(table.rows.len());
    for (place, wire) in table.rows.iter().enumerate() {
        match row::<P::Resource>(&table.arena, wire) {
            Ok(row) => desired.push(row),
            Err(found) => misfits.push((place, type_errors::<P::Resource>(&found))),
        }
    }
    let answers = provider.get(system, &desired);
    if answers.len() != desired.len() {
        return Err(Error::other(format!(
            "the provider returned {} results for {} rows",
            answers.len(),
            desired.len()
        )));
    }
    let mut arena = ArenaWriter::default();
    let mut states: Vec<_> =
        answers.into_iter().map(|answer| answer.map(|state| wire_state(&mut arena, state))).collect();
    for (place, error) in misfits {
        states.insert(place, Err(error));
    }
    Ok(States { arena: arena.into_wire(), states })
}

fn wire_state<R: Resource>(arena: &mut ArenaWriter, state: State<R>) -> providers::State {
    let slots = slots(arena, state.is.into_values());
    let verdicts = state.verdicts.into_iter().map(|verdict| {
        let Verdict { attribute, insync, is, should, change, diff } = verdict;
        providers::Verdict { attribute: attribute.index(), insync, is, should, change, diff }
    });
    providers::State { slots, verdicts: verdicts.collect() }
}

/// Implements `set`.
///
/// # Errors
/// Returns an error if all attributes failed.
pub fn set<P: Provider>(
    provider: &mut P,
    system: &impl WriteSystem,
    desired: &Table,
    current: &Table,
    changed: &[u16],
) -> Result<Vec<WireApplied>> {
    let row = single::<P::Resource>(desired)?;
    let [wire] = current.rows.as_slice() else { return Err(Error::invalid("expected exactly one state")) };
    let mut found = FieldValues::new(&current.arena, P::Resource::ATTRIBUTES.len(), &wire.slots);
    let is = <P::Resource as Resource>::State::read(&mut found)
        .ok_or_else(|| type_errors::<P::Resource>(&found.into_misfits()))?;
    let changed: Vec<_> = changed.iter().filter_map(|index| AttributeName::from_index(*index)).collect();
    let Applied(outcomes) = provider.set(system, &row, &is, &changed)?;
    let outcomes = outcomes.into_iter();
    Ok(outcomes.map(|(attribute, outcome)| WireApplied { attribute: attribute.index(), outcome }).collect())
}

/// Implements `refresh`.
///
/// # Errors
/// Returns an error if the refresh failed.
pub fn refresh<P: Refresh>(provider: &mut P, system: &impl WriteSystem, desired: &Table) -> Result<()> {
    provider.refresh(system, &single(desired)?)
}

/// Implements `precheck`.
pub fn precheck<P: Precheck>(provider: &mut P, system: &impl ReadSystem, desired: &Table) -> Vec<Problem> {
    let mut problems = Problems::default();
    let mut fitting = Vec::with_capacity(desired.rows.len());
    for wire in &desired.rows {
        match row(&desired.arena, wire) {
            Ok(row) => fitting.push(row),
            Err(misfits) => problems.misfits(wire.id, misfits),
        }
    }
    provider.precheck(system, &fitting, &mut problems);
    problems.into_found()
}

/// Implements `instances`.
///
/// # Errors
/// Returns an error if the resources cannot be listed.
pub fn instances<P: Instances>(provider: &mut P, system: &impl ReadSystem) -> Result<Table> {
    let mut arena = ArenaWriter::default();
    let instances = provider.instances(system)?.into_iter();
    let rows = instances.map(|instance| {
        let slots = slots(&mut arena, instance.is.into_values());
        WireRow { id: 0, title: arena.write(&instance.title), slots }
    });
    let rows = rows.collect();
    Ok(Table { arena: arena.into_wire(), rows })
}

/// Implements `generate`.
///
/// # Errors
/// Returns an error if the rows failed.
pub fn generate<P: Generate>(provider: &mut P, system: &impl ReadSystem, desired: &Table) -> Result<Vec<Sheet>> {
    Ok(sheets(provider.generate(system, &rows(desired)?)?))
}

/// Implements `expand`.
///
/// # Errors
/// Returns an error if the row failed.
pub fn expand<P: Expand>(provider: &mut P, system: &impl ReadSystem, desired: &Table) -> Result<Vec<Sheet>> {
    Ok(sheets(provider.expand(system, &single(desired)?)?))
}

/// Groups adjacent resources of the same type into sheets, so that the order is preserved.
fn sheets(generated: Vec<Generated>) -> Vec<Sheet> {
    let mut sheets: Vec<(String, Vec<String>, ArenaWriter, Vec<WireRow>)> = Vec::new();
    for resource in generated {
        if sheets.last().is_none_or(|(type_name, ..)| *type_name != resource.type_name) {
            sheets.push((resource.type_name, Vec::new(), ArenaWriter::default(), Vec::new()));
        }
        let Some((_, columns, arena, rows)) = sheets.last_mut() else { break };
        let mut slots = Vec::with_capacity(resource.attributes.len());
        for (name, value) in resource.attributes {
            let place = columns.iter().position(|column| *column == name).unwrap_or_else(|| {
                columns.push(name);
                columns.len() - 1
            });
            // A type has far fewer attributes than a `u16` can number.
            slots.push((u16::try_from(place).unwrap_or(u16::MAX), arena.push(value)));
        }
        rows.push(WireRow { id: resource.parent, title: arena.write(&resource.title), slots });
    }
    let finished = sheets.into_iter();
    finished
        .map(|(type_name, columns, arena, rows)| {
            let rows = Table { arena: arena.into_wire(), rows };
            Sheet { type_name, columns, rows }
        })
        .collect()
}
