//! Conversion of complete calls: rows to tables, and results to the types of the transaction. A result that
//! violates the contract is rejected with the reason.

use std::rc::Rc;
use std::sync::Arc;

use catalog::Value;
use catalog::schema::Edge;
use transaction::provider::{
    Applied, Generated, Instance as Listed, Problem, ProviderError, RequestedChange, Row, RowRelations, Severity,
    State, Verdict,
};
use wasmtime::Store;
use wasmtime::component::ResourceAny;

use crate::arena::{Columns, ContractError, Decoder, EncodeError, Encoder, Storage};
use crate::bindings::exports::marotte::provider::providers::{
    Applied as WitApplied, State as WitState, States, Verdict as WitVerdict,
};
use crate::bindings::exports::marotte::provider::types::{Canonical, Edge as WitEdge, Related as WitRelated};
use crate::bindings::marotte::provider::errors::{Error, Problem as WitProblem, Severity as WitSeverity};
use crate::bindings::marotte::provider::values::{Sheet, TableParam, TableResult as Table};
use crate::error::{self, CallStop};
use crate::instance::{ComponentInstance, StoreData};
use crate::secrets::Secrets;

/// Maximum number of resources in one result.
const MAX_GENERATED: usize = 1_000_000;

/// Reason why a call that did not trap returned no result.
#[derive(Debug)]
pub(crate) enum CallFailure {
    /// The component returned an error.
    Failed(Error),
    /// The result violates the contract.
    ContractViolated(ContractError),
}

impl CallFailure {
    /// Converts the failure to an error of the provider.
    pub(crate) fn into_fault(self, provider: &str) -> ProviderError {
        match self {
            Self::Failed(failed) => error::fault(failed),
            Self::ContractViolated(reason) => {
                error::provider_fault(format!("The provider '{provider}' broke the contract: {reason}"))
            }
        }
    }
}

/// Returns the open session of an instance.
pub(crate) fn session(instance: &ComponentInstance) -> wasmtime::Result<ResourceAny> {
    instance.session.ok_or_else(|| CallStop::Refused("its session is not open".into()).into())
}

/// Passes rows as a table, and returns the result with the columns for decoding it.
pub(crate) fn table<R>(
    store: &mut Store<StoreData>,
    rows: &[&Row],
    call: impl FnOnce(&mut Store<StoreData>, TableParam<'_>) -> wasmtime::Result<R>,
) -> wasmtime::Result<(R, Rc<Columns>)> {
    let columns = Rc::clone(&store.data().caller.columns);
    let storage = Storage::default();
    let mut secrets = std::mem::take(&mut store.data_mut().secrets);
    let mut encoder = Encoder::new(&storage, &columns, &mut secrets);
    let encoded: Result<Vec<_>, EncodeError> =
        rows.iter().map(|row| encoder.row(row.id, &row.title, &row.slots)).collect();
    let arena = encoder.finish();
    store.data_mut().secrets = secrets;
    let rows = encoded.map_err(|error| CallStop::Refused(error.to_string()))?;
    let answer = call(store, TableParam { arena: arena.as_param(), rows: &rows })?;
    Ok((answer, columns))
}

/// Passes the arguments of `set`.
pub(crate) fn set(
    store: &mut Store<StoreData>,
    row: &Row,
    current: &State,
    changed: &[u16],
    call: impl FnOnce(
        &mut Store<StoreData>,
        TableParam<'_>,
        TableParam<'_>,
        &[u16],
    ) -> wasmtime::Result<Result<Vec<WitApplied>, Error>>,
) -> wasmtime::Result<Result<Vec<Applied>, CallFailure>> {
    let now = Row { id: row.id, title: Arc::clone(&row.title), slots: Arc::new(current.slots.clone()) };
    let (answer, columns) = table(store, &[row], |store, desired| {
        let columns = Rc::clone(&store.data().caller.columns);
        let changed: Vec<u16> = changed.iter().filter_map(|attribute| columns.column(*attribute)).collect();
        table(store, &[&now], |store, current| call(store, desired, current, &changed)).map(|(answer, _)| answer)
    })?;
    let secrets = &store.data().secrets;
    Ok(answer.map_err(CallFailure::Failed).and_then(|applied| {
        let mut outcomes: Vec<Applied> = Vec::with_capacity(applied.len().min(changed.len()));
        for one in applied {
            let one = self::applied(one, &columns, secrets).map_err(CallFailure::ContractViolated)?;
            if !changed.contains(&one.attribute) {
                return Err(CallFailure::ContractViolated(ContractError::UnchangedAttribute(one.attribute)));
            }
            if outcomes.iter().any(|known| known.attribute == one.attribute) {
                return Err(CallFailure::ContractViolated(ContractError::AttributeTwice(one.attribute)));
            }
            outcomes.push(one);
        }
        Ok(outcomes)
    }))
}

fn applied(one: WitApplied, columns: &Columns, secrets: &Secrets) -> Result<Applied, ContractError> {
    let outcome = match one.outcome {
        Ok(words) => Ok(words.map(|words| secrets.sanitize(words))),
        Err(failed) => Err(redacted(error::fault(failed), secrets)),
    };
    Ok(Applied { attribute: columns.attribute(one.attribute)?, outcome })
}

/// Redacts secrets in the fault of a component.
pub(crate) fn redacted(fault: ProviderError, secrets: &Secrets) -> ProviderError {
    ProviderError {
        code: fault.code,
        message: secrets.sanitize(fault.message),
        detail: fault.detail.map(|detail| secrets.sanitize(detail)),
    }
}

/// Decodes the result of `get`.
pub(crate) fn states(
    answer: States,
    requested: usize,
    columns: &Columns,
    secrets: &Secrets,
) -> Result<Vec<Result<State, ProviderError>>, ContractError> {
    if answer.states.len() != requested {
        return Err(ContractError::States { expected: requested, returned: answer.states.len() });
    }
    let mut decoder = Decoder::new(&answer.arena, secrets);
    answer
        .states
        .into_iter()
        .map(|state| match state {
            Ok(state) => self::state(state, &mut decoder, columns, secrets).map(Ok),
            Err(failed) => Ok(Err(redacted(error::fault(failed), secrets))),
        })
        .collect()
}

fn state(
    answer: WitState,
    decoder: &mut Decoder<'_>,
    columns: &Columns,
    secrets: &Secrets,
) -> Result<State, ContractError> {
    let mut verdicts: Vec<Verdict> = Vec::with_capacity(answer.verdicts.len().min(columns.width()));
    for one in answer.verdicts {
        let one = verdict(one, columns, secrets)?;
        if verdicts.iter().any(|known| known.attribute == one.attribute) {
            return Err(ContractError::VerdictTwice(one.attribute));
        }
        verdicts.push(one);
    }
    Ok(State { slots: decoder.slots(&answer.slots, columns)?, verdicts })
}

fn verdict(one: WitVerdict, columns: &Columns, secrets: &Secrets) -> Result<Verdict, ContractError> {
    let sanitize = |text: Option<String>| text.map(|text| secrets.sanitize(text));
    Ok(Verdict {
        attribute: columns.attribute(one.attribute)?,
        insync: one.insync,
        is: sanitize(one.is),
        should: sanitize(one.should),
        change: sanitize(one.change),
        diff: one.diff.map(|text| secrets.sanitize_diff(text)),
    })
}

/// Decodes the result of `canonicalize`: the changed rows and the problems.
pub(crate) fn canonical(
    answer: Canonical,
    requested: &[&Row],
    columns: &Columns,
    secrets: &Secrets,
) -> Result<(Vec<Row>, Vec<Problem>), ContractError> {
    let mut decoder = Decoder::new(&answer.rows.arena, secrets);
    let mut rows: Vec<Row> = Vec::with_capacity(answer.rows.rows.len().min(requested.len()));
    for row in &answer.rows.rows {
        check_row(requested, row.id)?;
        if rows.iter().any(|known| known.id == row.id) {
            return Err(ContractError::RowTwice(row.id));
        }
        rows.push(decoder.row(row, columns)?);
    }
    Ok((rows, problems(answer.problems, requested, columns, secrets)?))
}

/// Decodes problems.
pub(crate) fn problems(
    found: Vec<WitProblem>,
    requested: &[&Row],
    columns: &Columns,
    secrets: &Secrets,
) -> Result<Vec<Problem>, ContractError> {
    found.into_iter().map(|one| check_row(requested, one.row).and_then(|()| problem(one, columns, secrets))).collect()
}

/// Decodes the result of `relate`.
pub(crate) fn related(answer: Vec<WitRelated>, requested: &[&Row]) -> Result<Vec<RowRelations>, ContractError> {
    let one = |one: WitRelated| {
        check_row(requested, one.row)?;
        Ok(RowRelations { row: one.row, edge: edge(one.edge), target_type: one.target_type, titles: one.titles })
    };
    answer.into_iter().map(one).collect()
}

fn edge(edge: WitEdge) -> Edge {
    match edge {
        WitEdge::Require => Edge::Require,
        WitEdge::Before => Edge::Before,
        WitEdge::Notify => Edge::Notify,
        WitEdge::Subscribe => Edge::Subscribe,
    }
}

fn check_row(requested: &[&Row], id: u32) -> Result<(), ContractError> {
    if requested.iter().any(|row| row.id == id) { Ok(()) } else { Err(ContractError::UnknownRow(id)) }
}

fn problem(one: WitProblem, columns: &Columns, secrets: &Secrets) -> Result<Problem, ContractError> {
    Ok(Problem {
        row: one.row,
        attribute: one.attribute.map(|column| columns.attribute(column)).transpose()?,
        severity: match one.severity {
            WitSeverity::Warning => Severity::Warning,
            WitSeverity::Error => Severity::Error,
        },
        message: secrets.sanitize(one.message),
    })
}

/// Decodes the result of `instances`.
pub(crate) fn instances(table: &Table, columns: &Columns, secrets: &Secrets) -> Result<Vec<Listed>, ContractError> {
    let mut decoder = Decoder::new(&table.arena, secrets);
    let instance = |row| {
        let row = decoder.row(row, columns)?;
        let state = State { slots: Arc::unwrap_or_clone(row.slots), verdicts: Vec::new() };
        Ok(Listed { title: row.title.to_string(), state })
    };
    table.rows.iter().map(instance).collect()
}

/// Decodes the result of `generate` and `expand`.
pub(crate) fn generated(
    answer: Result<Vec<Sheet>, Error>,
    requested: &[&Row],
    secrets: &Secrets,
) -> Result<Vec<Generated>, CallFailure> {
    resources(&answer.map_err(CallFailure::Failed)?, requested, secrets).map_err(CallFailure::ContractViolated)
}

fn resources(sheets: &[Sheet], requested: &[&Row], secrets: &Secrets) -> Result<Vec<Generated>, ContractError> {
    let mut all = Vec::new();
    let Some(first) = sheets.first() else { return Ok(all) };
    let mut decoder = Decoder::new(&first.rows.arena, secrets);
    for sheet in sheets {
        decoder.turn_to(&sheet.rows.arena);
        for row in &sheet.rows.rows {
            check_row(requested, row.id)?;
            if all.len() >= MAX_GENERATED {
                return Err(ContractError::TooManyResources(MAX_GENERATED));
            }
            all.push(Generated {
                parent: row.id,
                type_name: sheet.type_name.clone(),
                title: decoder.text(row.title)?.to_owned(),
                parameters: parameters(sheet, &row.slots, &mut decoder)?,
            });
        }
    }
    Ok(all)
}

/// Decodes the argument of `resources.change`.
pub(crate) fn requested_changes(sheet: &Sheet, secrets: &Secrets) -> Result<Vec<RequestedChange>, ContractError> {
    let mut decoder = Decoder::new(&sheet.rows.arena, secrets);
    let mut changes = Vec::with_capacity(sheet.rows.rows.len());
    for row in &sheet.rows.rows {
        changes.push(RequestedChange {
            type_name: sheet.type_name.clone(),
            title: decoder.text(row.title)?.to_owned(),
            parameters: parameters(sheet, &row.slots, &mut decoder)?,
        });
    }
    Ok(changes)
}

fn parameters(
    sheet: &Sheet,
    slots: &[(u16, u32)],
    decoder: &mut Decoder<'_>,
) -> Result<Vec<(String, Value)>, ContractError> {
    let parameter = |(column, node): &(u16, u32)| {
        let name = sheet.columns.get(usize::from(*column)).ok_or(ContractError::UnnamedColumn)?;
        Ok((name.clone(), decoder.value(*node)?))
    };
    slots.iter().map(parameter).collect()
}
