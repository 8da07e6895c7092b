//! Saved plans: content, drift detection, and exit codes of deviating runs.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use marotte_tests::Scratch;

use crate::scratch;

const CODE: &str = "
file { '/a': content => 'new', mode => '0640' }
notify { 'told': }
";

/// Creates a tree with `/a` and a plan for it.
fn planned(code: &str) -> (Scratch, String) {
    let scratch = scratch();
    fs::write(scratch.root().join("a"), "old").expect("the tree is ours");
    fs::set_permissions(scratch.root().join("a"), fs::Permissions::from_mode(0o600)).expect("the tree is ours");
    let plan = scratch.path("plan").display().to_string();
    let outcome = scratch.apply(code, &["--plan-out", &plan]).expect(0);
    let _ = outcome.says("(noop)").says(&format!("Notice: Saved the plan '{plan}'"));
    assert_eq!(fs::read_to_string(scratch.root().join("a")).expect("it is there"), "old");
    (scratch, plan)
}

#[test]
fn plan_is_applied_once() {
    let (scratch, plan) = planned(CODE);
    let mode = fs::metadata(&plan).expect("the plan is there").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let _ = scratch
        .apply(CODE, &["--plan", &plan])
        .expect(2)
        .says("Notice: /Stage[main]/Main/File[/a]/mode: mode changed '0600' to '0640'");
    assert_eq!(fs::read_to_string(scratch.root().join("a")).expect("it is there"), "new");
    let before = scratch.tree();
    let again = scratch.apply(CODE, &["--plan", &plan]).expect(16);
    let expected = "Error: The plan is stale: the system has changed
    |   File[/a]/content: planned '{sha256}cba06b5736faf67e54b07b561eae94395e774c517a7d910a54369e1263ccfbd4' to '{sha256}11507a0e2f5e69d5dfa40a62a1bd7b6ee57e6bcd85c67c9b8431b36fff21c437', now nothing
    |   File[/a]/mode: planned '0600' to '0640', now nothing
";
    assert_eq!(again.stderr, expected);
    assert_eq!(scratch.tree(), before);
    let colored = scratch.apply(CODE, &["--plan", &plan, "--color", "true"]).expect(16);
    assert!(colored.stderr.starts_with("\u{1b}[1;31mError: The plan is stale"), "{}", colored.stderr);
}

#[test]
fn plan_is_applied_with_its_own_catalog() {
    for as_flag in [true, false] {
        let (scratch, plan) = planned(CODE);
        let (root, state) = (scratch.root().display().to_string(), scratch.path("state").display().to_string());
        let place = if as_flag { vec!["--plan", &plan] } else { vec![&*plan] };
        let run = |more: &[&str]| {
            scratch
                .run(&[&["apply", "--root", &root, "--vardir", &state, "--detailed-exitcodes"], more, &place].concat())
        };
        let _ = run(&["--noop"]).expect(0).says("current_value '0600', should be '0640' (noop)");
        let _ = run(&[]).expect(2).says("Notice: /Stage[main]/Main/File[/a]/mode: mode changed '0600' to '0640'");
        assert_eq!(fs::read_to_string(scratch.root().join("a")).expect("it is there"), "new");
        let _ = run(&[]).expect(16).complains("Error: The plan is stale: the system has changed");
    }
}

#[test]
fn plan_show_prints_changes_and_new_content() {
    let (scratch, plan) = planned("file { '/a': content => \"new\\nlines\\n\" } file { '/b': ensure => directory }");
    let shown = scratch.run(&["plan", "show", &plan]).expect(0);
    assert!(
        shown.stdout.contains("    +new\n    +lines\nFile[/b]/ensure: 'absent' to 'directory'\n"),
        "{}",
        shown.stdout
    );
    assert!(shown.stdout.contains("\n1 to create, 1 to change, 0 to remove below '"), "{}", shown.stdout);
    let json: serde_json::Value =
        serde_json::from_str(&scratch.run(&["plan", "show", &plan, "--render-as", "json"]).expect(0).stdout)
            .expect("JSON");
    assert_eq!(json["events"][1]["resource"], "File[/b]");
    let file = scratch.file("no.plan", "notify { 'x': }").display().to_string();
    let _ = scratch.run(&["plan", "show", &file]).expect(1).complains("is not a plan");
}

#[test]
fn system_drift_is_refused() {
    let (scratch, plan) = planned(CODE);
    fs::set_permissions(scratch.root().join("a"), fs::Permissions::from_mode(0o644)).expect("the tree is ours");
    let before = scratch.tree();
    let outcome = scratch.apply(CODE, &["--plan", &plan]).expect(16);
    assert_eq!(
        outcome.stderr,
        "Error: The plan is stale: the system has changed\n    |   \
         File[/a]/mode: planned '0600' to '0640', now '0644' to '0640'\n"
    );
    assert_eq!(scratch.tree(), before);
}

#[test]
fn catalog_drift_is_refused() {
    let (scratch, plan) = planned(CODE);
    let before = scratch.tree();
    let other = CODE.replace("0640", "0644") + "notify { 'more': }";
    let outcome = scratch.apply(&other, &["--plan", &plan]).expect(16);
    let expected = "Error: The plan is stale: the catalog has changed
    |   File[/a]
    | -   mode => '0640'
    | +   mode => '0644'
    | + Notify[more]
";
    assert_eq!(outcome.stderr, expected);
    let _ =
        scratch.apply(CODE, &["--plan", &plan, "--certname", "other"]).expect(16).complains("it was made for node ");
    assert_eq!(scratch.tree(), before);
}

#[test]
fn first_unplanned_change_ends_the_run() {
    // During planning, the file is still absent, so the guard fails.
    let code = "
        file { '/a': ensure => absent }
        -> exec { 'late': command => '/bin/true', unless => '/usr/bin/test -e a', cwd => '/' }
        -> file { '/never': content => 'x' }";
    let (scratch, plan) = planned(code);
    let outcome = scratch.apply(code, &["--plan", &plan]).expect(16);
    let _ = outcome.complains(
        "Error: The run was stopped after a change that is not in the plan: Exec[late]/returns: 'notrun' to ",
    );
    assert!(!scratch.root().join("never").exists(), "the run went on");
}

#[test]
fn refresh_by_a_planned_change_is_allowed() {
    let code = "file { '/a': content => 'new' } ~> exec { '/bin/true': refreshonly => true }";
    let (scratch, plan) = planned(code);
    let _ = scratch.apply(code, &["--plan", &plan]).expect(2).says("Triggered 'refresh' from 1 event");
}

#[test]
fn plan_contains_no_secrets() {
    let scratch = scratch();
    let plan = scratch.path("plan").display().to_string();
    let code = "file { '/a': content => Sensitive('canary') }";
    let outcome = scratch.apply(code, &["--plan-out", &plan]).expect(1);
    let _ = outcome.complains("Error: File[/a]: its attribute 'content' is Sensitive, and a plan keeps no secrets\n");
    assert!(!scratch.path("plan").exists());
}

#[test]
fn plan_includes_enforced_resources_without_applying_them() {
    let (scratch, _) = planned("file { '/a': content => 'new', noop => false }");
    assert_eq!(fs::read_to_string(scratch.root().join("a")).expect("it is there"), "old");
}

#[test]
fn invalid_plan_is_rejected() {
    let (scratch, plan) = planned(CODE);
    let text = fs::read_to_string(&plan).expect("the plan is there");
    for (content, reason) in [
        ("", "is not a plan; 'marotte apply --plan-out FILE' writes one"),
        ("{}", "is not a plan;"),
        (&*text.replace("\"marotte_plan\": 1", "\"marotte_plan\": 9"), "is a plan with another version, 9"),
        (&*text.replace("\"catalog_format\": 2", "\"catalog_format\": 9"), "The catalog has format 9"),
        (&*text.replace("\"events\"", "\"event\""), "is damaged: unknown field `event`"),
    ] {
        let bad = scratch.file("bad", content).display().to_string();
        let _ = scratch.apply(CODE, &["--plan", &bad]).expect(1).complains(reason);
    }
    let _ = scratch.apply(CODE, &["--plan", "/nowhere"]).expect(1).complains("Could not read the plan '/nowhere'");
    let _ = scratch
        .apply(CODE, &["--plan-out", "/nowhere/plan"])
        .expect(1)
        .complains("Could not write the plan '/nowhere/plan'");
    let _ = scratch.apply(CODE, &["--plan-out", "x", "--plan", "y"]).expect(1).complains("cannot be used with");
}
