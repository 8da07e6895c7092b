//! Results of calls: invalid as selected by the row's `how`, otherwise valid.

use crate::arena;
use crate::bindings::exports::marotte::provider::providers::{Applied, State, States, Verdict};
use crate::bindings::exports::marotte::provider::types::{Canonical, Edge, Related};
use crate::bindings::marotte::provider::errors::{Problem, Severity};
use crate::bindings::marotte::provider::log::{Level, emit};
use crate::bindings::marotte::provider::values::{Arena, Row, Sheet, Span, Table, Value};

/// The column of `ensure`.
const ENSURE: u16 = 1;

/// The column of `how`.
const HOW: u16 = 2;

/// Number of a row, value or secret that does not exist.
const UNKNOWN: u32 = 4711;

/// Number of a column that does not exist.
const NO_COLUMN: u16 = 4711;

fn how<'a>(table: &'a Table, row: &Row) -> &'a str {
    let slot = row.slots.iter().find(|(column, _)| *column == HOW);
    match slot.and_then(|(_, node)| table.arena.values.get(*node as usize)) {
        Some(Value::Text(Span { start, length })) => &table.arena.text[*start as usize..][..*length as usize],
        _ => "",
    }
}

fn all(table: &Table) -> impl Iterator<Item = (&str, u32)> {
    table.rows.iter().map(|row| (how(table, row), row.id))
}

fn problem(row: u32, attribute: Option<u16>) -> Problem {
    Problem { row, attribute, severity: Severity::Error, message: "text".into() }
}

fn row(id: u32, slots: Vec<(u16, u32)>) -> Row {
    Row { id, title: Span { start: 0, length: 0 }, slots }
}

pub(crate) fn canonicalize(rows: &Table) -> Canonical {
    let mut answer = Canonical { rows: Table { arena: arena::of(Vec::new()), rows: Vec::new() }, problems: Vec::new() };
    for (how, id) in all(rows) {
        match how {
            "canonicalize an unknown row" => answer.rows.rows.push(row(UNKNOWN, vec![])),
            "canonicalize twice" => answer.rows.rows.extend([row(id, vec![]), row(id, vec![])]),
            "canonicalize a cycle" => {
                answer.rows.arena = arena::cyclic();
                answer.rows.rows.push(row(id, vec![(ENSURE, 0)]));
            }
            "report a problem with an unknown row" => answer.problems.push(problem(UNKNOWN, None)),
            "report a problem with no attribute" => answer.problems.push(problem(id, Some(NO_COLUMN))),
            _ => {}
        }
    }
    answer
}

pub(crate) fn relate(rows: &Table) -> Vec<Related> {
    let related = |row| Related { row, edge: Edge::Require, target_type: "file".into(), titles: vec![] };
    all(rows).filter(|(how, _)| *how == "relate an unknown row").map(|_| related(UNKNOWN)).collect()
}

pub(crate) fn precheck(rows: &Table) -> Vec<Problem> {
    all(rows).filter(|(how, _)| *how == "check an unknown row").map(|_| problem(UNKNOWN, None)).collect()
}

pub(crate) fn get(rows: &Table, calls: u32) -> States {
    let absent = Value::Text(Span { start: 0, length: 6 });
    let mut arena_of_all = Arena { values: vec![absent], text: "absent".into() };
    let mut states = Vec::new();
    let verdict = |attribute| Verdict { attribute, insync: false, is: None, should: None, change: None, diff: None };
    for (how, id) in all(rows) {
        let mut slots = vec![(ENSURE, 0)];
        let mut verdicts = Vec::new();
        let arena = match how {
            "cyclic" => Some(arena::cyclic()),
            "beyond" => Some(arena::beyond()),
            "deep" => Some(arena::deep()),
            "wide" => Some(arena::wide()),
            "texts" => Some(arena::texts()),
            "huge" => Some(arena::huge()),
            "long" => Some(arena::long()),
            "split" => Some(arena::split()),
            "token" => Some(arena::of(vec![Value::Secret(UNKNOWN)])),
            _ => None,
        };
        if let Some(arena) = arena {
            slots = vec![(ENSURE, u32::try_from(arena.values.len() - 1).unwrap_or(0))];
            arena_of_all = arena;
        }
        match how {
            "column" => slots.push((NO_COLUMN, 0)),
            "twice" => slots.push((ENSURE, 0)),
            "node" => slots = vec![(ENSURE, UNKNOWN)],
            "verdict on no attribute" => verdicts.push(verdict(NO_COLUMN)),
            "two verdicts" => verdicts.extend([verdict(ENSURE), verdict(ENSURE)]),
            "log an unknown row" => emit(Level::Notice, Some(UNKNOWN), None, "text"),
            "log no attribute" => emit(Level::Notice, Some(id), Some(NO_COLUMN), "text"),
            "few" => continue,
            "many" => states.push(Ok(State { slots: vec![], verdicts: vec![] })),
            "flip" if calls.is_multiple_of(2) => slots = vec![],
            "sessions" => sessions(),
            _ => {}
        }
        states.push(Ok(State { slots, verdicts }));
    }
    States { arena: arena_of_all, states }
}

pub(crate) fn set(rows: &Table, changed: &[u16]) -> Vec<Applied> {
    let applied = |attribute| Applied { attribute, outcome: Ok(None) };
    let first = changed.first().copied().unwrap_or(ENSURE);
    all(rows)
        .flat_map(|(how, _)| match how {
            "apply no attribute" => vec![applied(NO_COLUMN)],
            "apply another" => vec![applied(0)],
            "apply twice" => vec![applied(first), applied(first)],
            _ => vec![],
        })
        .collect()
}

pub(crate) fn more(rows: &Table, call: &str) -> Vec<Sheet> {
    let sheet = |type_name: &str, rows: Vec<Row>, arena: Arena| Sheet {
        type_name: type_name.into(),
        columns: vec!["ensure".into()],
        rows: Table { arena, rows },
    };
    let mut sheets = Vec::new();
    for (how, id) in all(rows) {
        let Some(what) = how.strip_prefix(call) else { continue };
        match what.trim_start() {
            "for an unknown row" => sheets.push(sheet("raw", vec![row(UNKNOWN, vec![])], arena::of(vec![]))),
            "without a name" => sheets.push(sheet("raw", vec![row(id, vec![(7, 0)])], arena::of(vec![Value::Undef]))),
            "ungranted" => sheets.push(sheet("exec", vec![row(id, vec![])], arena::of(vec![]))),
            "a million" => {
                let many = (0..1_000_001).map(|_| row(id, vec![]));
                sheets.push(sheet("raw", many.collect(), arena::of(vec![])));
            }
            "much" => sheets.extend((0..20).map(|_| {
                let arena = arena::half();
                let last = u32::try_from(arena.values.len() - 1).unwrap_or(0);
                sheet("raw", vec![row(id, vec![(0, last)])], arena)
            })),
            _ => {}
        }
    }
    sheets
}

/// Creates handles without end and leaks them.
fn sessions() {
    use crate::bindings::exports::marotte::provider::providers::Session;
    loop {
        std::mem::forget(Session::new(crate::Open::default()));
    }
}
