//! Tests of the runtime with real components: the built-in providers and the misbehaving ones, with a temporary
//! directory as the root.

#![expect(clippy::unwrap_used, reason = "tests")]

#[path = "support/fixture.rs"]
mod fixture;

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};

use catalog::{Sensitive, Value};
use fixture::{Fixture, exec};
use runtime::RootCommands;
use transaction::provider::{FaultCode, Providers as _, Row, RunContext, StaleStates, State};

fn enforcing() -> RunContext {
    RunContext::default()
}

fn noop() -> RunContext {
    RunContext { noop: true, ..RunContext::default() }
}

impl Fixture {
    fn value(&self, type_name: &str, state: &State, name: &str) -> Option<Value> {
        let column = self.runtime.schema(type_name).unwrap().column(name).unwrap();
        state.value(u16::try_from(column).unwrap()).cloned()
    }

    fn file(&mut self, path: &str, attributes: &[(&str, Value)]) -> Row {
        let mut all = vec![("path", Value::from(path))];
        all.extend_from_slice(attributes);
        self.row("file", path, &all)
    }
}

#[test]
fn schemas_are_read_without_running_components() {
    let mut it = Fixture::new(&enforcing());
    let known = it.runtime.types().count();
    assert!(known > 2 && it.runtime.registry().packages().count() > 2);
    assert!(!it.runtime.registry().providers_of("file").is_empty());
    assert_eq!(it.runtime.opened(), 0);
    let row = it.file("/motd", &[("ensure", "file".into())]);
    let _ = it.get("file", &[&row]).remove(0).unwrap();
    assert!(it.runtime.opened() > 0);
}

#[test]
fn file_is_read_and_written() {
    let mut it = Fixture::new(&enforcing());
    let row = it.file("/motd", &[("ensure", "file".into()), ("content", "hello\n".into()), ("mode", "0640".into())]);
    let state = it.get("file", &[&row]).remove(0).unwrap();
    assert_eq!(it.value("file", &state, "ensure"), Some("absent".into()));
    it.set("file", &row, &["ensure"]).unwrap();
    assert_eq!(fs::read_to_string(it.root("/motd")).unwrap(), "hello\n");
    assert_eq!(it.root("/motd").metadata().unwrap().mode() & 0o7777, 0o640);
    let state = it.get("file", &[&row]).remove(0).unwrap();
    assert_eq!(it.value("file", &state, "ensure"), Some("file".into()));
    assert_eq!(it.runtime.take_stale(), StaleStates::Rows(vec![row.id]));
}

#[test]
fn replaced_file_keeps_its_mode_and_is_saved_in_the_bucket() {
    let mut it = Fixture::new(&enforcing());
    fs::write(it.root("/motd"), "old\n").unwrap();
    fs::set_permissions(it.root("/motd"), Permissions::from_mode(0o4600)).unwrap();
    let row = it.file("/motd", &[("ensure", "file".into()), ("content", "new\n".into()), ("backup", "puppet".into())]);
    it.set("file", &row, &["content"]).unwrap();
    assert_eq!(fs::read_to_string(it.root("/motd")).unwrap(), "new\n");
    assert_eq!(it.root("/motd").metadata().unwrap().mode() & 0o7777, 0o4600);
    let messages: Vec<String> = it.runtime.take_messages().into_iter().map(|message| message.text).collect();
    let sum = "01d09d19c2139a46aebfb577780d123d7396e97201bc7ead210a2ebff8239dee";
    assert!(messages.contains(&format!("Filebucketed /motd to puppet with sum {sum}")), "{messages:?}");
    let contents = it.directory.path().join("state/bucket/0/1/d/0/9/d/1/9").join(sum).join("contents");
    assert_eq!(fs::read_to_string(contents).unwrap(), "old\n");
    it.runtime.finish().unwrap();
    assert_eq!(fs::read_dir(it.directory.path().join("state/pending")).unwrap().count(), 0);
}

#[test]
fn backup_suffix_keeps_the_previous_file() {
    let mut it = Fixture::new(&enforcing());
    fs::write(it.root("/motd"), "old\n").unwrap();
    let row = it.file("/motd", &[("ensure", "file".into()), ("content", "new\n".into()), ("backup", ".bak".into())]);
    it.set("file", &row, &["content"]).unwrap();
    assert_eq!(fs::read_to_string(it.root("/motd.bak")).unwrap(), "old\n");
}

/// Returns rows of files, each with its number as the content, which are in sync except every seventh.
fn many_files(it: &mut Fixture, count: usize) -> Vec<Row> {
    let new = |number: usize| {
        let (path, content) = (format!("/f{number}"), number.to_string());
        fs::write(it.root(&path), if number.is_multiple_of(7) { "other" } else { &content }).unwrap();
        it.file(&path, &[("ensure", "file".into()), ("content", content.as_str().into())])
    };
    (0..count).map(new).collect()
}

#[test]
fn many_rows_have_the_states_and_dependencies_of_single_rows() {
    let mut it = Fixture::new(&enforcing());
    let files = many_files(&mut it, 700);
    let rows: Vec<&Row> = files.iter().collect();
    let differing = |it: &mut Fixture| -> Vec<usize> {
        let states = it.get("file", &rows);
        assert_eq!(states.len(), rows.len());
        let differs = |state: &State| state.verdicts.iter().any(|verdict| !verdict.insync);
        states.iter().enumerate().filter(|(_, state)| differs(state.as_ref().unwrap())).map(|(at, _)| at).collect()
    };
    let every_seventh: Vec<usize> = (0..700).step_by(7).collect();
    assert_eq!(differing(&mut it), every_seventh);
    for number in [7, 693] {
        it.set("file", &files[number], &["content"]).unwrap();
        assert_eq!(it.runtime.take_stale(), StaleStates::Rows(vec![files[number].id]));
    }
    // The states are those after the changes.
    let left: Vec<usize> = every_seventh.into_iter().filter(|number| ![7, 693].contains(number)).collect();
    assert_eq!(differing(&mut it), left);
}

#[test]
fn many_rows_are_canonicalized_in_order() {
    let mut it = Fixture::new(&enforcing());
    let path = u16::try_from(it.runtime.schema("file").unwrap().column("path").unwrap()).unwrap();
    let mut rows: Vec<Row> = (0..700).map(|number| it.file(&format!("/d/f{number}"), &[])).collect();
    for (number, row) in rows.iter_mut().enumerate() {
        row.set(path, if number == 600 { "relative".into() } else { format!("/d/f{number}/").as_str().into() });
    }
    let problems = it.runtime.canonicalize("file", None, &mut rows).unwrap();
    assert_eq!(problems.iter().map(|problem| problem.row).collect::<Vec<_>>(), [rows[600].id], "{problems:?}");
    for (number, row) in rows.iter().enumerate().filter(|(number, _)| *number != 600) {
        assert_eq!(row.value(path), Some(&Value::from(format!("/d/f{number}").as_str())));
    }
}

#[test]
fn many_failing_rows_fail_one_by_one() {
    let mut it = Fixture::new(&enforcing());
    let bad: Vec<Row> = (0..300).map(|number| it.row("hostile_panic", &format!("b{number}"), &[])).collect();
    let states = it.get("hostile_panic", &bad.iter().collect::<Vec<_>>());
    assert_eq!(states.len(), 300);
    for (number, state) in [(0, &states[0]), (299, &states[299])] {
        let message = &state.as_ref().unwrap_err().message;
        assert!(message.contains(&format!("Hostile_panic[b{number}]")), "{message}");
    }
}

#[test]
fn noop_run_reads_without_writing() {
    let mut it = Fixture::new(&noop());
    fs::write(it.root("/motd"), "old\n").unwrap();
    let before = fs::read_dir(it.directory.path()).unwrap().count();
    let row = it.file("/motd", &[("ensure", "file".into()), ("content", "new\n".into())]);
    let state = it.get("file", &[&row]).remove(0).unwrap();
    assert!(state.verdicts.iter().any(|verdict| !verdict.insync));
    let refused = it.set("file", &row, &["content"]).unwrap_err();
    assert_eq!(refused.code, FaultCode::Refused);
    assert_eq!(fs::read_to_string(it.root("/motd")).unwrap(), "old\n");
    assert_eq!(fs::read_dir(it.directory.path()).unwrap().count(), before, "no state directory is created");
}

#[test]
fn noop_run_writes_enforced_rows_only() {
    let mut it = Fixture::new(&noop());
    let enforced = it.file("/one", &[("ensure", "file".into()), ("content", "1".into())]);
    let other = it.file("/two", &[("ensure", "file".into()), ("content", "2".into())]);
    it.runtime.begin(&RunContext { noop: true, enforced: vec![enforced.id], ..RunContext::default() });
    it.set("file", &enforced, &["ensure"]).unwrap();
    assert!(it.set("file", &other, &["ensure"]).is_err());
    assert!(it.root("/one").exists() && !it.root("/two").exists());
}

#[test]
fn failing_provider_fails_only_its_own_resource() {
    let mut it = Fixture::new(&enforcing());
    let good = it.row("well_behaved", "good", &[("path", "/good".into())]);
    for (type_name, message) in [
        ("hostile_loop", "The provider of Hostile_loop[bad] ran for more than 2 s and was stopped"),
        ("hostile_memory", "The provider of Hostile_memory[bad] requested more than 256 MiB of memory and was stopped"),
        ("hostile_panic", "The provider of Hostile_panic[bad] failed: it panicked at "),
    ] {
        let bad = it.row(type_name, "bad", &[]);
        let fault = it.get(type_name, &[&bad]).remove(0).unwrap_err();
        assert_eq!(fault.code, FaultCode::Provider);
        assert!(fault.message.starts_with(message), "{}", fault.message);
        assert!(it.get("well_behaved", &[&good]).remove(0).is_ok());
    }
    it.set("well_behaved", &good, &["ensure"]).unwrap();
    assert!(it.root("/good").exists());
}

#[test]
fn write_during_get_is_refused() {
    let mut it = Fixture::new(&enforcing());
    let row = it.row("hostile_write_in_get", "bad", &[("path", "/bad".into())]);
    let fault = it.get("hostile_write_in_get", &[&row]).remove(0).unwrap_err();
    assert_eq!(fault.code, FaultCode::Refused);
    assert!(fault.message.ends_with("writing is not allowed while resources are read"), "{}", fault.message);
    assert!(!it.root("/bad").exists());

    let mut it = Fixture::new(&noop());
    let row = it.row("hostile_write_in_get", "bad", &[("path", "/bad".into())]);
    let fault = it.get("hostile_write_in_get", &[&row]).remove(0).unwrap_err();
    assert!(fault.message.ends_with("a dry run writes nothing"), "{}", fault.message);
    assert!(!it.root("/bad").exists());
}

#[test]
fn access_outside_the_grants_is_refused() {
    for how in ["direct", "symlink", "dots", "own_link", "follow"] {
        let mut it = Fixture::new(&enforcing());
        fs::create_dir(it.root("/elsewhere")).unwrap();
        fs::create_dir(it.root("/home")).unwrap();
        symlink("/elsewhere", it.root("/home/out")).unwrap();
        fs::set_permissions(it.root("/elsewhere"), Permissions::from_mode(0o700)).unwrap();
        let row = it.row("hostile_outside", how, &[("path", "/home".into()), ("how", how.into())]);
        let fault = it.set("hostile_outside", &row, &["ensure"]).unwrap_err();
        assert_eq!(fault.code, FaultCode::Refused, "{how}: {}", fault.message);
        assert!(fault.message.contains("no grant of its manifest covers it"), "{}", fault.message);
        assert_eq!(fs::read_dir(it.root("/elsewhere")).unwrap().count(), 0, "{how}");
        assert_eq!(it.root("/elsewhere").metadata().unwrap().mode() & 0o777, 0o700, "{how}");
    }
}

#[test]
fn command_runs_below_the_root_and_makes_all_states_stale() {
    let mut it = Fixture::new(&enforcing());
    let row = exec(&mut it, "echo $MAROTTE_ROOT > made; echo output", &[("cwd", "/etc".into())]);
    it.set("exec", &row, &["returns"]).unwrap();
    let made = fs::read_to_string(it.root("/etc/made")).unwrap();
    assert_eq!(made.trim(), it.root("/").canonicalize().unwrap().display().to_string().trim_end_matches('/'));
    assert_eq!(it.runtime.take_stale(), StaleStates::Everything);
    let messages = it.runtime.take_messages();
    assert!(messages.iter().any(|message| message.text.starts_with("Commands run on this")), "{messages:?}");
}

#[test]
fn guard_cannot_write_in_a_noop_run() {
    for (run, writes) in [(enforcing(), true), (noop(), false)] {
        let mut it = Fixture::new(&run);
        let mark = it.directory.path().join("mark");
        let guard = format!("/usr/bin/touch {}", mark.display());
        let row = exec(&mut it, "/bin/true", &[("onlyif", guard.as_str().into())]);
        let state = it.get("exec", &[&row]);
        assert!(state[0].is_ok(), "{state:?}");
        assert!(mark.exists() == writes || it.runtime.protections().missing().is_some());
    }
}

#[test]
fn root_commands_none_refuses_commands_below_another_root() {
    let mut it = Fixture::with(&enforcing(), |config| config.root_commands = RootCommands::None);
    let row = exec(&mut it, "/bin/true", &[]);
    let fault = it.set("exec", &row, &["returns"]).unwrap_err();
    assert!(fault.message.contains("root_commands is 'none'"), "{}", fault.message);
}

#[test]
fn secret_is_written_and_never_printed() {
    let mut it = Fixture::new(&enforcing());
    let secret = Value::Sensitive(Sensitive::new("canary\n".into()));
    let row = it.file("/secret", &[("ensure", "file".into()), ("content", secret)]);
    it.runtime.begin(&RunContext { show_diff: true, ..RunContext::default() });
    fs::write(it.root("/secret"), "other\n").unwrap();
    let state = it.get("file", &[&row]).remove(0).unwrap();
    assert!(!format!("{state:?}").contains("canary"), "{state:?}");
    it.set("file", &row, &["content"]).unwrap();
    assert_eq!(fs::read_to_string(it.root("/secret")).unwrap(), "canary\n");
    assert!(!format!("{:?}", it.runtime.take_messages()).contains("canary"));
}

#[test]
fn damaged_cache_is_not_executed() {
    let scratch = tempfile::tempdir().unwrap();
    let directory = scratch.path().join("native");
    for round in 0..3 {
        let mut it = Fixture::with(&enforcing(), |config| config.cache = Some(directory.clone()));
        let row = it.file("/motd", &[("ensure", "file".into())]);
        assert!(it.get("file", &[&row]).remove(0).is_ok(), "round {round}");
        for entry in fs::read_dir(&directory).unwrap().map(Result::unwrap).filter(|entry| entry.file_name() != "key") {
            let mut bytes = fs::read(entry.path()).unwrap();
            if round == 0 {
                // Overwrites code; if it were executed, it would crash the process.
                let middle = bytes.len() / 2;
                bytes[middle..].fill(0);
            } else {
                bytes.truncate(100);
            }
            fs::write(entry.path(), bytes).unwrap();
        }
    }
}
