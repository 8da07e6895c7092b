//! Tests of `postgresql_psql`.

use marotte_sdk::Value;
use marotte_sdk::fake::{FakeSystem, ProviderTest};
use marotte_sdk::system::{Level, Output};

use super::{Commands, ended, machine, sql, timed_out};
use crate::{Component, Psql};

fn open(answer: impl Fn(&str) -> marotte_sdk::Result<Output> + 'static) -> (FakeSystem, Commands, ProviderTest<Psql>) {
    let (machine, ran) = machine(answer);
    let trial = ProviderTest::new::<Component>(&machine, "ruby");
    (machine, ran, trial)
}

fn apply(trial: &mut ProviderTest<Psql>, attributes: &[(&str, Value)]) -> Vec<String> {
    let wanted = trial.prepare("DO IT", attributes).unwrap();
    trial.apply(&wanted)
}

/// Scripts queries to find as many rows as the number in the query; other statements succeed.
fn counting(sql: &str) -> marotte_sdk::Result<Output> {
    match sql.strip_prefix("SELECT COUNT(*) FROM (") {
        Some(query) => ended(0, &format!("     {}\n\n", query.strip_suffix(") count").unwrap())),
        None => ended(0, "DONE\n"),
    }
}

#[test]
fn sql_is_passed_on_standard_input() {
    let (_, ran, mut trial) = open(counting);
    assert_eq!(apply(&mut trial, &[]), ["command: command changed 'notrun' to 'DO IT'"]);
    let command = ran.log()[0].clone();
    assert_eq!(command.args, ["-tX", "-v", "ON_ERROR_STOP=1"]);
    assert_eq!(sql(&command), "DO IT");
    assert_eq!((command.user.as_deref(), command.group.as_deref()), (Some("postgres"), Some("postgres")));
    assert_eq!(command.cwd.as_deref(), Some("/tmp"));
    assert!(command.merge_stderr);
}

#[test]
fn all_attributes_are_passed_to_psql() {
    let (_, ran, mut trial) = open(counting);
    let settings = Value::Hash(vec![("PGHOST".into(), "h".into()), ("PGPORT".into(), Value::Integer(5433))]);
    let attributes = [
        ("command", "SELECT 1; SELECT 2::int".into()),
        ("onlyif", "1".into()),
        ("unless", "0".into()),
        ("connect_settings", settings),
        ("db", "a b".into()),
        ("port", Value::Integer(5434)),
        ("psql_path", "/opt/psql".into()),
        ("psql_user", "u".into()),
        ("psql_group", "g".into()),
        ("cwd", "/srv".into()),
        ("environment", vec!["PGHOST=other", "A=b=c"].into()),
        ("refreshonly", false.into()),
    ];
    let messages = apply(&mut trial, &attributes);
    assert_eq!(messages, ["command: command changed 'notrun' to 'SELECT 1; SELECT 2::int'"]);
    let command = ran.log().last().unwrap().clone();
    assert_eq!(command.args, ["-tX", "-v", "ON_ERROR_STOP=1", "-d", "a b", "-p", "5434"]);
    assert_eq!(sql(&command), r"SELECT 1\; SELECT 2\:\:int");
    let env: Vec<String> = command.env.iter().map(|(name, value)| format!("{name}={value:?}")).collect();
    assert_eq!(env, [r#"A=[Part::Text("b=c")]"#, r#"PGHOST=[Part::Text("other")]"#, r#"PGPORT=[Part::Text("5433")]"#]);
    assert_eq!((command.user.as_deref(), command.group.as_deref()), (Some("u"), Some("g")));
    assert_eq!(command.cwd.as_deref(), Some("/srv"));
}

#[test]
fn search_path_is_set_in_the_same_request() {
    let (_, ran, mut trial) = open(|_| ended(0, "1\n"));
    let attributes = [("search_path", vec!["x", "y"].into()), ("onlyif", "SELECT 1".into())];
    apply(&mut trial, &attributes);
    let asked: Vec<String> = ran.log().iter().map(sql).collect();
    let first = r"set search_path to x,y\; SELECT COUNT(*) FROM (SELECT 1) count";
    assert_eq!(asked, [first, r"set search_path to x,y\; DO IT"]);
}

#[test]
fn checks_depend_on_the_number_of_rows() {
    for (check, rows, runs) in [("unless", "0", 1), ("unless", "3", 0), ("onlyif", "0", 0), ("onlyif", "12", 1)] {
        let (machine, _, mut trial) = open(counting);
        assert_eq!(apply(&mut trial, &[(check, rows.into())]).len(), runs, "{check} {rows}");
        assert_eq!(machine.logged(Level::Debug), [format!("Found {rows} row(s) executing '{check}' clause")]);
    }
}

#[test]
fn unless_is_skipped_if_onlyif_fails() {
    let (_, ran, mut trial) = open(counting);
    assert_eq!(apply(&mut trial, &[("onlyif", "0".into()), ("unless", "0".into())]), [""; 0]);
    assert_eq!(ran.log().len(), 1);
}

#[test]
fn refreshonly_runs_only_on_refresh() {
    let (_, ran, mut trial) = open(counting);
    let wanted = trial.prepare("DO IT", &[("refreshonly", true.into()), ("unless", "0".into())]).unwrap();
    assert_eq!(trial.apply(&wanted), [""; 0]);
    trial.refresh(&wanted).unwrap();
    assert_eq!(sql(ran.log().last().unwrap()), "DO IT");
    let wanted = trial.prepare("DO IT", &[("refreshonly", true.into()), ("unless", "1".into())]).unwrap();
    let before = ran.log().len();
    trial.refresh(&wanted).unwrap();
    assert_eq!(ran.log().len(), before + 1, "the query alone");
}

#[test]
fn password_is_inserted_and_redacted() {
    let (machine, ran, mut trial) = open(|sql| match sql.contains("COUNT") {
        true => ended(0, " 0\n"),
        false => ended(3, "ERROR:  syntax error\nLINE 1: ALTER ROLE a PASSWORD 'canary'\n"),
    });
    let secret = Value::Secret(machine.secret("NEWPGPASSWD=canary"));
    let attributes = [
        ("command", "ALTER ROLE a PASSWORD '$NEWPGPASSWD'".into()),
        ("environment", Value::Array(vec![secret])),
        ("unless", "SELECT 1".into()),
    ];
    let messages = apply(&mut trial, &attributes);
    assert!(messages[0].ends_with("failed: Error executing SQL; psql returned 3: '[output redacted]'"), "{messages:?}");
    assert_eq!(sql(ran.log().last().unwrap()), "ALTER ROLE a PASSWORD 'canary'");
    assert!(ran.log().iter().all(|command| !command.args.concat().contains("canary")));
    assert!(machine.lines().iter().all(|line| !line.text.contains("canary")));
}

#[test]
fn secret_connection_setting_is_not_revealed() {
    let (machine, ran, mut trial) = open(counting);
    let secret = machine.secret("canary");
    let settings = Value::Hash(vec![("NEWPGPASSWD".into(), Value::Secret(secret))]);
    let attributes = [("command", "PASSWORD '$NEWPGPASSWD'".into()), ("connect_settings", settings)];
    assert_eq!(apply(&mut trial, &attributes).len(), 1);
    assert_eq!(sql(&ran.log()[0]), format!("PASSWORD '<secret {} as Form::Raw>'", secret.token()));
}

#[test]
fn secret_command_is_executed_and_redacted() {
    let (machine, ran, mut trial) = open(counting);
    let secret = machine.secret("SELECT 'canary'");
    let messages = apply(&mut trial, &[("command", Value::Secret(secret))]);
    assert!(messages.len() == 1 && !messages[0].contains("canary"), "{messages:?}");
    assert_eq!(sql(&ran.log()[0]), "SELECT 'canary'");
}

#[test]
fn errors_have_puppets_messages() {
    let (_, _, mut trial) = open(|_| ended(2, "psql: error: connection refused\n"));
    let messages = apply(&mut trial, &[("unless", "SELECT 1".into())]);
    let fault = "Error evaluating 'unless' clause, returned 2: 'psql: error: connection refused\n'";
    assert_eq!(messages, [format!("Could not evaluate: {fault}")]);
    let (_, _, mut trial) = open(|_| ended(0, "garbage\n"));
    let messages = apply(&mut trial, &[("onlyif", "SELECT 1".into())]);
    let fault = "Error evaluating 'onlyif' clause, which did not return a number: 'garbage\n'";
    assert_eq!(messages, [format!("Could not evaluate: {fault}")]);
    let (_, _, mut trial) = open(|_| timed_out());
    let messages = apply(&mut trial, &[]);
    assert_eq!(messages, ["command: change from 'notrun' to 'DO IT' failed: Command exceeded timeout"]);
    let (_, ran, mut trial) = open(counting);
    let messages = apply(&mut trial, &[("command", "DO $$ x $$".into())]);
    assert!(messages[0].contains("'$$' in SQL is shell syntax"), "{messages:?}");
    assert!(ran.log().is_empty());
}

#[test]
fn settings_are_validated_with_warnings() {
    let (machine, _, mut trial) = open(counting);
    let refusal = |attributes: &[(&str, Value)]| trial.prepare("x", attributes).err().unwrap().message;
    let bad = refusal(&[("environment", vec!["nonsense"].into())]);
    assert_eq!(bad, "Invalid environment setting 'nonsense'");
    assert_eq!(refusal(&[("cwd", "tmp".into())]), "cwd must be a fully qualified path");
    let settings = Value::Hash(vec![("A".into(), "1".into()), ("NEWPGPASSWD".into(), "2".into())]);
    let environment = vec!["A=2", "NEWPGPASSWD=3", "-b=3", "C="].into();
    apply(&mut trial, &[("environment", environment), ("connect_settings", settings)]);
    let warnings = [
        "Overriding environment setting 'A' with '2'",
        "Overriding environment setting 'NEWPGPASSWD' with '****'",
        "Cannot understand environment setting \"-b=3\"",
        "Cannot understand environment setting \"C=\"",
    ];
    assert_eq!(machine.logged(Level::Warning), warnings);
}

#[test]
fn timeout_of_a_query_prevents_execution() {
    let (_, ran, mut trial) = open(|_| timed_out());
    for check in ["unless", "onlyif"] {
        let messages = apply(&mut trial, &[(check, "SELECT pg_sleep(1e9)".into())]);
        assert_eq!(messages, ["Could not evaluate: Command exceeded timeout"]);
    }
    assert!(ran.log().iter().all(|command| sql(command).contains("COUNT(*)")));
}

#[test]
fn error_output_is_not_part_of_the_result() {
    let noise = "could not change directory to \"/root\": Keine Berechtigung\n".to_owned();
    let (_, ran, mut trial) = open(move |_| Ok(Output { stderr: noise.clone().into(), ..ended(0, "     2\n\n")? }));
    assert_eq!(apply(&mut trial, &[("unless", "SELECT 1".into())]), [""; 0]);
    assert!(!ran.log()[0].merge_stderr);
    let (_, _, mut trial) = open(|_| Ok(Output { stderr: b"FEHLER: ung\xfcltig\n".to_vec(), ..ended(1, "")? }));
    let fault = "Error evaluating 'unless' clause, returned 1: 'FEHLER: ung\u{fffd}ltig\n'";
    assert_eq!(apply(&mut trial, &[("unless", "SELECT 1".into())]), [format!("Could not evaluate: {fault}")]);
}

#[test]
fn localized_error_is_reported() {
    let (_, _, mut trial) = open(|_| ended(1, "FEHLER:  Syntaxfehler bei »DO«\nZEILE 1: DO IT\n"));
    let messages = apply(&mut trial, &[]);
    let fault = "Error executing SQL; psql returned 1: 'FEHLER:  Syntaxfehler bei »DO«\nZEILE 1: DO IT\n'";
    assert_eq!(messages, [format!("command: change from 'notrun' to 'DO IT' failed: {fault}")]);
}

#[test]
fn sql_and_databases_can_have_any_characters() {
    let (_, ran, mut trial) = open(counting);
    let command = "COMMENT ON ROLE \"-ünï \"\"x\" IS 'it''s\nnew; line'";
    assert_eq!(apply(&mut trial, &[("command", command.into()), ("db", "-d 'x'".into())]).len(), 1);
    assert_eq!(sql(&ran.log()[0]), command);
    assert_eq!(ran.log()[0].args[3..], ["-d", "-d 'x'"]);
}

#[test]
fn sensitive_sql_is_not_logged() {
    let (_, ran, mut trial) = open(counting);
    let messages = apply(&mut trial, &[("command", "SELECT 'canary'".into()), ("sensitive", true.into())]);
    assert_eq!(messages, ["command: command changed 'notrun' to [redacted]"]);
    assert_eq!(sql(&ran.log()[0]), "SELECT 'canary'");
}
