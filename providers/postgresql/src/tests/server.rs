//! Tests of queries to a server: whether it accepts connections, and its replication slots.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use marotte_sdk::fake::{FakeSystem, ProviderTest};
use marotte_sdk::system::{Form, Level};
use marotte_sdk::{Secret, Value};

use super::{ended, machine, timed_out};
use crate::{Component, Connection, Slots};

fn validate(trial: &mut ProviderTest<Connection>, attributes: &[(&str, Value)]) -> Vec<String> {
    let wanted = trial.want("x", attributes).unwrap();
    trial.apply(&wanted)
}

#[test]
fn server_that_accepts_connections_is_in_sync() {
    let (machine, ran) = machine(|_| ended(0, "        1\n\n"));
    let mut trial: ProviderTest<Connection> = ProviderTest::new::<Component>(&machine, "ruby");
    assert_eq!(validate(&mut trial, &[]), [""; 0]);
    assert_eq!(ran.log()[0].args, ["--tuples-only", "--quiet", "--no-psqlrc", "--command", "SELECT 1"]);
    let attributes = [
        ("host", "db.example".into()),
        ("port", Value::Integer(5433)),
        ("db_name", "app".into()),
        ("db_username", "me".into()),
        ("db_password", Value::Secret(machine.secret("canary"))),
        ("connect_settings", Value::Hash(vec![("PGSSLMODE".into(), "require".into())])),
        ("psql_path", "/opt/psql".into()),
        ("run_as", "nobody".into()),
        ("command", "SELECT 'x'".into()),
    ];
    assert_eq!(validate(&mut trial, &attributes), [""; 0]);
    let command = ran.log()[1].clone();
    let args = "--tuples-only --quiet --no-psqlrc --host db.example --port 5433 --username me --dbname app --command SELECT 'x'";
    assert_eq!(command.args.join(" "), args);
    assert_eq!(command.user.as_deref(), Some("nobody"));
    let env = [
        ("PGPASSWORD".to_owned(), vec![Secret::from_token(1).part(Form::Raw)]),
        ("PGSSLMODE".to_owned(), vec!["require".into()]),
    ];
    assert_eq!(command.env, env);
}

#[test]
fn unreachable_server_is_retried_and_then_an_error() {
    let (machine, ran) = machine(|_| ended(2, ""));
    let mut trial: ProviderTest<Connection> = ProviderTest::new::<Component>(&machine, "ruby");
    let attributes = [("tries", Value::Integer(3)), ("sleep", Value::Integer(5)), ("host", "h".into())];
    let failed = "ensure: change from 'absent' to 'present' failed: Unable to connect to PostgreSQL server! (h:)";
    assert_eq!(validate(&mut trial, &attributes), [failed]);
    assert_eq!(ran.log().len(), 3);
    let warning = "PostgresqlValidator.attempt_connection: Sleeping for 5 seconds";
    assert_eq!(machine.logged(Level::Warning), [warning; 3]);
    assert_eq!(machine.effects(), ["sleep 5"; 3]);
}

#[test]
fn missing_program_is_an_error() {
    let nothing = FakeSystem::new();
    let mut trial: ProviderTest<Connection> = ProviderTest::new::<Component>(&nothing, "ruby");
    assert_eq!(validate(&mut trial, &[]), ["Could not evaluate: no such command"]);
}

/// A server with replication slots.
fn server(slots: &[&str]) -> (FakeSystem, Rc<RefCell<BTreeSet<String>>>) {
    let slots = Rc::new(RefCell::new(slots.iter().map(|slot| (*slot).to_owned()).collect::<BTreeSet<_>>()));
    let known = Rc::clone(&slots);
    let (machine, _) = machine(move |sql| {
        let name = sql.split('\'').nth(1).unwrap_or_default().to_owned();
        let mut known = known.borrow_mut();
        match sql {
            _ if sql.contains("pg_create") => drop(known.insert(name)),
            _ if sql.contains("pg_drop") && !known.remove(&name) => return ended(3, "ERROR:  no such slot\n"),
            _ if sql.contains("pg_drop") => {}
            _ => return ended(0, &known.iter().map(|slot| format!(" {slot}\n")).collect::<String>()),
        }
        ended(0, "")
    });
    (machine, slots)
}

#[test]
fn slots_are_created_removed_and_listed() {
    let (machine, slots) = server(&["old"]);
    let mut trial: ProviderTest<Slots> = ProviderTest::new::<Component>(&machine, "ruby");
    let mut apply = |title: &str, ensure: &str| {
        let wanted = trial.want(title, &[("ensure", ensure.into())]).unwrap();
        let messages = trial.apply(&wanted);
        assert_eq!(trial.apply(&wanted), [""; 0]);
        messages
    };
    assert_eq!(apply("new_1", "present"), ["ensure: created"]);
    assert_eq!(apply("old", "absent"), ["ensure: removed"]);
    assert_eq!(slots.borrow().iter().cloned().collect::<Vec<_>>(), ["new_1"]);
    let listed: Vec<String> = trial.instances().unwrap().into_iter().map(|found| found.title).collect();
    assert_eq!(listed, ["new_1"]);
}

#[test]
fn unreachable_server_is_an_error() {
    let (machine, _) = machine(|_| ended(2, "psql: error: connection refused\n"));
    let mut trial: ProviderTest<Slots> = ProviderTest::new::<Component>(&machine, "ruby");
    let wanted = trial.want("a", &[("ensure", "present".into())]).unwrap();
    let fault = "Failed to list replication slots:\npsql: error: connection refused";
    assert_eq!(trial.apply(&wanted), [format!("Could not evaluate: {fault}")]);
    assert!(trial.instances().unwrap().is_empty());
    let (machine, _) = super::machine(|sql| match sql.contains("create") {
        true => timed_out(),
        false => ended(0, ""),
    });
    let mut trial: ProviderTest<Slots> = ProviderTest::new::<Component>(&machine, "ruby");
    let wanted = trial.want("a", &[("ensure", "present".into())]).unwrap();
    assert_eq!(trial.apply(&wanted), ["ensure: change from 'absent' to 'present' failed: Command exceeded timeout"]);
}

#[test]
fn timeout_of_the_server_is_reported() {
    let (machine, ran) = machine(|_| timed_out());
    let mut slots: ProviderTest<Slots> = ProviderTest::new::<Component>(&machine, "ruby");
    let wanted = slots.want("a", &[("ensure", "present".into())]).unwrap();
    assert_eq!(slots.apply(&wanted), ["Could not evaluate: Command exceeded timeout"]);
    let mut connections: ProviderTest<Connection> = ProviderTest::new::<Component>(&machine, "ruby");
    assert_eq!(
        validate(&mut connections, &[("tries", Value::Integer(5))]),
        ["Could not evaluate: Command exceeded timeout"]
    );
    assert_eq!(ran.log().len(), 2, "a query that timed out is not repeated");
}

#[test]
fn invalid_output_is_not_a_slot() {
    let output = b"could not change directory to \"/root\": Keine Berechtigung\n\xff\xfe\n old\n".to_vec();
    let (machine, _) = machine(move |_| {
        Ok(marotte_sdk::system::Output { status: 0, stdout: output.clone(), stderr: Vec::new(), truncated: false })
    });
    let mut trial: ProviderTest<Slots> = ProviderTest::new::<Component>(&machine, "ruby");
    let wanted = trial.want("old", &[("ensure", "present".into())]).unwrap();
    assert_eq!(trial.apply(&wanted), [""; 0]);
}
