//! Tests of failing commands and of crontabs that change concurrently.

use marotte_sdk::system::Output;
use marotte_sdk::{Code, Error, Value};

use super::{Site, answered, printed};

fn job() -> [(&'static str, Value); 2] {
    [("command", "/bin/a".into()), ("hour", 1.into())]
}

#[test]
fn rejected_crontab_is_an_error() {
    let mut site = Site::new(&[]);
    site.machine.on_command(|command| match command.args.last().map(String::as_str) {
        Some("-l") => Ok(printed(1, "no crontab for root\n")),
        _ => Ok(printed(1, "\"-\":1: bad hour\nerrors in crontab file, can't install.\n")),
    });
    let log = site.fail("a", &job());
    let reason = "Could not write crontab for root: \"-\":1: bad hour\nerrors in crontab file, can't install.";
    assert_eq!(log, [format!("ensure: change from 'absent' to 'present' failed: {reason}")]);
}

#[test]
fn unreadable_crontab_is_never_written() {
    let mut site = Site::new(&[]);
    site.machine.on_command(answered("crontabs/root/: fopen: Permission denied\n", 1));
    let log = site.fail("a", &job());
    assert_eq!(log, ["Could not evaluate: Could not read crontab for root: crontabs/root/: fopen: Permission denied"]);
    site.machine.on_command(|_| Ok(Output { stdout: vec![0xff], ..printed(0, "") }));
    assert_eq!(site.fail("a", &job()), ["Could not evaluate: Could not read crontab for root: it is not UTF-8"]);
    site.machine.on_command(|_| Ok(Output { truncated: true, ..printed(0, "0 0 * * * x\n") }));
    assert_eq!(site.fail("a", &job()), ["Could not evaluate: Could not read crontab for root: it is too long"]);
    site.machine.on_command(|_| Err(Error::new(Code::Timeout, "crontab took longer than a minute")));
    assert_eq!(site.fail("a", &job()), ["Could not evaluate: crontab took longer than a minute"]);
    assert!(site.machine.effects().is_empty());
}

#[test]
fn timeout_while_writing_is_reported() {
    let mut site = Site::new(&[]);
    site.machine.fail("mutate", Error::new(Code::Timeout, "crontab took longer than a minute"));
    let log = site.fail("a", &job());
    assert_eq!(log, ["ensure: change from 'absent' to 'present' failed: crontab took longer than a minute"]);
    assert_eq!(site.text("root"), "");
}

#[test]
fn localized_output_and_invalid_utf8_are_reported() {
    let mut site = Site::new(&[]);
    site.machine.on_command(|_| Ok(Output { stdout: b"ung\xfcltig\n".to_vec(), ..printed(1, "") }));
    let log = site.fail("a", &job());
    assert_eq!(log, ["Could not evaluate: Could not read crontab for root: ung\u{fffd}ltig"]);
    site.machine.on_command(|_| Ok(Output { stderr: "kein Zugriff\n".into(), ..printed(1, "") }));
    let log = site.fail("a", &job());
    assert_eq!(log, ["Could not evaluate: Could not read crontab for root: kein Zugriff"]);
    assert!(site.machine.effects().is_empty());
}

#[test]
fn error_output_is_not_part_of_the_crontab() {
    let mut site = Site::new(&[]);
    let written = std::rc::Rc::new(std::cell::RefCell::new(String::new()));
    let noted = std::rc::Rc::clone(&written);
    site.machine.on_command(move |command| {
        let input: String = command.stdin.iter().map(|part| format!("{part:?}")).collect();
        noted.borrow_mut().push_str(&input);
        assert!(command.merge_stderr == (command.args.last().is_some_and(|word| word == "-")));
        Ok(Output { stderr: "bash: warning: setlocale\n".into(), ..printed(0, "@daily /bin/b\n") })
    });
    assert_eq!(site.fail("a", &job()), ["ensure: created"]);
    assert!(written.borrow().contains("@daily /bin/b") && !written.borrow().contains("setlocale"), "{written:?}");
}

#[test]
fn crontab_of_a_disallowed_user_is_empty() {
    let mut site = Site::new(&[]);
    site.machine.on_command(answered("You (root) are not allowed to use this program (crontab)\n", 1));
    assert_eq!(site.fail("a", &[("ensure", "absent".into())]), [""; 0]);
}

#[test]
fn missing_user_gets_no_crontab() {
    let mut site = Site::new(&[]);
    let attributes = [("command", "/bin/a".into()), ("user", "nobody-yet".into())];
    let reason = "Cannot write the nobody-yet user's crontab: The user does not exist";
    assert_eq!(site.fail("a", &attributes), [format!("ensure: change from 'absent' to 'present' failed: {reason}")]);
    assert!(site.calls.borrow().is_empty());
}

#[test]
fn job_without_a_command_is_not_created() {
    let mut site = Site::new(&[]);
    let log = site.fail("a", &[("hour", 1.into())]);
    assert_eq!(log, ["ensure: change from 'absent' to 'present' failed: no command specified, cannot create"]);
}

#[test]
fn concurrent_additions_are_preserved() {
    let mut site = Site::new(&[("root", "# Puppet Name: a\n0 0 * * * /bin/a\n")]);
    let wanted = site.trial.prepare("a", &job()).unwrap();
    assert_eq!(site.trial.noop(&wanted), ["hour: current_value ['0'], should be ['1'] (noop)"]);
    let text = site.text("root") + "@daily /bin/new\n";
    site.tables.borrow_mut().insert("root".to_owned(), text);
    assert_eq!(site.trial.apply(&wanted), ["hour: hour changed ['0'] to ['1']"]);
    assert_eq!(site.text("root"), "# Puppet Name: a\n0 1 * * * /bin/a\n@daily /bin/new\n");
}

#[test]
fn preamble_of_older_versions_is_stripped() {
    let preamble = "# DO NOT EDIT THIS FILE - edit the master and reinstall.\n# (- installed on Sun)\n# (Cron version -- x vixie)\n";
    let mut site = Site::new(&[("root", &format!("{preamble}# Puppet Name: a\n0 0 * * * /bin/a\n"))]);
    site.apply("a", &job());
    assert_eq!(site.text("root"), "# Puppet Name: a\n0 1 * * * /bin/a\n");
}

#[test]
fn thousand_jobs_are_read_with_one_command_per_user() {
    let text: String = (0..1000).map(|n| format!("# Puppet Name: job {n}\n0 0 * * * /bin/a {n}\n")).collect();
    let mut site = Site::new(&[("root", &text)]);
    assert_eq!(site.apply("job 999", &[("command", "/bin/a 999".into())]), [""; 0]);
    assert_eq!(site.calls.borrow().len(), 2);
}
