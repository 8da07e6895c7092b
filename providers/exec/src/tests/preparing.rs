//! Tests of valid and invalid values, and of automatic relationships.

use marotte_sdk::{AttributeValue as _, Relate as _};

use super::*;
use crate::{Exec, Line};

fn refused(attribute: &str, value: impl Into<Value>) -> String {
    let message = Site::new().refusal("/bin/true", &[(attribute, value.into())]);
    message.strip_prefix(&format!("attribute '{attribute}': ")).unwrap_or(&message).to_owned()
}

#[test]
fn program_requires_a_full_path_or_a_path() {
    let unqualified = |program: &str| {
        format!("'{program}' is not qualified and no path was specified. Please qualify the command or specify a path.")
    };
    let site = Site::new();
    assert_eq!(site.refusal("touch /x", &[]), unqualified("touch"));
    assert_eq!(site.refusal("\"a b\" c", &[]), unqualified("a b"));
    assert_eq!(site.refusal("'a b' c", &[]), unqualified("a b"));
    assert_eq!(site.refusal(" /bin/true", &[]), unqualified(""));
    assert_eq!(site.refusal("x", &[("command", texts(&[]))]), unqualified(""));
    assert_eq!(site.refusal("x", &[("command", texts(&["a", "/b"]))]), unqualified("a"));
    for attribute in ["unless", "onlyif", "refresh"] {
        assert_eq!(refused(attribute, "grep x"), unqualified("grep"), "{attribute}");
    }
    assert_eq!(refused("unless", texts(&["/bin/a b", "c d"])), unqualified("c"));
    assert_eq!(refused("onlyif", vec![texts(&["/bin/a", "b"]), texts(&["c", "d"])]), unqualified("c"));
    for path in [Value::from("/bin:/usr/bin"), texts(&["/bin"]), "".into()] {
        assert_eq!(site.refusal("touch /x", &[("path", path)]), "");
    }
    assert_eq!(Site::with("shell").refusal("touch /x", &[("unless", "x".into())]), "");
    assert_eq!(site.refusal("x", &[("command", site.secret())]), "");
}

#[test]
fn command_is_a_line_or_a_list() {
    assert_eq!(refused("command", 5_i64), "Command must be a String or Array<String>, got value of class Integer");
    assert_eq!(
        refused("command", Value::Hash(vec![])),
        "Command must be a String or Array<String>, got value of class Hash"
    );
    let nested = Value::Array(vec!["/bin/a".into(), texts(&["b", "c"]), 5_i64.into(), Value::Undef]);
    let words = Line::from_value(nested).unwrap().into_value();
    assert_eq!(words, texts(&["/bin/a", "b", "c", "5", ""]));
}

#[test]
fn numbers_can_be_given_as_text() {
    assert_eq!(
        refused("timeout", "abc"),
        "Munging failed for value \"abc\" in class timeout: The timeout must be a number."
    );
    assert_eq!(
        refused("timeout", "inf"),
        "Munging failed for value \"inf\" in class timeout: The timeout must be a number."
    );
    assert_eq!(
        refused("timeout", true),
        "Munging failed for value true in class timeout: The timeout must be a number."
    );
    assert_eq!(refused("tries", "abc"), "Munging failed for value \"abc\" in class tries: Tries must be an integer");
    assert_eq!(refused("tries", 0_i64), "Munging failed for value 0 in class tries: Tries must be an integer >= 1");
    assert_eq!(refused("tries", "0"), "Munging failed for value \"0\" in class tries: Tries must be an integer >= 1");
    assert_eq!(
        refused("try_sleep", "abc"),
        "Munging failed for value \"abc\" in class try_sleep: try_sleep must be a number"
    );
    assert_eq!(
        refused("try_sleep", "-1"),
        "Munging failed for value \"-1\" in class try_sleep: try_sleep cannot be a negative number"
    );
    let good = [("timeout", "1_0.5".into()), ("tries", "3".into()), ("try_sleep", "0.5".into())];
    let wanted = Site::new().trial.prepare("/bin/true", &good).unwrap();
    assert_eq!((wanted.row.timeout.to_millis(), wanted.row.tries.count()), (10_500, 3));
    assert_eq!(wanted.row.try_sleep.time().unwrap().as_millis(), 500);
}

#[test]
fn timeout_of_zero_disables_the_limit() {
    let millis = |value: Value| {
        let wanted = Site::new().trial.prepare("/bin/true", &[("timeout", value)]).unwrap();
        wanted.row.timeout.to_millis()
    };
    assert_eq!(millis(0_i64.into()), u32::MAX);
    assert_eq!(millis(Value::from(-5_i64)), u32::MAX);
    assert_eq!(millis(texts(&["5"])), 5000);
    assert_eq!(millis(0.0001.into()), 1);
    assert_eq!(millis(1e12.into()), u32::MAX);
}

#[test]
fn umask_is_a_text_of_octal_digits() {
    assert_eq!(refused("umask", "9"), "The umask specification is invalid: \"9\"");
    assert_eq!(refused("umask", 18_i64), "The umask specification is invalid: 18");
    assert_eq!(refused("umask", texts(&["022"])), "The umask specification is invalid: [\"022\"]");
    assert_eq!(refused("umask", "10000"), "The umask specification is invalid: \"10000\"");
    let bits = |umask: &str| {
        Site::new().trial.prepare("/bin/true", &[("umask", umask.into())]).unwrap().row.umask.unwrap().bits()
    };
    assert_eq!((bits("7"), bits("022"), bits("00222")), (0o7, 0o22, 0o222));
}

#[test]
fn relative_paths_are_rejected() {
    assert_eq!(refused("cwd", "a"), "cwd must be a fully qualified path");
    assert_eq!(refused("cwd", texts(&["/a"])), "cwd only accepts a single path, not an array of paths");
    assert_eq!(refused("creates", "a"), "creates must be a fully qualified path");
    assert_eq!(refused("creates", texts(&["/a", ""])), "creates must be a fully qualified path");
}

#[test]
fn environment_setting_without_a_name_is_rejected() {
    assert_eq!(refused("environment", "x"), "Invalid environment setting 'x'");
    assert_eq!(refused("environment", texts(&["x=1", "=y"])), "Invalid environment setting '=y'");
    assert_eq!(refused("environment", 5_i64), "Invalid environment setting '5'");
    let hash = Value::Hash(vec![("a".into(), "b".into())]);
    assert_eq!(refused("environment", hash), "Invalid environment setting '{\"a\"=>\"b\"}'");
    assert_eq!(refused("environment", texts(&["x=", "a-b=1"])), "");
}

#[test]
fn invalid_choice_lists_the_valid_values() {
    assert_eq!(refused("refreshonly", "yes"), "Invalid value \"yes\". Valid values are true, false.");
    assert_eq!(refused("logoutput", "yes"), "Invalid value \"yes\". Valid values are true, false, on_failure.");
    assert_eq!(refused("refreshonly", true), "");
    assert_eq!(refused("logoutput", false), "");
}

#[test]
fn only_root_runs_commands_as_another_user() {
    let site = Site::new();
    let by = |user: &str| site.refusal("/bin/true", &[("user", user.into())]);
    assert_eq!(by("daemon"), "");
    site.machine.set_fact("identity.privileged", false).set_fact("identity.user", "ann");
    assert_eq!(by("daemon"), "Only root can execute commands as other users");
    assert_eq!(by("ann"), "");
    site.machine.set_fact("identity.privileged", true);
    assert_eq!(by("daemon"), "");
}

#[test]
fn values_are_canonicalized() {
    let site = Site::new();
    let given = [("returns", 2_i64.into()), ("unless", "/bin/a".into()), ("user", 5_i64.into())];
    let row = site.trial.prepare("/bin/true", &given).unwrap().row;
    assert_eq!(row.returns.clone().into_value(), texts(&["2"]));
    assert_eq!(row.unless.clone().unwrap().into_value(), texts(&["/bin/a"]));
    assert_eq!(row.user.as_ref().unwrap().name(), "5");
}

#[test]
fn files_and_users_are_required() {
    let site = Site::new();
    let related = |attributes: &[(&str, Value)]| {
        let wanted = site.trial.prepare("x", attributes).unwrap();
        let relations = Exec::relate(&wanted.row, &site.machine).into_iter();
        relations.map(|relation| (relation.target_type, relation.titles.join(" "))).collect::<Vec<_>>()
    };
    let pair = |target: &str, titles: &str| (target.to_owned(), titles.to_owned());
    assert_eq!(
        related(&[
            ("command", "/bin/a /b\n\"/c d\" e".into()),
            ("cwd", "/cwd".into()),
            ("unless", "/u x".into()),
            ("onlyif", vec![texts(&["/o", "/p"]), "/q".into()].into()),
            ("user", "ann".into()),
            ("path", "/bin".into()),
        ]),
        [pair("file", "/cwd /bin/a /c d /o /q /u"), pair("user", "ann")]
    );
    assert_eq!(related(&[("command", texts(&["/bin/a", "/b"])), ("user", "12".into())]), [pair("file", "/bin/a")]);
    assert_eq!(related(&[("command", "touch /x".into()), ("path", "/bin".into())]), []);
    assert_eq!(related(&[("command", site.secret())]), []);
}
