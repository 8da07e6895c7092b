//! Tests of the provider with an augtool that behaves like version 1.14.0 on Debian 12.

use std::cell::RefCell;
use std::rc::Rc;

use marotte_sdk::fake::{FakeSystem, FileNode, ProviderTest};
use marotte_sdk::system::{Level, Output, Part};
use marotte_sdk::{Code, Error, Value};

use crate::{Augtool, Component};

/// The loaded files and the tree before the changes.
const LOADED: &str = "/augeas/files/etc/hosts/path = /files/etc/hosts\n/augeas/files/etc/hosts/lens = Hosts.lns\n\
    /augeas/files/etc/bad/error = parse_failed\n";
const BEFORE: &str = "/files\n/files/etc\n/files/etc/hosts\n/files/etc/hosts/1/ipaddr = \"::1\"\n";
const AFTER: &str = "/files\n/files/etc\n/files/etc/hosts\n/files/etc/hosts/1/ipaddr = \"::2\"\n";
const MARK: &str = "/augeas/version = 1.14.0\n";

type Scripts = Rc<RefCell<Vec<String>>>;

/// Creates a system with a file and a scripted augtool: the tree after the changes, the resulting text of the
/// file, the value of a node.
fn machine(
    after: &'static str,
    made: &'static str,
    stderr: &'static str,
) -> (FakeSystem, Scripts, ProviderTest<Augtool>) {
    let scripts = Scripts::default();
    let machine = FakeSystem::new();
    machine.grant(include_str!("../provider.toml"));
    machine.put("/etc/hosts", FileNode::file("::1 me"));
    let kept = Rc::clone(&scripts);
    machine.on_command(move |command| {
        let [Part::Bytes(script)] = command.stdin.as_slice() else { panic!("a script") };
        let script = String::from_utf8_lossy(script).into_owned();
        let stdout = match script.lines().last().unwrap_or_default() {
            "print /files" => format!("{LOADED}{BEFORE}{MARK}rm : /files/etc/hosts/2 1\n{after}"),
            "print /marotte/made/0" => made.to_owned(),
            last if last.starts_with("match /augeas/load/") => made.to_owned(),
            last if last.starts_with("get ") => {
                format!("rm : /augeas/load/x 9\n{MARK}/files/etc/hosts/1/ipaddr = ::1\n")
            }
            _ => "Saved 1 file(s)\n".to_owned(),
        };
        kept.borrow_mut().push(format!("{}\n{script}", command.args.join(" ")));
        let status = i32::from(!stderr.is_empty());
        Ok(Output { status, stdout: stdout.into_bytes(), stderr: stderr.into(), truncated: false })
    });
    let trial = ProviderTest::new::<Component>(&machine, "augeas");
    (machine, scripts, trial)
}

/// Returns attributes that replace the defaults of the test row.
fn row(more: &[(&'static str, Value)]) -> Vec<(&'static str, Value)> {
    let changes = "set 1/ipaddr '::2'\n\nrm 2";
    let mut row = vec![("incl", "/etc/hosts".into()), ("lens", "Hosts.lns".into()), ("changes", changes.into())];
    row.retain(|(name, _)| more.iter().all(|(other, _)| other != name));
    row.extend_from_slice(more);
    row
}

fn apply(trial: &mut ProviderTest<Augtool>, more: &[(&'static str, Value)]) -> Vec<String> {
    let wanted = trial.prepare("x", &row(more)).unwrap();
    trial.apply(&wanted)
}

#[test]
fn changes_that_alter_a_file_are_saved() {
    let (machine, scripts, mut trial) = machine(AFTER, "/marotte/made/0 = \"::2 me\\n\"\n", "");
    machine.show_diff();
    let wanted = trial.prepare("x", &row(&[])).unwrap();
    assert_eq!(trial.noop(&wanted), ["returns: current_value 'need_to_run', should be 0 (noop)"]);
    assert_eq!(machine.effects(), [""; 0]);
    assert_eq!(trial.apply(&wanted), ["returns: executed successfully"]);
    let load = "--noload --root . --noautoload\nset /augeas/load/Xfm/lens \"Hosts.lns\"\nset /augeas/load/Xfm/incl \
                \"/etc/hosts\"\nload\n";
    let changes = "set /files/etc/hosts/1/ipaddr \"::2\"\nrm /files/etc/hosts/2\n";
    let tree = "match /augeas/files//path[../mtime]\nmatch /augeas/files//lens[../mtime]\nmatch /augeas/files//error\nprint /files\nget /augeas/version\n";
    let asked = format!("{load}{tree}{changes}print /files\n");
    let given =
        "set /marotte/given/0 \"::1 me\\n\"\nretrieve Hosts.lns /marotte/given/0 /files/etc/hosts /marotte/made/0\n";
    let made = format!("{load}{changes}{given}print /marotte/made/0\n");
    let saved = format!("{load}{changes}save\nerrors\n");
    assert_eq!(*scripts.borrow(), [asked.clone(), made.clone(), asked, made, saved]);
}

#[test]
fn show_diff_controls_the_display_of_differences() {
    let diff = |show_diff: &str| {
        let (machine, _, trial) = machine(AFTER, "/marotte/made/0 = \"::2 me\\n\"\n", "");
        machine.show_diff();
        let wanted = trial.prepare("x", &row(&[("show_diff", show_diff.into())])).unwrap();
        let state = crate::augtool::state(&machine, &wanted.row).unwrap();
        state.verdicts[0].diff.clone()
    };
    for yes in ["true", "yes"] {
        assert_eq!(diff(yes).as_deref(), Some("-::1 me\n+::2 me"));
    }
    for no in ["false", "no"] {
        assert_eq!(diff(no), None);
    }
}

#[test]
fn timeout_of_augtool_is_an_error() {
    let (machine, _, mut trial) = machine(AFTER, "", "");
    machine.on_command(|_| Err(Error::new(Code::Timeout, "augtool took longer than a minute")));
    assert_eq!(apply(&mut trial, &[]), ["Could not evaluate: augtool took longer than a minute"]);
    assert_eq!(machine.effects(), [""; 0]);
}

#[test]
fn changes_that_alter_no_file_are_not_saved() {
    let (_, scripts, mut trial) = machine(BEFORE, "", "");
    assert_eq!(apply(&mut trial, &[]), [""; 0]);
    assert_eq!(scripts.borrow().len(), 1);
    assert_eq!(apply(&mut trial, &[("force", "true".into())]), ["returns: executed successfully"]);
    // The tree may differ even if the text does not.
    let (_, scripts, mut trial) = machine(AFTER, "/marotte/made/0 = \"::1 me\\n\"\n", "");
    assert_eq!(apply(&mut trial, &[]), [""; 0]);
    assert_eq!(scripts.borrow().len(), 2);
    assert_eq!(apply(&mut trial, &[("changes", " \n".into())]), [""; 0], "nothing is queried without changes");
}

#[test]
fn created_and_removed_files_are_changes() {
    let (_, _, mut trial) = machine("/files\n/files/etc\n", "", "");
    assert_eq!(apply(&mut trial, &[]).len(), 1, "a file that is no longer in the tree is removed");
    let new = "/files\n/files/etc\n/files/etc/hosts\n/files/etc/hosts/1/ipaddr = \"::1\"\n/files/etc/new/1/ipaddr = \"::2\"\n";
    let (_, scripts, mut trial) = machine(new, "/augeas/load/Xfm = (none)\n", "");
    assert_eq!(apply(&mut trial, &[]).len(), 1);
    let question = "match /augeas/load/*['/etc/new/1/ipaddr' =~ glob(incl)]['/etc/new/1/ipaddr' !~ glob(excl)]\n";
    assert!(scripts.borrow()[1].ends_with(question));
    let (_, _, mut trial) = machine(new, "  (no matches)\n", "");
    assert_eq!(apply(&mut trial, &[]), [""; 0], "a path without a lens is never saved");
}

#[test]
fn file_that_cannot_be_passed_to_augtool_counts_as_changed() {
    let (machine, scripts, mut trial) = machine(AFTER, "", "");
    machine.put("/etc/hosts", FileNode::file("::1 me\r\n"));
    assert_eq!(apply(&mut trial, &[]), ["returns: executed successfully"]);
    assert!(!scripts.borrow()[1].contains("retrieve"));
}

#[test]
fn unreadable_file_is_reported() {
    let log = |after: &'static str, row: &[(&'static str, Value)]| {
        let (machine, _, mut trial) = machine(after, "", "");
        let wanted = trial.prepare("x", row).unwrap();
        assert_eq!(trial.apply(&wanted), [""; 0]);
        let lines = machine.lines();
        let warnings = lines.iter().filter(|line| line.level == Level::Warning);
        warnings.map(|line| line.text.clone()).collect::<Vec<_>>()
    };
    let loading = "Loading failed for one or more files, see debug for /augeas//error output";
    assert_eq!(log(BEFORE, &row(&[])), [loading]);
    let below = |context: &str| [("context", context.into()), ("changes", "rm x".into())];
    assert_eq!(log(BEFORE, &below("/files/etc/bad")), [loading]);
    assert_eq!(log(BEFORE, &below("/files/etc/other")), [""; 0]);
}

#[test]
fn condition_is_evaluated_first() {
    let (_, scripts, mut trial) = machine(AFTER, "/marotte/made/0 = \"::2 me\\n\"\n", "");
    assert_eq!(apply(&mut trial, &[("onlyif", "get 1/ipaddr != ::1".into())]), [""; 0]);
    assert!(scripts.borrow()[0].ends_with("load\nget /augeas/version\nget /files/etc/hosts/1/ipaddr\n"));
    assert_eq!(apply(&mut trial, &[("onlyif", "get 1/ipaddr == ::1".into())]).len(), 1);
}

#[test]
fn error_message_of_augtool_is_an_error() {
    let message_of = |stderr: &'static str| {
        let (_, _, mut trial) = machine("", "", stderr);
        apply(&mut trial, &[]).remove(0)
    };
    let failed = "error: Failed to execute command\nsaving failed (run 'errors' for details)\n";
    assert_eq!(message_of(failed), "Could not evaluate: Save failed, see debug output for details");
    assert_eq!(message_of("error: Failed to execute command\nx: y\n"), "Could not evaluate: x: y");
    let (_, _, mut trial) = machine(AFTER, "garbage\n", "");
    assert_eq!(
        apply(&mut trial, &[]),
        ["Could not evaluate: augtool did not print the resulting content of /etc/hosts"]
    );
    let (machine, _, mut trial) = machine(AFTER, "", "");
    machine.fail("read", marotte_sdk::Error::new(marotte_sdk::Code::NotFound, "gone"));
    assert_eq!(apply(&mut trial, &[]), ["Could not evaluate: gone"], "a file removed during the run");
}

#[test]
fn only_lenses_for_the_context_are_loaded() {
    let (_, scripts, mut trial) = machine(BEFORE, "", "");
    let wanted = [("context", "/files/etc/ssh dir".into()), ("changes", "rm x".into()), ("load_path", "/a:/b".into())];
    let wanted = trial.prepare("x", &wanted).unwrap();
    assert_eq!(trial.apply(&wanted), [""; 0]);
    let restricted = "--noload --root . --include /a --include /b\nrm /augeas/load/*['/etc/ssh dir/' !~ glob(incl) + \
                      regexp('/.*')][count(/augeas/load/*['/etc/ssh dir/' =~ glob(incl) + regexp('/.*')]) > 0]\nload\n";
    assert!(scripts.borrow()[0].starts_with(restricted), "{}", scripts.borrow()[0]);
}

#[test]
fn text_in_a_list_is_one_line() {
    let (_, scripts, mut trial) = machine(BEFORE, "", "");
    let changes: Value = vec!["set 1/x 'a\nb'", "ins n before 1"].into();
    assert_eq!(apply(&mut trial, &[("changes", changes)]), [""; 0]);
    assert!(
        scripts.borrow()[0].contains("\nset /files/etc/hosts/1/x \"a\\nb\"\nins \"n\" \"before\" /files/etc/hosts/1\n")
    );
}

#[test]
fn invalid_values_are_rejected() {
    let (machine, _, mut trial) = machine(BEFORE, "", "");
    let lens = trial.prepare("x", &[("lens", "Hosts.lns".into())]).err().unwrap().message;
    assert_eq!(lens, "You must specify both the lens and incl parameters, or neither.");
    assert!(trial.prepare("x", &[("changes", "set a \u{1}".into())]).is_err());
    assert!(trial.prepare("x", &[("changes", Value::Secret(machine.secret("x")))]).is_err());
    let mut fails = |changes: &str| {
        let wanted = trial.prepare("x", &[("changes", changes.into())]).unwrap();
        trial.apply(&wanted).remove(0)
    };
    assert_eq!(fails("frob x"), "Could not evaluate: Unknown command frob");
    assert_eq!(fails("match a size > 0"), "Could not evaluate: Command 'match' is not supported");
    assert_eq!(fails("ins a near b"), "Could not evaluate: Invalid value 'near' for where param");
}

#[test]
fn timeout_while_saving_is_reported() {
    let (machine, _, mut trial) = machine(AFTER, "/marotte/made/0 = \"::2 me\\n\"\n", "");
    machine.fail("mutate", Error::new(Code::Timeout, "augtool took longer than an hour"));
    let failed = "returns: change from 'need_to_run' to 0 failed: augtool took longer than an hour";
    assert_eq!(apply(&mut trial, &[]), [failed]);
}

#[test]
fn truncated_output_and_invalid_utf8_are_errors() {
    let (machine, _, mut trial) = machine(AFTER, "", "");
    machine.on_command(|_| Ok(Output { status: 0, stdout: LOADED.into(), stderr: Vec::new(), truncated: true }));
    assert_eq!(apply(&mut trial, &[]), ["Could not evaluate: the output of augtool is too long"]);
    machine.on_command(|_| {
        Ok(Output { status: 1, stdout: Vec::new(), stderr: b"Fehler: ung\xfcltig\n".to_vec(), truncated: false })
    });
    assert_eq!(apply(&mut trial, &[]), ["Could not evaluate: Fehler: ung\u{fffd}ltig"]);
}

#[test]
fn values_can_have_any_characters() {
    for value in ["-x", "it is", "\\\"q\\\"", "ünï☃", "$(id)", "# x", "]"] {
        let (_, scripts, mut trial) = machine(BEFORE, "", "");
        let changes: Value = vec![format!("set 1/x \"{value}\"").as_str()].into();
        assert_eq!(apply(&mut trial, &[("changes", changes)]), [""; 0], "{value}");
        let line = format!("\nset /files/etc/hosts/1/x \"{value}\"\n");
        assert!(scripts.borrow()[0].contains(&line), "{}", scripts.borrow()[0]);
    }
}
