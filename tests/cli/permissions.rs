//! Files that control a run and are writable by other users: settings, state, external facts, manifests, modules and
//! data.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, chown};

use marotte_tests::Scratch;

use crate::scratch;

/// The unprivileged user of tests that run as root.
const NOBODY: u32 = 65534;

fn set_mode(scratch: &Scratch, path: &str, mode: u32) {
    fs::set_permissions(scratch.path(path), fs::Permissions::from_mode(mode)).expect("a file of the test");
}

/// Returns the hint of the error for a path.
fn remedy(scratch: &Scratch, bits: &str, path: &str) -> String {
    format!("Correct this with `chmod {bits} {}`", scratch.path(path).display())
}

#[test]
fn settings_writable_by_others_are_refused() {
    let scratch = scratch();
    let _ = scratch.file("conf/marotte.conf", "noop = true\nstrict_permissions = false\n");
    let confdir = scratch.path("conf").display().to_string();
    let print = ["config", "print", "noop", "--confdir", &confdir];
    let _ = scratch.run(&print).expect(0).says("true");
    for (path, mode, restored) in [("conf/marotte.conf", 0o666, 0o644), ("conf", 0o777, 0o755)] {
        set_mode(&scratch, path, mode);
        let _ = scratch.run(&print).expect(1).complains(&remedy(&scratch, "go-w", path));
        let _ = scratch.run(&[&print[..], &["--no-strict_permissions"]].concat()).expect(0).says("true");
        let _ = scratch.run_with(&print, &[("MAROTTE_STRICT_PERMISSIONS", "false")]).expect(0).says("true");
        set_mode(&scratch, path, restored);
    }
    let _ = scratch.run(&print).expect(0).says("true");
}

#[test]
fn state_writable_by_others_is_refused() {
    let scratch = scratch();
    let code = "file { '/a': content => 'a' }";
    let _ = scratch.apply(code, &[]).expect(2);
    let state = scratch.path("state").display().to_string();
    let undo = ["undo", "--vardir", &state];
    let verbs = [&undo[..], &["filebucket", "list", "--local", "--vardir", &state]];
    // A journal directory created by another user while the state directory was writable by everyone is not used
    // afterwards.
    for (path, mode, restored) in [("state", 0o777, 0o750), ("state", 0o1777, 0o750), ("state/undo", 0o777, 0o700)] {
        set_mode(&scratch, path, mode);
        let expected = remedy(&scratch, "go-w", path);
        let _ = scratch.apply(code, &[]).expect(1).complains(&expected);
        for verb in verbs {
            let _ = scratch.run(verb).expect(1).complains(&expected);
        }
        assert!(scratch.root().join("a").exists(), "nothing was undone");
        set_mode(&scratch, path, restored);
    }
    let _ = scratch.run(&undo).expect(0);
    assert!(!scratch.root().join("a").exists());
}

#[test]
fn state_file_and_last_good_catalog_writable_by_others_are_refused() {
    let scratch = scratch();
    let scheduled = "schedule { 's': period => daily } notify { 'a': schedule => 's' }";
    let _ = scratch.apply(scheduled, &["--statefile", &scratch.path("memory.json").display().to_string()]).expect(2);
    set_mode(&scratch, "memory.json", 0o666);
    let refused = scratch.apply(scheduled, &["--statefile", &scratch.path("memory.json").display().to_string()]);
    let _ = refused.expect(1).complains(&remedy(&scratch, "go-w", "memory.json"));
}

#[test]
fn external_fact_program_writable_by_others_is_refused() {
    let scratch = scratch();
    let marker = scratch.path("ran").display().to_string();
    let program = format!("#!/bin/sh\ntouch {marker}\necho role=web\n");
    let (confdir, modules) =
        (scratch.path("conf").display().to_string(), scratch.path("modules").display().to_string());
    let flags = ["--confdir", &confdir, "--modulepath", &modules];
    let code = "notify { \"role ${facts['role']}\": }";
    // A module may be owned by a deployment account and writable by its group.
    for (path, bits, mode) in [("conf/facts.d/role", "go-w", 0o755), ("modules/m/facts.d/role", "o-w", 0o775)] {
        let _ = scratch.file(path, &program);
        set_mode(&scratch, path, mode);
        let _ = scratch.apply(code, &flags).expect(2).says("role web");
        fs::remove_file(&marker).expect("the program ran");
        set_mode(&scratch, path, 0o777);
        let _ = scratch.apply(code, &flags).expect(1).complains(&remedy(&scratch, bits, path));
        let facts = scratch.run(&[&["facts", "role"], &flags[..]].concat()).expect(1);
        let _ = facts.complains(&remedy(&scratch, bits, path));
        assert!(!scratch.path("ran").exists(), "the program ran");
        fs::remove_file(scratch.path(path)).expect("a file of the test");
    }
}

#[test]
fn world_writable_manifest_is_refused() {
    let scratch = scratch();
    let manifest = scratch.file("code/site.pp", "notify { 'a': }");
    for path in ["code/site.pp", "code"] {
        let mode = if path == "code" { 0o775 } else { 0o664 };
        set_mode(&scratch, path, mode);
        let _ = scratch.apply_file(&manifest, &[]).expect(2).says("defined 'message' as 'a'");
        set_mode(&scratch, path, mode | 0o002);
        let _ = scratch.apply_file(&manifest, &[]).expect(1).complains(&remedy(&scratch, "o-w", path));
        let _ = scratch.apply_file(&manifest, &["--no-strict_permissions"]).expect(2);
        set_mode(&scratch, path, mode);
    }
    // A file named on the command line may be in a sticky directory, but a directory whose files are all read must
    // not be sticky and world-writable.
    set_mode(&scratch, "code", 0o1777);
    let _ = scratch.apply_file(&manifest, &[]).expect(2);
    let directory = scratch.path("code");
    let _ = scratch.apply_file(&directory, &[]).expect(1).complains(&remedy(&scratch, "o-w", "code"));
}

#[test]
fn world_writable_module_and_data_are_refused() {
    let scratch = scratch();
    let production = "conf/environments/production";
    let at = |path: &str| format!("{production}/{path}");
    for (path, text) in [
        ("hiera.yaml", "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n"),
        ("data/common.yaml", "m::text: hello\n"),
        (
            "modules/m/manifests/init.pp",
            "class m(String $text) { include m::inner\n file { '/t': content => template('m/t.erb') }\n file { '/s': source => 'puppet:///modules/m/s' } }",
        ),
        ("modules/m/manifests/inner.pp", "class m::inner { }"),
        ("modules/m/templates/t.erb", "t"),
        ("modules/m/files/s", "s"),
        ("environment.conf", "manifest = manifests\n"),
        ("manifests/site.pp", "include m\n"),
    ] {
        let _ = scratch.file(&at(path), text);
    }
    let confdir = scratch.path("conf").display().to_string();
    let (root, state) = (scratch.root().display().to_string(), scratch.path("state").display().to_string());
    let apply = || {
        scratch.run(&["apply", "--confdir", &confdir, "--root", &root, "--vardir", &state, "--no-usecacheonfailure"])
    };
    let _ = apply().expect(0);
    for path in [
        "data/common.yaml",
        "data",
        "hiera.yaml",
        "environment.conf",
        "manifests",
        "modules",
        "modules/m",
        "modules/m/manifests",
        "modules/m/manifests/init.pp",
        "modules/m/manifests/inner.pp",
        "modules/m/templates/t.erb",
        "modules/m/files",
        "modules/m/files/s",
    ] {
        let path = at(path);
        let before = fs::metadata(scratch.path(&path)).expect("a file of the test").permissions().mode() & 0o777;
        set_mode(&scratch, &path, before | 0o020);
        let _ = apply().expect(0);
        set_mode(&scratch, &path, before | 0o022);
        let refused = apply();
        // A source is read at its resource's turn. Without detailed exit codes, such a run exits with 0, as in
        // Puppet.
        assert!(refused.code != Some(0) || path.contains("/files"), "{path}");
        let _ = refused.complains(&remedy(&scratch, "o-w", &path));
        set_mode(&scratch, &path, before);
    }
    let _ = apply().expect(0);
}

#[test]
fn home_directory_is_read_from_the_user_database() {
    let scratch = scratch();
    let program = scratch.program_for_nobody();
    let user = rustix::process::geteuid();
    let user = if user.is_root() { NOBODY } else { user.as_raw() };
    let users = fs::read_to_string("/etc/passwd").expect("the list of users");
    let home = users.lines().find_map(|line| {
        let fields: Vec<&str> = line.split(':').collect();
        (fields.get(2)?.parse() == Ok(user)).then(|| fields.get(5).copied())?
    });
    let print = program.run(&["config", "print", "vardir"], &[]);
    match home {
        Some(home) => assert_eq!(print.expect(0).stdout, format!("{home}/.local/state/marotte\n")),
        None => drop(
            print.expect(1).complains("Could not find the home directory of the running user: set the variable HOME"),
        ),
    }
}

#[test]
#[expect(clippy::print_stderr, reason = "a skipped test reports it")]
fn files_of_another_user_are_refused_for_settings_and_state_and_accepted_for_code() {
    if !rustix::process::geteuid().is_root() {
        eprintln!("SKIPPED: only root can give files away");
        return;
    }
    let scratch = scratch();
    let give = |path: &str, user: u32| chown(scratch.path(path), Some(user), Some(user)).expect("a file of the test");
    let remedy = |path: &str| format!("Correct this with `chown root {}`", scratch.path(path).display());
    let confdir = scratch.path("conf").display().to_string();
    let marker = scratch.path("ran").display().to_string();
    let _ = scratch.file("conf/marotte.conf", "[main]\n");
    let _ = scratch.file("conf/facts.d/role", format!("#!/bin/sh\ntouch {marker}\necho role=web\n"));
    set_mode(&scratch, "conf/facts.d/role", 0o755);
    let code = scratch.file("code/site.pp", "file { '/a': content => $facts['role'] }");
    let apply = || scratch.apply_file(&code, &["--confdir", &confdir]);
    // Files owned by a deployment account.
    give("code", NOBODY);
    give("code/site.pp", NOBODY);
    let _ = apply().expect(2);
    fs::remove_file(&marker).expect("the program ran");
    for path in ["conf", "conf/marotte.conf", "conf/facts.d", "conf/facts.d/role", "state", "state/undo"] {
        give(path, NOBODY);
        let _ = apply().expect(1).complains(&remedy(path));
        assert!(!scratch.path("ran").exists(), "{path}");
        let _ = scratch.apply_file(&code, &["--confdir", &confdir, "--no-strict_permissions"]).expect(0);
        fs::remove_file(&marker).expect("the program ran");
        give(path, 0);
    }
    let _ = apply().expect(0);
}
