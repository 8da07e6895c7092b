//! Settings: where they come from, and `config`.

use std::fs;

use marotte_tests::{Outcome, Scratch};

use crate::scratch;

fn config(scratch: &Scratch, arguments: &[&str]) -> Outcome {
    let confdir = scratch.path("conf").display().to_string();
    scratch.run(&[&["config"], arguments, &["--confdir", &confdir]].concat())
}

#[test]
fn one_setting_is_printed_alone_and_several_by_name() {
    let scratch = scratch();
    let _ =
        scratch.file("conf/marotte.conf", "# mine\n[main]\nvardir = /srv/state\nstrict = 'off'\n[user]\nnoop = true\n");
    assert_eq!(config(&scratch, &["print", "vardir"]).expect(0).stdout, "/srv/state\n");
    let several = config(&scratch, &["print", "strict", "noop", "dblocation"]).expect(0);
    assert_eq!(several.stdout, "dblocation = /srv/state/exported.sqlite3\nnoop = false\nstrict = off\n");
    assert_eq!(config(&scratch, &["print", "noop", "--section", "user"]).expect(0).stdout, "true\n");
    assert_eq!(config(&scratch, &["print", "strict", "--strict", "error"]).expect(0).stdout, "error\n");
    let _ =
        config(&scratch, &["print", "all"]).expect(0).says("environment = production\n").says("vardir = /srv/state\n");
    let _ = config(&scratch, &["print", "noop", "strict", "--render-as", "json"]).expect(0).says("\"strict\": \"off\"");
}

#[test]
fn what_has_no_effect_is_said_by_name() {
    let scratch = scratch();
    let _ = scratch.file("conf/marotte.conf", "[main]\nsplay = true\n");
    let outcome = config(&scratch, &["print", "noop"]).expect(0);
    let _ = outcome
        .complains("Warning: The setting 'splay' is Puppet's and has no effect here (file: ")
        .complains("line: 2");
    let _ = config(&scratch, &["print", "splay"]).expect(1).complains("The setting 'splay' is Puppet's");
    let unknown = "Unknown setting 'storeconfig'; did you mean 'storeconfigs'?";
    let _ = config(&scratch, &["print", "storeconfig"]).expect(1).complains(unknown);
    let _ = scratch.file("conf/marotte.conf", "[main]\nstoreconfig = true\n");
    let _ = config(&scratch, &["print", "noop"]).expect(1).complains(unknown).complains("line: 2");
    let _ = scratch.file("conf/marotte.conf", "[main]\nnoop\n");
    let _ = config(&scratch, &["print", "noop"]).expect(1).complains("Could not match line noop (file: ");
}

#[test]
fn settings_are_set_and_taken_out() {
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
fn a_run_takes_its_settings_from_the_file() {
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
