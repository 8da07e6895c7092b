//! Tests of the data passed between host and component: tables to rows for the author, and back to tables.

#[path = "wire/thing.rs"]
pub mod thing;

use marotte_sdk::bindings::marotte::provider::values::{Arena, Row, Span, Table, Value};
use marotte_sdk::export;
use marotte_sdk::fake::FakeSystem;
use marotte_sdk::system::Level;

use thing::Only;
use thing::schema::Thing;

/// A cell of a row.
enum Cell {
    Text(&'static str),
    Is(Value),
}

/// Creates rows of attribute values, with ids from 1.
fn table(rows: &[&[(u16, Cell)]]) -> Table {
    let mut arena = Arena { values: Vec::new(), text: String::new() };
    let mut made = Vec::new();
    let mut next = 0;
    for (place, row) in (1..).zip(rows) {
        let mut slots = Vec::new();
        for (column, value) in *row {
            slots.push((*column, next));
            next += 1;
            let value = match value {
                Cell::Text(text) => Value::Text(write(&mut arena, text)),
                Cell::Is(value) => value.clone(),
            };
            arena.values.push(value);
        }
        made.push(Row { id: place, title: write(&mut arena, &format!("t{place}")), slots });
    }
    Table { arena, rows: made }
}

fn write(arena: &mut Arena, text: &str) -> Span {
    let length = |text: &str| u32::try_from(text.len()).unwrap_or(u32::MAX);
    let start = length(&arena.text);
    arena.text.push_str(text);
    Span { start, length: length(text) }
}

/// Returns a text of an arena.
fn read(arena: &Arena, span: Span) -> &str {
    &arena.text[span.start as usize..][..span.length as usize]
}

fn text(text: &'static str) -> Cell {
    Cell::Text(text)
}

#[test]
fn canonicalize_returns_only_changed_rows() {
    let rows = table(&[
        &[(0, text("fine")), (1, Cell::Is(Value::Integer(3)))],
        &[(0, text(" trim ")), (1, Cell::Is(Value::Undef)), (3, Cell::Is(Value::Secret(9)))],
        &[(0, text("bad"))],
        &[(0, text("odd")), (1, text("many"))],
    ]);
    let answer = export::canonicalize::<Thing>(None, &rows, &FakeSystem::new());
    let [row] = answer.rows.rows.as_slice() else { panic!("one row changed: {answer:?}") };
    let arena = &answer.rows.arena;
    assert_eq!((row.id, read(arena, row.title)), (2, "t2"));
    let value = |column: u16| {
        let slot = row.slots.iter().find(|(known, _)| *known == column);
        slot.map(|(_, node)| arena.values[*node as usize].clone())
    };
    let Some(Value::Text(name)) = value(0) else { panic!("the name is a text: {answer:?}") };
    assert_eq!(read(arena, name), "trim");
    assert_eq!(value(1), Some(Value::Undef), "a read-only value remains undefined");
    assert_eq!(value(3), Some(Value::Secret(9)));
    let problems: Vec<_> = answer.problems.iter().map(|p| (p.row, p.attribute, p.message.as_str())).collect();
    assert_eq!(problems, [(3, Some(0), "a bad name"), (4, Some(1), "expects an Integer value, got String")]);
}

#[test]
fn get_returns_one_result_for_each_row() {
    let rows = table(&[
        &[(0, text("a")), (1, Cell::Is(Value::Integer(1)))],
        &[(0, text("b")), (1, Cell::Is(Value::Array(vec![5])))],
        &[(0, text("c"))],
        &[(0, text("d")), (1, Cell::Is(Value::Undef))],
    ]);
    let answer = export::get(&mut Only, &FakeSystem::new(), &rows).unwrap();
    let states = &answer.states;
    assert_eq!(states.len(), 4);
    let state = states[0].as_ref().unwrap();
    assert_eq!(answer.arena.values[state.slots[0].1 as usize], Value::Integer(2));
    assert_eq!((state.verdicts[0].attribute, state.verdicts[0].is.as_deref()), (1, Some("few")));
    assert_eq!(states[1].as_ref().unwrap_err().message, "attribute 'count': a value refers to a later value");
    assert_eq!(states[2].as_ref().unwrap_err().message, "not requested");
    assert_eq!(answer.arena.values[states[3].as_ref().unwrap().slots[0].1 as usize], Value::Integer(7));
}

#[test]
fn row_is_set_and_refreshed() {
    let machine = FakeSystem::new();
    let desired = table(&[&[(0, text("a")), (1, Cell::Is(Value::Integer(1)))]]);
    let current = table(&[&[(1, Cell::Is(Value::Integer(4)))]]);
    let applied = export::set(&mut Only, &machine, &desired, &current, &[1, 77]).unwrap();
    assert_eq!(applied.len(), 1);
    assert_eq!(applied[0].outcome.as_ref().unwrap().as_deref(), Some("counted"));
    assert_eq!(machine.logged(Level::Notice), ["Some(4) [Count]"]);
    export::refresh(&mut Only, &machine, &desired).unwrap();
    assert_eq!(machine.lines()[1].about.attribute, Some(1));
    assert!(export::set(&mut Only, &machine, &table(&[]), &current, &[1]).is_err());
}

#[test]
fn relationships_problems_instances_and_generated_resources_are_encoded() {
    let machine = FakeSystem::new();
    let mut rows = table(&[&[(0, text("a")), (2, text("x"))]]);
    rows.arena.values.push(Value::Array(vec![1]));
    rows.rows[0].slots[1].1 = 2;
    let related = export::relate::<Thing>(&rows, &machine);
    assert_eq!((related[0].row, related[0].titles.as_slice()), (1, ["x".to_owned()].as_slice()));
    assert_eq!(export::precheck(&mut Only, &machine, &rows)[0].message, "hm");
    let instances = export::instances(&mut Only, &machine).unwrap();
    assert_eq!((instances.rows[0].id, read(&instances.arena, instances.rows[0].title)), (0, "a"));
    let sheets = export::generate(&mut Only, &machine, &rows).unwrap();
    let types: Vec<_> = sheets.iter().map(|sheet| (sheet.type_name.as_str(), sheet.rows.rows.len())).collect();
    assert_eq!(types, [("file", 2), ("user", 1), ("file", 1)], "the order stays");
    assert_eq!(sheets[0].columns, ["x", "y"]);
    assert_eq!(sheets[0].rows.rows[1].slots.iter().map(|slot| slot.0).collect::<Vec<_>>(), [1, 0]);
    assert!(sheets[0].rows.rows.iter().all(|row| row.id == 1));
}
