//! Tests of command environments, log messages, and refreshes.

use marotte_sdk::fake::FileNode;
use marotte_sdk::system::{Body, Form, Part};

use super::*;
use ExecAttribute::{Command as Main, Refresh, Unless};

fn failed(message: &str) -> [String; 1] {
    [format!("returns: change from 'notrun' to ['0'] failed: {message}")]
}

fn variables(command: &Command) -> Vec<(&str, &Body)> {
    command.env.iter().map(|(name, body)| (name.as_str(), body)).collect()
}

fn text(text: &str) -> Body {
    vec![Part::Text(text.to_owned())]
}

#[test]
fn unexpected_exit_code_is_a_failure() {
    let mut site = Site::new();
    site.answer(Main, ended(1, ""));
    assert_eq!(
        site.apply(&[("command", "/bin/false".into())]),
        failed("'/bin/false' returned 1 instead of one of [0]")
    );
    site.answer(Main, ended(1, ""));
    let words = texts(&["/bin/false", "a b"]);
    assert_eq!(
        site.apply(&[("command", words)]),
        failed("'[\"/bin/false\", \"a b\"]' returned 1 instead of one of [0]")
    );
    site.answer(Main, ended(3, "")).answer(Main, ended(1, ""));
    let codes = ("returns", Value::Array(vec![1_i64.into(), "3".into()]));
    assert_eq!(site.apply(&[fine(), codes.clone()]), ["returns: executed successfully"]);
    assert_eq!(site.apply(&[fine(), codes.clone()]), ["returns: executed successfully"]);
    assert_eq!(
        site.apply(&[fine(), codes]),
        ["returns: change from 'notrun' to ['1', '3'] failed: '/bin/true' returned 0 instead of one of [1,3]"]
    );
}

#[test]
fn errors_are_distinguished() {
    let mut site = Site::new();
    let attributes = [("command", "touch /x".into()), ("path", "/bin".into())];
    for (answer, message) in [
        (fault(Code::NotFound), "message of the host"),
        (fault(Code::Denied), "message of the host"),
        (fault(Code::Timeout), "Command exceeded timeout"),
        (ended(127, "sh: 1: x: not found\n"), "sh: 1: x: not found"),
        (ended(127, ""), "the command returned 127: a command in it was not found"),
    ] {
        site.answer(Main, answer);
        assert_eq!(site.apply(&attributes), failed(message));
    }
    site.machine.put("/file", FileNode::file(""));
    for cwd in ["/none", "/file"] {
        let message = format!("Working directory {cwd} does not exist!");
        assert_eq!(site.apply(&[fine(), ("cwd", cwd.into())]), failed(&message));
    }
}

#[test]
fn logoutput_controls_the_logging_of_output() {
    let output = "a\n\nb\n\n";
    for (logoutput, status, is_logged) in
        [("true", 0, true), ("true", 1, true), ("false", 1, false), ("on_failure", 0, false), ("on_failure", 1, true)]
    {
        let mut site = Site::new();
        site.answer(Main, ended(status, output));
        site.apply(&[fine(), ("logoutput", logoutput.into())]);
        let wanted: &[&str] = if is_logged { &["a", "", "b"] } else { &[] };
        assert_eq!(site.logged(Level::Notice), wanted, "{logoutput} {status}");
        let lines = site.machine.lines();
        let mut notices = lines.iter().filter(|line| line.level == Level::Notice);
        assert!(notices.all(|line| line.about.attribute == Some(ExecAttribute::Returns.index())));
    }
    let mut site = Site::new();
    let cut = Output { truncated: true, ..ended(1, "a").unwrap() };
    site.answer(Main, Ok(cut));
    site.apply(&[fine()]);
    assert_eq!(site.logged(Level::Warning), ["the output was too long and has been truncated"]);
}

#[test]
fn command_is_tried_until_it_succeeds() {
    let mut site = Site::new();
    site.answer(Main, ended(1, "one")).answer(Main, ended(1, "two"));
    let attributes = [fine(), ("tries", 5_i64.into()), ("try_sleep", 2_i64.into()), ("logoutput", true.into())];
    assert_eq!(site.apply(&attributes), ["returns: executed successfully"]);
    assert_eq!(site.machine.effects(), ["mutate ", "sleep 2", "mutate ", "sleep 2", "mutate "]);
    assert_eq!(site.logged(Level::Notice), [] as [&str; 0], "only the output of the last try is logged");
    let debug = site.logged(Level::Debug);
    assert_eq!(debug[..3], ["Exec try 1/5", "Executing '/bin/true'", "Sleeping for 2 seconds between tries"]);
}

#[test]
fn number_of_tries_is_limited() {
    let mut site = Site::new();
    site.answer(Main, ended(1, "")).answer(Main, ended(2, ""));
    let attributes = [fine(), ("tries", "2".into())];
    assert_eq!(site.apply(&attributes), failed("'/bin/true' returned 2 instead of one of [0]"));
    assert_eq!(site.machine.effects(), ["mutate ", "mutate "]);
    site.answer(Main, fault(Code::Timeout));
    assert_eq!(site.apply(&attributes), failed("Command exceeded timeout"));
    assert_eq!(site.machine.effects().len(), 3, "an error of the host is not retried");
}

#[test]
fn attributes_are_passed_to_the_command() {
    let mut site = Site::new();
    site.machine.put("/srv", FileNode::directory());
    site.apply(&[
        fine(),
        ("path", texts(&["/bin:/usr/bin", "/sbin"])),
        ("environment", texts(&["A=b=c", "D="])),
        ("cwd", "/srv".into()),
        ("user", "ann".into()),
        ("group", 7_i64.into()),
        ("umask", "027".into()),
        ("timeout", "1.5".into()),
    ]);
    let command = site.last();
    assert_eq!(variables(&command), [("PATH", &text("/bin:/usr/bin:/sbin")), ("A", &text("b=c")), ("D", &text(""))]);
    assert_eq!(command.cwd.as_deref(), Some("/srv"));
    assert_eq!((command.user.as_deref(), command.group.as_deref()), (Some("ann"), Some("7")));
    assert_eq!((command.umask, command.timeout_ms), (Some(0o27), 1500));
    assert!(command.merge_stderr && command.args.is_empty() && command.stdin.is_empty());
    assert_eq!(site.logged(Level::Warning), ["Empty environment setting 'D'"]);
}

#[test]
fn defaults_are_those_of_puppet() {
    let mut site = Site::new();
    site.apply(&[fine()]);
    let command = site.last();
    assert_eq!((command.timeout_ms, command.umask, command.env.len()), (300_000, None, 0));
    let Program::Given(given) = command.program else { panic!("a given command") };
    assert_eq!((given.element, given.shell), (None, false));
}

#[test]
fn last_setting_of_a_variable_is_effective() {
    let mut site = Site::new();
    let settings = texts(&["PATH=/opt", "x-y=3", "A=", "A="]);
    for _ in 0..2 {
        site.apply(&[fine(), ("path", "/bin".into()), ("environment", settings.clone())]);
    }
    assert_eq!(variables(&site.last()), [("PATH", &text("/opt")), ("A", &text(""))]);
    assert_eq!(
        site.logged(Level::Warning)[..4],
        [
            "Overriding environment setting 'PATH' with '/opt'",
            "Cannot understand environment setting \"x-y=3\"",
            "Empty environment setting 'A'",
            "Overriding environment setting 'A' with ''"
        ]
    );
    let warnings = site.logged(Level::Warning);
    assert_eq!(warnings.iter().filter(|line| line.starts_with("Empty")).count(), 1, "logged once per run");
}

#[test]
fn shell_provider_passes_every_line_to_the_shell() {
    let mut site = Site::with("shell");
    let attributes = [("command", "cd / && ls".into()), ("unless", "test -e x".into())];
    site.answer(Unless, ended(1, ""));
    assert_eq!(site.apply(&attributes), ["returns: executed successfully"]);
    let is_shell = |command: &Command| matches!(&command.program, Program::Given(given) if given.shell);
    assert_eq!(site.ran.borrow().iter().filter(|command| is_shell(command)).count(), 2);
}

#[test]
fn refresh_runs_the_command_again() {
    let mut site = Site::new();
    site.refresh(&[fine(), ("refreshonly", true.into())]).unwrap();
    assert_eq!(site.runs(), [(Main, 0)]);
    site.answer(Main, ended(1, "said"));
    let refused = site.refresh(&[fine()]).unwrap_err();
    assert_eq!(refused, "'/bin/true' returned 1 instead of one of [0]");
    assert_eq!(site.logged(Level::Notice), ["said"]);
}

#[test]
fn refresh_evaluates_the_checks_again() {
    let mut site = Site::new();
    site.refresh(&[fine(), ("unless", "/bin/u".into())]).unwrap();
    assert_eq!(site.runs(), [(Unless, 0)]);
    site.machine.put("/made", FileNode::file(""));
    site.refresh(&[fine(), ("creates", "/made".into()), ("refresh", "/bin/r".into())]).unwrap();
    assert_eq!(site.runs(), [(Unless, 0)]);
}

#[test]
fn refresh_command_replaces_the_command() {
    let mut site = Site::new();
    let attributes = [fine(), ("refresh", "/bin/r x".into()), ("logoutput", true.into()), ("tries", 3_i64.into())];
    site.answer(Refresh, ended(1, "said"));
    site.refresh(&attributes).unwrap();
    assert_eq!(site.runs(), [(Refresh, 0)], "whatever it returns");
    assert_eq!(site.logged(Level::Notice), [] as [&str; 0]);
    assert_eq!(site.logged(Level::Debug), ["Executing '/bin/r x'"]);
    site.answer(Refresh, fault(Code::NotFound));
    assert_eq!(site.refresh(&attributes).unwrap_err(), "message of the host");
    site.answer(Refresh, fault(Code::Timeout));
    assert_eq!(site.refresh(&attributes).unwrap_err(), "Command exceeded timeout");
}

#[test]
fn secret_commands_are_redacted() {
    for attribute in ["command", "unless", "refresh"] {
        let mut site = Site::new();
        let secret = site.secret();
        let attributes = [fine(), ("logoutput", true.into())].into_iter().filter(|(name, _)| *name != attribute);
        let attributes: Vec<_> = attributes.chain([(attribute, secret)]).collect();
        site.answer(Unless, ended(1, "leak")).answer(Main, ended(1, "leak\nleak"));
        assert_eq!(
            site.apply(&attributes),
            failed("[command redacted] returned 1 instead of one of [0]"),
            "{attribute}"
        );
        assert_eq!(site.logged(Level::Notice), ["[output redacted]"]);
        site.answer(Unless, ended(1, "leak")).answer(Main, ended(127, "leak"));
        assert_eq!(site.apply(&attributes), failed("[output redacted]"), "{attribute}");
        site.answer(Unless, fault(Code::Timeout));
        site.apply(&attributes);
        let lines = site.machine.lines();
        assert!(lines.iter().all(|line| !line.text.contains("leak") && !line.text.contains("/bin/true")), "{lines:?}");
    }
}

#[test]
fn single_arguments_can_be_secret() {
    let mut site = Site::new();
    let words = Value::Array(vec!["/bin/login".into(), site.secret()]);
    site.apply(&[("command", words)]);
    assert_eq!(site.logged(Level::Debug), ["Executing '[redacted]'"]);
}

#[test]
fn secret_setting_is_split_by_the_host() {
    let mut site = Site::new();
    let secret = Secret::from_token(9);
    site.apply(&[fine(), ("environment", Value::Array(vec!["A=b".into(), Value::Secret(secret)]))]);
    assert_eq!(variables(&site.last()), [("A", &text("b")), ("", &vec![secret.part(Form::Raw)])]);
}

#[test]
fn localized_output_and_invalid_utf8_are_logged() {
    let mut site = Site::new();
    let output = Output { stdout: b"Ung\xfcltig \0 \xe2\x98\x83\r\n\xff\n".to_vec(), ..ended(1, "").unwrap() };
    site.answer(Main, Ok(output));
    site.apply(&[fine()]);
    assert_eq!(site.logged(Level::Notice), ["Ung\u{fffd}ltig \0 ☃\r", "\u{fffd}"]);
}

#[test]
fn arguments_and_directories_can_have_any_characters() {
    for word in ["-x", "a b", "it's", "\"q\"", "new\nline", "ünï☃", "$(id)", "back\\slash", "*"] {
        let mut site = Site::new();
        let directory = format!("/srv/{word}");
        site.machine.put(&directory, FileNode::directory()).put(&format!("{directory}/made"), FileNode::file(""));
        let attributes = [("command", texts(&["/bin/true", word])), ("cwd", directory.as_str().into())];
        assert_eq!(site.apply(&attributes), ["returns: executed successfully"], "{word}");
        assert_eq!(site.last().cwd.as_deref(), Some(&*directory));
        let made = ("creates", format!("{directory}/made").into());
        assert_eq!(site.apply(&[&attributes[..], &[made]].concat()), [""; 0], "{word}");
    }
}
