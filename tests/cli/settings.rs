//! Settings: flags, environment variables, `marotte.conf`, and the subcommand `config`.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, chown};

use marotte_tests::{Outcome, Scratch};

use crate::scratch;

/// The unprivileged user of tests that run as root.
const NOBODY: u32 = 65534;

fn config(scratch: &Scratch, arguments: &[&str]) -> Outcome {
    let confdir = scratch.path("conf").display().to_string();
    scratch.run(&[&["config"], arguments, &["--confdir", &confdir]].concat())
}

#[test]
fn single_setting_is_printed_without_its_name() {
    let scratch = scratch();
    let _ =
        scratch.file("conf/marotte.conf", "# mine\n[main]\nvardir = /srv/state\nstrict = 'off'\n[user]\nnoop = true\n");
    assert_eq!(config(&scratch, &["print", "vardir"]).expect(0).stdout, "/srv/state\n");
    let several = config(&scratch, &["print", "strict", "noop", "dblocation"]).expect(0);
    assert_eq!(several.stdout, "dblocation = /srv/state/fleet.sqlite3\nnoop = false\nstrict = off\n");
    assert_eq!(config(&scratch, &["print", "noop", "--section", "user"]).expect(0).stdout, "true\n");
    assert_eq!(config(&scratch, &["print", "strict", "--strict", "error"]).expect(0).stdout, "error\n");
    let _ =
        config(&scratch, &["print", "all"]).expect(0).says("environment = production\n").says("vardir = /srv/state\n");
    let _ = config(&scratch, &["print", "noop", "strict", "--render-as", "json"]).expect(0).says("\"strict\": \"off\"");
}

#[test]
fn origin_of_a_value_is_printed() {
    let scratch = scratch();
    let file = scratch.file("conf/marotte.conf", "[main]\nstrict = off\n[user]\nnoop = true\n").display().to_string();
    let dev = scratch.file("conf/environments/dev/environment.conf", "# mine\nmodulepath = mods\n");
    let modules = scratch.path("conf/environments/dev/mods").display().to_string();
    let confdir = scratch.path("conf").display().to_string();
    let print = |names: &[&str], variables: &[(&str, &str)]| {
        let flags = ["config", "print", "--origin", "--confdir", &confdir, "--environment", "dev", "--tags=a,b"];
        scratch.run_with(&[&flags, names].concat(), variables).expect(0).stdout
    };
    let variables = [("MAROTTE_STRICT", "error"), ("MAROTTE_CERTNAME", "n1"), ("MAROTTE_SHOW_DIFF", "")];
    let printed = print(&["strict", "certname", "tags", "show_diff", "modulepath"], &variables);
    let expected = format!(
        "certname = n1 (variable MAROTTE_CERTNAME)\nmodulepath = {modules} ({}:2)\nshow_diff = false (default)\n\
         strict = error (variable MAROTTE_STRICT)\ntags = a,b (flag --tags)\n",
        dev.display()
    );
    assert_eq!(printed, expected);
    assert_eq!(print(&["strict"], &[]), format!("off ({file}:2)\n"));
    assert_eq!(print(&["noop", "--section", "user"], &[]), format!("true ({file}:4)\n"));
    assert_eq!(print(&["modulepath", "--modulepath", "/m"], &[]), "/m (flag --modulepath)\n");
    let json = print(&["strict", "noop", "--render-as", "json"], &variables);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["strict"]["origin"], "variable MAROTTE_STRICT");
}

#[test]
fn every_setting_is_a_flag_of_every_command() {
    let scratch = scratch();
    let file = scratch.file("a.pp", "notify { 'a': }").display().to_string();
    let verbs: [&[&str]; 5] = [
        &["parser", "validate", &file],
        &["describe", "--list"],
        &["provider", "list"],
        &["config", "print"],
        &["facts", "kernel"],
    ];
    for verb in verbs {
        let fine = ["--vardir=/x", "--no-noop", "--no-strict_variables", "--show-diff", "--log_level", "err"];
        let _ = scratch.run(&[verb, &fine].concat()).expect(0);
        let _ = scratch.run(&[verb, &["--strict", "maybe"]].concat()).expect(1).complains("maybe");
        let wrong = scratch.run_with(verb, &[("MAROTTE_STRICT", "maybe")]).expect(1);
        let _ = wrong.complains("Invalid value 'maybe' for parameter strict.").complains("(variable: MAROTTE_STRICT)");
    }
    let outcome = scratch.run_with(&["config", "print", "strict"], &[("MAROTTE_NOOOP", "1"), ("MAROTTE_SERIAL", "1")]);
    let _ = outcome
        .expect(0)
        .complains("Warning: Unknown setting 'nooop'; did you mean 'noop'? (variable: MAROTTE_NOOOP)\n")
        .complains("Warning: The setting 'serial' is Puppet's and has no effect here (variable: MAROTTE_SERIAL)\n");
}

#[test]
fn instances_with_separate_directories_share_nothing() {
    let scratch = scratch();
    // System directories are used by root only; other users have directories below their home.
    let program = scratch.program_for_nobody();
    let directories = ["confdir", "codedir", "vardir", "logdir", "statedir", "rundir"];
    for directory in ["home", "root"].iter().chain(&directories) {
        fs::create_dir(scratch.path(directory)).or_else(|_| fs::metadata(scratch.path(directory)).map(drop)).unwrap();
        fs::set_permissions(scratch.path(directory), fs::Permissions::from_mode(0o755)).unwrap();
        if rustix::process::geteuid().is_root() {
            chown(scratch.path(directory), Some(NOBODY), Some(NOBODY)).unwrap();
        }
    }
    let given = |name: &str| format!("--{name}={}", scratch.path(name).display());
    let log = format!("--logdest=console,{}", scratch.path("logdir/run.log").display());
    let file = scratch.path("root/a").display().to_string();
    let code = format!("file {{ '{file}': content => 'x' }}");
    let mut arguments: Vec<String> =
        ["apply", "-e", &code, "--write-catalog-summary", "--graph", &log].map(str::to_owned).into();
    arguments.extend(directories.map(given));
    let outcome = program.run(&arguments, &[("HOME", &scratch.path("home").display().to_string())]);
    let _ = outcome.expect(0).says("defined content as");
    let inside = |name: &str| fs::read_dir(scratch.path(name)).unwrap().count();
    assert_eq!(inside("home"), 0, "no files below the home directory");
    assert!(inside("statedir") > 0 && inside("logdir") == 1);
    let _ = program
        .run(&["config", "print", "vardir"], &[("HOME", "/nowhere")])
        .expect(0)
        .says("/nowhere/.local/state/marotte\n");
}

#[test]
fn settings_without_effect_are_reported_by_name() {
    let scratch = scratch();
    let _ = scratch.file("conf/marotte.conf", "[main]\nserial = 1\n");
    let outcome = config(&scratch, &["print", "noop"]).expect(0);
    let _ = outcome
        .complains("Warning: The setting 'serial' is Puppet's and has no effect here (file: ")
        .complains("line: 2");
    let _ = config(&scratch, &["print", "serial"]).expect(1).complains("The setting 'serial' is Puppet's");
    let unknown = "Unknown setting 'storeconfig'; did you mean 'storeconfigs'?";
    let _ = config(&scratch, &["print", "storeconfig"]).expect(1).complains(unknown);
    let _ = scratch.file("conf/marotte.conf", "[main]\nstoreconfig = true\n");
    let _ = config(&scratch, &["print", "noop"]).expect(1).complains(unknown).complains("line: 2");
    let _ = scratch.file("conf/marotte.conf", "[main]\nnoop\n");
    let _ = config(&scratch, &["print", "noop"]).expect(1).complains("Could not match line noop (file: ");
}

#[test]
fn settings_are_set_and_deleted() {
    let scratch = scratch();
    let file = scratch.path("conf/marotte.conf");
    let _ = config(&scratch, &["set", "noop", "true", "--section", "user"]).expect(0);
    let _ = config(&scratch, &["set", "strict", "error"]).expect(0);
    assert_eq!(fs::read_to_string(&file).unwrap(), "[user]\nnoop = true\n[main]\nstrict = error\n");
    let _ = config(&scratch, &["delete", "noop", "--section", "user"]).expect(0);
    assert_eq!(fs::read_to_string(&file).unwrap(), "[user]\n[main]\nstrict = error\n");
    let wrong = config(&scratch, &["set", "strict", "maybe"]).expect(1);
    let _ = wrong.complains("Invalid value 'maybe' for parameter strict. Allowed values are 'off', 'warning', 'error'");
    let _ = config(&scratch, &["set", "nosuch", "1"]).expect(1).complains("Unknown setting 'nosuch'");
}

#[test]
fn settings_are_read_from_the_file() {
    let scratch = scratch();
    let _ = scratch.file(
        "conf/marotte.conf",
        "[main]\nstrict_variables = true\n[user]\nnoop = true\ncertname = other.example.com\n",
    );
    let confdir = scratch.path("conf").display().to_string();
    let code = "file { '/a': content => $trusted['certname'] } notice($settings::noop, $settings::strict)";
    let outcome = scratch.apply(code, &["--confdir", &confdir]).expect(0);
    let _ = outcome.says("Class[main]): true warning").says("(noop)").says("Compiled catalog for other.example.com in");
    let _ =
        scratch.apply("notice($nosuch)", &["--confdir", &confdir]).expect(1).complains("Unknown variable: 'nosuch'");
    let _ = scratch.apply(code, &["--confdir", &confdir, "--no-noop"]).expect(2);
    assert_eq!(fs::read_to_string(scratch.root().join("a")).unwrap(), "other.example.com");
}
