//! Grants other than hosts: environment variables, owners and modes, resources of other types; and the display of all
//! grants.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};

use marotte_tests::{GENERATORS, GRANTS, Outcome, Scratch};

use crate::scratch;

fn apply(scratch: &Scratch, code: &str, variables: &[(&str, &str)], exit: i32) -> Outcome {
    let site = scratch.file("site.pp", code);
    scratch.apply_file_with(&site, &["--provider", GRANTS, "--debug"], variables).expect(exit)
}

#[test]
fn environment_contains_only_granted_variables() {
    let variables = [("ASKER_A", "for itself"), ("PASSED_B", "for its command"), ("SECRET", "canary"), ("LANG", "xx")];
    let code = "seer { 'ASKER_A,PASSED_B,SECRET,LANG,LC_ALL': }";
    let _ = apply(&scratch(), code, &variables, 0)
        .says("ASKER_A: for itself, its command nothing")
        .says("PASSED_B: nothing, its command for its command")
        .says("SECRET: nothing, its command nothing")
        .says("LANG: nothing, its command xx")
        .says("LC_ALL: nothing, its command C");
}

/// Strings from the host are allocated by libc, and freed by the allocator of components.
#[test]
fn environment_of_many_sizes_is_read_repeatedly() {
    let variables: Vec<(String, String)> = (0..100).map(|n| (format!("ASKER_{n}"), "x".repeat(n % 50 + 1))).collect();
    let variables: Vec<(&str, &str)> = variables.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let names: Vec<&str> = variables.iter().map(|(name, _)| *name).collect();
    let code: String = (0..20).map(|n| format!("seer {{ '{},{n}': }}\n", names.join(","))).collect();
    let mut outcome = apply(&scratch(), &code, &variables, 0);
    for (name, value) in variables {
        outcome = outcome.says(&format!("{name}: {value}, its command nothing"));
    }
}

#[test]
fn exec_has_the_same_environment_as_in_puppet() {
    let scratch = scratch();
    let out = scratch.path("out").display().to_string();
    let code = format!("exec {{ '/usr/bin/env > {out}': }}");
    let _ = apply(&scratch, &code, &[("SECRET", "passed")], 2);
    let seen = fs::read_to_string(out).unwrap();
    assert!(seen.lines().any(|line| line == "SECRET=passed"), "{seen}");
    assert!(!seen.lines().any(|line| line.starts_with("HOME=")), "{seen}");
}

/// Changes the owner or mode of a file and returns the outcome.
fn owner(directory: &str, how: &str, mode: u32, exit: i32) -> (Scratch, Outcome) {
    let scratch = scratch();
    let file = scratch.root().join(directory).join("file");
    fs::create_dir(scratch.root().join(directory)).expect("a tree of the test");
    fs::create_dir(scratch.root().join("tmp")).expect("a tree of the test");
    if how != "directory" && how != "link" {
        fs::write(&file, "old\n").expect("a tree of the test");
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).expect("a tree of the test");
    }
    let outcome = apply(&scratch, &format!("owner {{ 'x': path => '/{directory}/file', how => {how} }}"), &[], exit);
    (scratch, outcome)
}

#[test]
fn owners_and_suid_require_their_own_grants() {
    for how in ["write_suid", "suid", "sgid", "stage_suid", "temporary_suid"] {
        let (scratch, outcome) = owner("own", how, 0o644, 4);
        let _ = outcome.complains("may not set suid or sgid on").complains("no grant of its manifest covers it");
        let left = fs::metadata(scratch.root().join("own/file")).unwrap().mode() & 0o7777;
        assert_eq!((left, scratch.tree().len()), (0o644, 3), "{how}: {:#?}", scratch.tree());
    }
    for how in ["chown", "directory", "link"] {
        let (scratch, outcome) = owner("own", how, 0o644, 4);
        let _ = outcome.complains("may not change owner or group of /own/file: no grant");
        assert_eq!(scratch.tree().len(), if how == "chown" { 3 } else { 2 }, "{how}");
    }
    // Replacing the content of a set-user-ID program requires the same grant.
    let (scratch, outcome) = owner("own", "rewrite", 0o4755, 4);
    let _ = outcome.complains("may not set suid or sgid on /own/file");
    assert_eq!(fs::read_to_string(scratch.root().join("own/file")).unwrap(), "old\n");
}

#[test]
fn unprivileged_modes_need_no_suid_grant() {
    for how in ["keep", "mode", "rewrite"] {
        let (scratch, _) = owner("own", how, 0o644, 2);
        let mode = fs::metadata(scratch.root().join("own/file")).unwrap().mode() & 0o7777;
        assert_eq!(mode, if how == "mode" { 0o1777 } else { 0o644 }, "{how}");
    }
}

#[test]
fn owners_and_suid_are_set_with_a_grant() {
    for (how, mode) in [("write_suid", 0o4755), ("suid", 0o4755), ("sgid", 0o2755), ("stage_suid", 0o644)] {
        let (scratch, _) = owner("lent", how, 0o644, 2);
        assert_eq!(fs::metadata(scratch.root().join("lent/file")).unwrap().mode() & 0o7777, mode, "{how}");
    }
}

#[test]
fn other_resources_are_visible_as_granted() {
    let code = "fetcher { '/a': ensure => absent, url => 'https://h.test/a', secret => Sensitive('canary-a') }
                fetcher { '/b': ensure => absent, url => 'https://h.test/b' }
                finder { 'fetcher': columns => ['url', 'secret'], own => Sensitive('my own') }";
    let outcome = apply(&scratch(), code, &[], 0);
    let _ = outcome
        .says("Finder[fetcher]: early /a: https://h.test/a, a secret")
        .says("Finder[fetcher]: /a: https://h.test/a, (the provider 'finder' may not read")
        .says("Finder[fetcher]: /b: https://h.test/b\n")
        .says("Finder[fetcher]: own: 6")
        .is_silent_about("canary-a");
}

#[test]
fn resources_without_a_grant_are_not_visible() {
    let code = "file { '/x': content => 'canary' } finder { 'file': columns => ['content'] }";
    let scratch = scratch();
    let outcome = apply(&scratch, code, &[], 6);
    let _ = outcome
        .complains("may not read the resources of the type 'file': no grant of its manifest covers it")
        .is_silent_about("canary");
    assert!(scratch.root().join("x").exists(), "the run continues");
    let code = "fetcher { '/a': ensure => absent, url => 'x' } finder { 'fetcher': columns => ['urll'] }";
    let _ = apply(&scratch, code, &[], 4).complains("fetcher has no attribute 'urll'");
}

#[test]
fn all_grants_are_displayed() {
    let scratch = scratch();
    let lines = [
        "change owner or group of /lent/*",
        "set suid or sgid on /lent/*",
        "send read-only requests to https://*.granted.test",
        "send any request to @change",
        "connect even to addresses that are loopback",
        "read the variable ASKER_*",
        "pass the variable PASSED_* to /usr/bin/env",
        "read in plain text the secret in own",
        "pass to files and commands the secret in fetcher.secret",
        "read the resources of the type fetcher",
    ];
    let shown = scratch.run(&["provider", "show", GRANTS]).expect(0).stdout;
    let tried = scratch.apply("notify { 'x': }", &["--provider", GRANTS]).expect(2).stderr;
    for line in lines {
        assert!(shown.lines().any(|known| known.trim() == line), "no {line:?} in:\n{shown}");
        assert!(tried.contains(line), "no {line:?} in:\n{tried}");
    }
    let json = scratch.run(&["provider", "show", GRANTS, "--render-as", "json"]).expect(0).stdout;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["grants"]["network"]["addresses"][0], "loopback");
    assert_eq!(json["grants"]["environment"]["read"][0], "ASKER_*");
    assert_eq!(json["grants"]["files"]["suid"][0], "/lent/*");
}

/// Applies a `stager` whose commands copy this text.
fn stager(how: &str, text: &str, exit: i32) -> (Scratch, Outcome) {
    let scratch = scratch();
    for directory in ["etc", "leak", "tmp"] {
        fs::create_dir(scratch.root().join(directory)).expect("a tree of the test");
    }
    fs::write(scratch.root().join("etc/key"), "old\n").expect("a tree of the test");
    let source = scratch.file("source", text).display().to_string();
    let code = format!("stager {{ '/etc/key': source => '{source}', how => {how} }}");
    let outcome = scratch.apply(&code, &["--provider", GRANTS, "--root_commands", "all"]).expect(exit);
    (scratch, outcome)
}

#[test]
fn staged_file_is_written_checked_and_committed_with_the_grant_of_its_path() {
    let (scratch, _) = stager("beside", "good\n", 2);
    assert_eq!(fs::read_to_string(scratch.root().join("etc/key")).unwrap(), "good\n");
    assert_eq!(fs::read_dir(scratch.root().join("etc")).unwrap().count(), 1);
    let (scratch, outcome) = stager("beside", "bad\n", 4);
    let _ = outcome.complains("the check failed");
    assert_eq!(fs::read_to_string(scratch.root().join("etc/key")).unwrap(), "old\n");
    assert_eq!(fs::read_dir(scratch.root().join("etc")).unwrap().count(), 1);
}

#[test]
fn file_staged_elsewhere_is_not_covered_by_the_grant_of_a_path() {
    let (scratch, outcome) = stager("elsewhere", "good\n", 4);
    let nearest = "the nearest grant 'status=none if=@source of=@path' does not cover the argument 'of=";
    let _ = outcome.complains("no grant of its manifest covers it").complains(nearest);
    assert_eq!(fs::read_dir(scratch.root().join("leak")).unwrap().count(), 0);
    // A file without a path is covered by `@staged`, but not by `@path`.
    let (scratch, outcome) = stager("temporary", "good\n", 4);
    let _ = outcome.complains(nearest);
    let counted = fs::read_to_string(scratch.root().join("etc/key")).unwrap();
    assert!(counted.starts_with("6 "), "{counted}");
}

#[test]
fn commands_of_types_do_not_change_this_system_for_another_root() {
    let scratch = scratch();
    let mark = scratch.path("mark").display().to_string();
    let given = format!("exec {{ '/usr/bin/touch {mark}': }}");
    let refused = scratch.apply(&given, &["--root_commands", "none"]).expect(4);
    let _ = refused.complains("commands are not run when the root is not /: root_commands is 'none'");
    assert!(!scratch.path("mark").exists());
    let _ = scratch.apply(&given, &[]).expect(2);
    assert!(scratch.path("mark").exists(), "commands of the manifest are not restricted");
    let code = "rule { 'ipv4-0': protocol => ipv4, action => 'accept' }";
    let path = format!("{}:/usr/bin:/bin", scratch.path("bin").display());
    let program = scratch.file("bin/marotte-test-rules", "#!/bin/sh\necho ipv4-0 drop\n");
    fs::set_permissions(program, fs::Permissions::from_mode(0o755)).unwrap();
    let site = scratch.file("rules.pp", code);
    let refused = scratch.apply_file_with(&site, &["--provider", GENERATORS], &[("PATH", &path)]).expect(4);
    let _ = refused.complains("would change this system and not").complains("root_commands is 'given'");
}
