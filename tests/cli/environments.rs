//! Environments as folders, and the classifier that may choose one.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use marotte_tests::{Outcome, Scratch};

use crate::scratch;

/// Applies what the flags say, with a configuration folder of the test's own.
fn apply(scratch: &Scratch, flags: &[&str]) -> Outcome {
    let path = |name: &str| scratch.path(name).display().to_string();
    let (confdir, vardir, root) = (path("conf"), path("var"), path("root"));
    let folders =
        ["apply", "--confdir", &confdir, "--vardir", &vardir, "--root", &root, "--certname", "n1.example.com"];
    scratch.run(&[&folders, flags].concat())
}

fn script(scratch: &Scratch, name: &str, text: &str) -> String {
    let path = scratch.file(name, format!("#!/bin/sh\n{text}\n"));
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("the script is ours");
    path.display().to_string()
}

#[test]
fn manifests_are_read_in_the_order_of_their_paths() {
    let scratch = scratch();
    for name in ["b.pp", "a.pp", "10.pp", "sub/z.pp", ".hidden.pp", "no.txt"] {
        let _ = scratch.file(&format!("conf/environments/production/manifests/{name}"), format!("notice('{name}')\n"));
    }
    let outcome = apply(&scratch, &[]).expect(0);
    let said: Vec<&str> =
        outcome.stdout.lines().filter_map(|line| line.strip_prefix("Notice: Scope(Class[main]): ")).collect();
    assert_eq!(said, ["10.pp", "a.pp", "b.pp", "sub/z.pp"]);
    let manifest = scratch.file("other.pp", "notice('other')").display().to_string();
    let _ = apply(&scratch, &["--manifest", &manifest]).expect(0).says("other").is_silent_about("a.pp");
}

#[test]
fn an_environment_has_a_configuration() {
    let scratch = scratch();
    let dev = "conf/environments/dev";
    let _ = scratch.file(
        &format!("{dev}/environment.conf"),
        "modulepath = mods:$basemodulepath\nmanifest = site.pp\nconfig_version = /bin/echo v-$environment\nfoo = bar\n",
    );
    let _ = scratch.file(&format!("{dev}/site.pp"), "include m, base notice($environment, environment::twice(4))\n");
    let _ = scratch.file(&format!("{dev}/functions/twice.pp"), "function environment::twice(Integer $x) { $x * 2 }\n");
    let _ = scratch.file(&format!("{dev}/mods/m/manifests/init.pp"), "class m { notice('from dev') }\n");
    let _ = scratch.file("conf/modules/base/manifests/init.pp", "class base { notice('from all') }\n");
    let outcome = apply(&scratch, &["--environment", "dev"]).expect(0);
    let outcome = outcome.says("from dev").says("from all").says("dev 8").says("in environment dev in");
    let _ = outcome.complains("The following unknown setting(s) are being ignored: foo");
    let missing = "Could not find a directory environment named 'nosuch' anywhere in the path: ";
    let _ = apply(&scratch, &["--environment", "nosuch", "-e", ""]).expect(1).complains(missing);
    let _ = scratch.file(&format!("{dev}/environment.conf"), "config_version = /bin/false\n");
    let outcome = apply(&scratch, &["--environment", "dev"]).expect(1);
    let _ = outcome.complains("Execution of config_version command `/bin/false` failed: ");
}

#[test]
fn a_classifier_gives_classes_variables_and_an_environment() {
    let scratch = scratch();
    let _ = scratch.file(
        "conf/environments/dev/manifests/site.pp",
        "class a { notice('a') } class b($p) { notice(\"b ${p}\") }\n",
    );
    let text = "echo \"classes: {a: , b: {p: 5}}\"\necho \"parameters: {name_given: $1, list: [1, {a: b}]}\"\necho 'environment: dev'";
    let command = script(&scratch, "classify", text);
    let flags = ["--node_terminus", "exec", "--external_nodes", &command];
    let outcome = apply(&scratch, &flags).expect(0).says("Class[A]): a\n").says("in environment dev in");
    let order = outcome.stdout.find("b 5").unwrap() < outcome.stdout.find("Class[A]").unwrap();
    assert!(order, "classes with parameters come first, as in Puppet");
    let _ = apply(&scratch, &[&flags[..], &["-e", "class a {} class b($p) {} notice($name_given, $list)"]].concat())
        .expect(0)
        .says("n1.example.com [1, {a => b}]");
}

#[test]
fn a_classifier_that_fails_is_said() {
    let scratch = scratch();
    let cases = [
        ("exit 3", "Failed to find n1.example.com via exec: Execution of '"),
        ("exit 3", " n1.example.com' returned 3: "),
        ("echo hi", "Could not load external node results for n1.example.com: the output is not a hash"),
        ("echo 'a: [b'", "Could not load external node results for n1.example.com: "),
        ("", "Could not find node n1.example.com"),
        ("echo 'classes: [nosuch]'", "Could not find class nosuch for n1.example.com"),
    ];
    for (text, complaint) in cases {
        let command = script(&scratch, "classify", text);
        let flags = ["--node_terminus", "exec", "--external_nodes", &command, "-e", ""];
        let _ = apply(&scratch, &flags).expect(1).complains(complaint);
    }
    let with = |flags: &[&str]| apply(&scratch, &[&["-e", "", "--node_terminus", "exec"], flags].concat()).expect(1);
    let _ = with(&[]).complains("You must set the 'external_nodes' parameter to use the external node terminus");
    let _ = with(&["--external_nodes", "classify"])
        .complains("You must set the exec parameter to a fully qualified command");
    let _ = with(&["--external_nodes", "/nowhere/x"]).complains("Failed to find n1.example.com via exec: ");
}
