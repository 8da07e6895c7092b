//! Tests of failing servers and clients, and of hostile names.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use marotte_sdk::Value;
use marotte_sdk::fake::{FakeSystem, ProviderTest};
use marotte_sdk::system::Output;

use super::{failed, machine, printed, timed_out};
use crate::{Component, DataDirectory, Databases, Grants, Plugins};

fn grants(machine: &FakeSystem) -> Vec<String> {
    let mut trial: ProviderTest<Grants> = ProviderTest::new::<Component>(machine, "mysql");
    let grant = [("user", "a@h".into()), ("table", "*.*".into()), ("ensure", "absent".into())];
    let wanted = trial.prepare("a@h/*.*", &grant).unwrap();
    trial.apply(&wanted)
}

fn database(machine: &FakeSystem, name: &str) -> Vec<String> {
    let mut trial: ProviderTest<Databases> = ProviderTest::new::<Component>(machine, "mysql");
    let wanted = trial.want(name, &[("ensure", "present".into())]).unwrap();
    trial.apply(&wanted)
}

#[test]
fn timeout_of_the_server_is_reported() {
    let (silent, _) = machine(|_| timed_out());
    assert_eq!(grants(&silent), ["Could not evaluate: Command exceeded timeout"]);
    assert_eq!(database(&silent, "a"), ["Could not evaluate: Command exceeded timeout"]);
    let mut plugins: ProviderTest<Plugins> = ProviderTest::new::<Component>(&silent, "mysql");
    let plugin = plugins.want("a", &[("ensure", "present".into())]).unwrap();
    assert_eq!(plugins.apply(&plugin), ["Could not evaluate: Command exceeded timeout"]);
    assert!(plugins.instances().is_err());
    let failed = "ensure: change from 'absent' to 'present' failed: Command exceeded timeout";
    let mut directories: ProviderTest<DataDirectory> = ProviderTest::new::<Component>(&silent, "mysql");
    let directory = directories.want("/srv/data", &[("ensure", "present".into())]).unwrap();
    assert_eq!(directories.apply(&directory), [failed]);
    let (deaf, _) = machine(|sql| if sql.starts_with("CREATE") { timed_out() } else { printed("") });
    assert_eq!(database(&deaf, "a"), [failed]);
}

#[test]
fn localized_error_is_recognized() {
    let (german, _) = machine(|_| {
        failed(
            "",
            "ERROR 1141 (42000) at line 1: F\u{fc}r Benutzer 'a' auf Host 'h' gibt es keine solche Berechtigung\n",
        )
    });
    assert_eq!(grants(&german), [""; 0], "the absent grant does not exist");
    let (other, _) = machine(|_| failed("", "ERROR 1142 (42000): There is no such grant defined for user\n"));
    assert!(grants(&other)[0].starts_with("Could not evaluate: #mysql had an error ->  ERROR 1142"));
}

#[test]
fn client_that_fails_silently_is_an_error() {
    let (dying, _) = machine(|_| Ok(Output { status: 137, stdout: Vec::new(), stderr: Vec::new(), truncated: false }));
    assert_eq!(grants(&dying), ["Could not evaluate: Execution of 'mysql' returned 137: "]);
    assert_eq!(database(&dying, "a"), ["Could not evaluate: Execution of 'mysql' returned 137: "]);
}

#[test]
fn truncated_list_is_an_error() {
    let half = b"name\tcharset\tcollation\n".to_vec();
    let (machine, ran) =
        machine(move |_| Ok(Output { status: 0, stdout: half.clone(), stderr: Vec::new(), truncated: true }));
    let fault = ["Could not evaluate: the result of the query is too long"];
    assert_eq!(database(&machine, "a"), fault);
    assert_eq!(grants(&machine), fault);
    assert_eq!(ran.log().len(), 2, "no statements are executed");
}

#[test]
fn name_with_invalid_utf8_is_a_different_name() {
    let (machine, _) = machine(|sql| {
        let stdout = if sql.contains("SCHEMATA") { &b"name\tcharset\tcollation\n\xff\tutf8\tx\n"[..] } else { b"" };
        Ok(Output { status: 0, stdout: stdout.to_vec(), stderr: Vec::new(), truncated: false })
    });
    assert_eq!(database(&machine, "a"), ["ensure: created"]);
}

/// Escapes a value like the client.
fn escaped(name: &str) -> String {
    name.replace('\\', "\\\\").replace('\n', "\\n").replace('\t', "\\t")
}

#[test]
fn names_can_have_any_characters() {
    let known = Rc::new(RefCell::new(BTreeSet::new()));
    let server = Rc::clone(&known);
    let (machine, _) = machine(move |sql| {
        let mut known = server.borrow_mut();
        if let Some(made) = sql.strip_prefix("CREATE DATABASE IF NOT EXISTS `") {
            let (name, _) = made.rsplit_once("` CHARACTER SET").unwrap();
            known.insert(name.replace("``", "`"));
            return printed("");
        }
        let rows = known.iter().map(|name| format!("{}\tutf8mb3\tutf8mb3_general_ci\n", escaped(name)));
        printed(&format!("name\tcharset\tcollation\n{}", rows.collect::<String>()))
    });
    for name in ["-x", "--help", "a b", "it's", "\"q\"", "`", "new\nline", "tab\there", "back\\slash", "ünï", "x; DROP"]
    {
        assert_eq!(database(&machine, name), ["ensure: created"], "{name}");
        assert_eq!(database(&machine, name), [""; 0], "{name}");
    }
    assert_eq!(known.borrow().len(), 11);
}

#[test]
fn thousand_databases_are_read_with_one_query() {
    let all: String = (0..1000).map(|n| format!("db{n}\tutf8\tutf8_general_ci\n")).collect();
    let answer = format!("name\tcharset\tcollation\n{all}");
    let (machine, ran) = machine(move |_| printed(&answer));
    let trial: ProviderTest<Databases> = ProviderTest::new::<Component>(&machine, "mysql");
    let present: [(&str, Value); 1] = [("ensure", "present".into())];
    let rows: Vec<_> = (0..1000).map(|n| trial.want(&format!("db{n}"), &present).unwrap().row).collect();
    let states = marotte_sdk::Provider::get(&mut Databases, &machine, &rows);
    assert!(states.into_iter().all(|state| state.unwrap().is.ensure == Some(crate::Ensure::Present)));
    assert_eq!(ran.log().len(), 1);
}
