//! Third-party providers: adding, locking, using, updating and removing, and the state of lock and store after
//! failures.

use std::fs;

use marotte_tests::{GENERATORS, INI_LINE};

use super::machine::{CODE, Machine};

#[test]
fn provider_is_added_used_and_removed() {
    let machine = Machine::new();
    let file = machine.component("ini.wasm", "0.1.0", "/etc/app.ini", true);
    let _ = machine.run(&["provider", "add", &file], 1).complains("--accept-grants").says("+ may write @path");
    assert!(!machine.lock().exists());
    let added = machine.run(&["provider", "add", &file, "--accept-grants"], 0);
    let _ = added.says("example/ini-line 0.1.0 from").says("signed by ed25519:").says("+ type ini_line: key");
    let _ = machine.apply(2).is_silent_about("not locked");
    assert!(fs::read_to_string(machine.scratch.root().join("etc/app.ini")).unwrap().contains('c'));
    let _ = machine.apply(0);
    let _ = machine.run(&["provider", "list", "--verbose"], 0).says("example/ini-line 0.1.0 (locked, sha256:");
    let _ = machine.run(&["provider", "show", "example/ini-line"], 0).says("type ini_line");
    let _ = machine.run(&["provider", "verify"], 0).says("matches the lock and is accepted");
    let _ = machine.run(&["describe", "ini_line"], 0).says("ini_line");
    let _ = machine.run(&["catalog", "compile", "--execute", CODE], 0).says("ini_line");
    // The source file is no longer needed.
    fs::remove_file(&file).unwrap();
    let _ = machine.apply(0);
    let _ = machine.run(&["provider", "remove", "example/ini-line"], 0).says("is removed");
    let _ = machine.apply(1);
    assert_eq!(fs::read_dir(machine.scratch.path("state/providers/blobs/sha256")).unwrap().count(), 0);
    let _ = machine.run(&["provider", "remove", "example/ini-line"], 1).complains("is not in the lock");
}

#[test]
fn untrusted_signer_is_refused_with_the_command_to_trust_it() {
    let machine = Machine::new();
    let file = machine.component("ini.wasm", "0.1.0", "/etc/app.ini", false);
    let add = ["provider", "add", &file, "--accept-grants"];
    let refused = machine.run(&add, 1).complains("is not signed; `marotte provider trust sha256:");
    let command = refused.stderr.split('`').nth(1).unwrap().to_owned();
    let other = machine.directory("other.pem");
    let _ = machine.run(&["provider", "keygen", &other], 0);
    let _ = machine.run(&["provider", "sign", &file, "--key", &other], 0);
    // The namespace has another key already.
    let changed = machine.run(&add, 1).complains("THE SIGNING KEY OF 'example' HAS CHANGED");
    assert!(!changed.stderr.contains("provider trust"), "{}", changed.stderr);
    let policy = machine.scratch.path("conf/policy.toml");
    let trusted = fs::read_to_string(&policy).unwrap();
    fs::write(&policy, trusted.replace("example", "another")).unwrap();
    let refused = machine.run(&add, 1).complains("which is not trusted for the namespace 'example'");
    assert!(refused.stderr.contains("`marotte provider trust ed25519:"), "{}", refused.stderr);
    fs::write(&policy, trusted).unwrap();
    assert!(!machine.lock().exists());
    let words: Vec<&str> = command.split(' ').skip(1).collect();
    let _ = machine.run(&words, 0);
    let _ = machine.run(&add, 0).says("not signed, accepted by its digest");
    let _ = machine.apply(2);
}

#[test]
fn update_with_more_grants_must_be_accepted() {
    let machine = Machine::new();
    let file = machine.component("ini.wasm", "0.1.0", "/etc/app.ini", true);
    let _ = machine.run(&["provider", "add", &file, "--accept-grants"], 0);
    let before = fs::read(machine.lock()).unwrap();
    let _ = machine.component("ini.wasm", "0.1.1", "/etc/**", true);
    let refused = machine.run(&["provider", "update"], 1).says("0.1.0 -> 0.1.1").says("+ may read /etc/**");
    let _ = refused.complains("--accept-grants");
    assert_eq!(fs::read(machine.lock()).unwrap(), before);
    let _ = machine.apply(2);
    let _ = machine.run(&["provider", "update", "--accept-grants"], 0);
    let _ = machine.run(&["provider", "list", "--verbose"], 0).says("example/ini-line 0.1.1 (locked");
    let _ = machine.run(&["provider", "update"], 0).says("are up to date");
    // Both versions are installed; the lock selects one.
    fs::write(machine.lock(), before).unwrap();
    let _ = machine.run(&["provider", "add", "--downgrade"], 0).says("0.1.0 on this system");
    let _ = machine.run(&["provider", "list", "--verbose"], 0).says("example/ini-line 0.1.0 (locked");
    let _ = machine.apply(0);
    // A reduction of grants needs no confirmation.
    let _ = machine.component("ini.wasm", "0.1.2", "/etc/app.ini", true);
    let _ = machine.run(&["provider", "update"], 0).says("0.1.0 -> 0.1.2");
}

#[test]
fn other_bytes_of_a_locked_version_are_refused() {
    let machine = Machine::new();
    let file = machine.component("ini.wasm", "0.1.0", "/etc/app.ini", true);
    let _ = machine.run(&["provider", "add", &file, "--accept-grants"], 0);
    let before = fs::read_to_string(machine.lock()).unwrap();
    let locked = before.split("artifact = \"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let _ = machine.component("ini.wasm", "0.1.0", "/etc/app.in?", true);
    for words in [&["provider", "update", "--accept-grants"][..], &["provider", "add", &file, "--accept-grants"]] {
        let refused =
            machine.run(words, 1).complains("has other bytes of example/ini-line 0.1.0 than those in the lock file");
        let refused = refused.complains("their digest is sha256:").complains(&format!("the locked one {locked}"));
        let _ = refused
            .complains("changed code needs a new version")
            .complains("remove the block of 'example/ini-line' from");
        assert_eq!(fs::read_to_string(machine.lock()).unwrap(), before);
    }
    let _ = machine.component("ini.wasm", "0.1.1", "/etc/app.in?", true);
    let _ = machine
        .run(&["provider", "update", "--accept-grants"], 0)
        .says("Installed example/ini-line 0.1.1, recorded in");
    let _ = machine.run(&["provider", "remove", "example/ini-line"], 0);
    let _ = machine.component("ini.wasm", "0.1.1", "/etc/app.ini", true);
    let _ = machine.run(&["provider", "add", &file, "--accept-grants"], 0);
}

#[test]
fn lock_shows_grants_in_clear_text() {
    let machine = Machine::new();
    let file = machine.component("ini.wasm", "0.1.0", "/etc/app.ini", true);
    let _ = machine.run(&["provider", "add", &file, "--accept-grants"], 0);
    let text = fs::read_to_string(machine.lock()).unwrap();
    let (start, rest) = text.split_once("requests = [").unwrap();
    let (requests, end) = rest.split_once("]\n").unwrap();
    assert!(requests.contains("\"read /etc/app.ini\"") && requests.contains("\"write @path\""), "{text}");
    // The lock of an earlier version of the program has none, and gets them with the next change.
    let old = format!("{start}{end}").replace("version = 2\n", "version = 1\n");
    fs::write(machine.lock(), &old).unwrap();
    let _ = machine.apply(2);
    let _ = machine.run(&["provider", "add", &file], 0).says("is already installed");
    assert_eq!(fs::read_to_string(machine.lock()).unwrap(), text);
    // Only the digest is authoritative for a run.
    fs::write(machine.lock(), text.replace("read /etc/app.ini", "read /nothing")).unwrap();
    let _ = machine.apply(0);
}

#[test]
fn default_value_used_in_a_grant_must_be_accepted() {
    let machine = Machine::new();
    let file = machine.component("ini.wasm", "0.1.0", "/etc/app.ini", true);
    let added = machine.run(&["provider", "add", &file, "--accept-grants"], 0);
    let _ = added.says("+ may use \"/etc/app.ini\" for 'path' by default");
    let newer = machine.component("ini.wasm", "0.1.1", "/etc/app.ini", true);
    let (was, will) = (r#"{"constant":"/etc/app.ini"}"#, r#"{"constant":"/etc/shadow."}"#);
    let mut bytes = fs::read(&newer).unwrap();
    let place = bytes.windows(was.len()).rposition(|window| window == was.as_bytes()).unwrap();
    bytes[place..place + was.len()].copy_from_slice(will.as_bytes());
    fs::write(&newer, bytes).unwrap();
    machine.pad(&newer, 1);
    let refused = machine.run(&["provider", "update"], 1);
    let _ = refused.says("+ may use \"/etc/shadow.\" for 'path'").complains("--accept-grants");
    let _ = machine.run(&["provider", "list", "--verbose"], 0).says("example/ini-line 0.1.0 (locked");
}

#[test]
fn modified_component_is_not_run() {
    let machine = Machine::new();
    let file = machine.component("ini.wasm", "0.1.0", "/etc/app.ini", true);
    let _ = machine.run(&["provider", "add", &file, "--accept-grants"], 0);
    let stored = machine.stored();
    let good = fs::read(&stored).unwrap();
    for place in (0..good.len()).step_by(good.len() / 7) {
        let mut bad = good.clone();
        bad[place] ^= 1;
        fs::write(&stored, bad).unwrap();
        let refused = machine.apply(1).complains("'example/ini-line'");
        let is_told = ["the digest of the component is sha256:", "is not a WebAssembly component"];
        assert!(is_told.iter().any(|words| refused.stderr.contains(words)), "{}", refused.stderr);
    }
    // Missing components in the lock are installed again.
    let _ = machine.run(&["provider", "add"], 0).says("Restored example/ini-line 0.1.");
    assert_eq!(fs::read(&stored).unwrap(), good);
    let text = fs::read_to_string(machine.lock()).unwrap();
    // Not the clear text of the grants, which only 'provider verify' compares.
    let others = ["source", "requirement", "requests"];
    let decides = |line: &str| line.contains('=') && !others.iter().any(|name| line.starts_with(name));
    for (number, line) in text.lines().enumerate().filter(|(_, line)| decides(line)) {
        let middle = line.len() - 6.min(line.len() / 3);
        let changed = match line.as_bytes()[middle] {
            b'1' => "2",
            _ => "1",
        };
        let changed = format!("{}{changed}{}", &line[..middle], &line[middle + 1..]);
        let lines = text.lines().enumerate().map(|(at, old)| if at == number { changed.as_str() } else { old });
        fs::write(machine.lock(), lines.collect::<Vec<_>>().join("\n")).unwrap();
        let refused = machine.apply(1);
        assert!(
            refused.stderr.contains("ini-line") || refused.stderr.contains("providers.lock"),
            "{changed}: {}",
            refused.stderr
        );
    }
    fs::write(machine.lock(), &text).unwrap();
    let policy = machine.scratch.path("conf/policy.toml");
    fs::remove_file(&policy).unwrap();
    let _ = machine.apply(1).complains("`marotte provider trust ed25519:");
    assert!(!machine.scratch.root().join("etc").exists());
}

#[test]
fn damaged_component_fails_only_runs_that_use_its_type() {
    let machine = Machine::new();
    let file = machine.component("ini.wasm", "0.1.0", "/etc/app.ini", true);
    let _ = machine.run(&["provider", "add", &file, "--accept-grants"], 0);
    let (conf, store) = (machine.directory("conf"), machine.directory("state/providers"));
    let flags = ["--confdir", &conf, "--provider_store", &store];
    let apply = |code: &str, exit: i32| machine.scratch.apply(code, &flags).expect(exit);
    let other = "file { '/etc': ensure => directory }";
    let good = fs::read(machine.stored()).unwrap();
    let mut bad = good.clone();
    bad[good.len() / 2] ^= 1;
    fs::write(machine.stored(), &bad).unwrap();
    let _ = apply(other, 2).is_silent_about("ini-line");
    let refused = "The provider 'example/ini-line'";
    let _ = apply("ini_line { 'a/b': value => 'c' }", 1).complains(refused);
    let _ = apply("if false { ini_line { 'a/b': value => 'c' } }", 0);
    // An error in a manifest may hide a type.
    let _ = apply("nosuch { 'a': }", 1).complains(refused);
    let _ = apply("resources { 'ini_line': purge => true }", 1).complains(refused);
    let _ = machine.run(&["describe", "ini_line"], 1).complains(refused);
    let _ = machine.run(&["resource", "ini_line"], 1).complains(refused);
    let _ = machine.run(&["catalog", "compile", "-e", "ini_line { 'a/b': }"], 1).complains(refused);
    let _ = machine.run(&["provider", "verify"], 1).complains(refused);
    let _ = machine.run(&["provider", "add"], 0).says("Restored example/ini-line 0.1.");
    // The schema is checked in each run: it may contain a type that hides a built-in one.
    fs::write(machine.stored(), &good[1..]).unwrap();
    let _ = apply(other, 1).complains(refused);
    fs::remove_file(machine.stored()).unwrap();
    let _ = apply(other, 1)
        .complains("in the lock, but not installed: install the locked providers with `marotte provider add`");
}

#[test]
fn built_in_type_cannot_be_redefined() {
    let machine = Machine::new();
    let path = marotte_tests::built_in_component("file").display().to_string();
    let refused = machine.run(&["provider", "add", &path, "--accept-grants"], 1);
    let command = refused.stderr.split('`').nth(1).unwrap_or_default().to_owned();
    let words: Vec<&str> = command.split(' ').skip(1).collect();
    let _ = machine.run(&words, 0);
    let refused = machine.run(&["provider", "add", &path, "--accept-grants"], 1);
    let _ = refused.complains("defines the type 'file', which is built in");
    assert!(!machine.lock().exists());
}

#[test]
fn provider_in_a_module_is_used_after_it_was_added() {
    let machine = Machine::new();
    let carried = machine.component("modules/ini/providers/ini.wasm", "0.1.0", "/etc/app.ini", true);
    let modules = machine.directory("modules");
    let conf = machine.directory("conf");
    let flags =
        ["--modulepath", &modules, "--confdir", &conf, "--provider_store", &machine.directory("state/providers")];
    let refused = machine.scratch.apply(CODE, &flags).expect(1).complains(&carried);
    let _ = refused.complains("marotte provider add --from-modules");
    let _ = machine.run(&["provider", "add", "--from-modules", "--modulepath", &modules, "--accept-grants"], 0);
    let _ = machine.scratch.apply(CODE, &flags).expect(2);
}

#[test]
fn different_providers_of_one_name_in_two_modules_are_reported() {
    let machine = Machine::new();
    let one = machine.component("modules/one/providers/ini.wasm", "0.1.0", "/etc/app.ini", true);
    let other = machine.component("modules/two/providers/ini.wasm", "0.1.1", "/etc/app.ini", true);
    let modules = machine.directory("modules");
    let words = ["provider", "add", "--from-modules", "--modulepath", &modules, "--accept-grants"];
    let _ = machine
        .run(&words, 1)
        .complains("contain different components of the provider 'example/ini-line'")
        .complains(&one)
        .complains(&other);
    let _ = machine.component("modules/two/providers/ini.wasm", "0.1.0", "/etc/app.ini", true);
    let _ = machine.run(&words, 0).says("example/ini-line 0.1.0");
}

#[test]
fn directory_named_like_a_component_in_a_module_is_ignored() {
    let machine = Machine::new();
    let providers = machine.scratch.path("modules/ini/providers");
    fs::create_dir_all(providers.join("directory.wasm")).unwrap();
    std::os::unix::fs::symlink("/nowhere.wasm", providers.join("dangling.wasm")).unwrap();
    let modules = machine.directory("modules");
    let _ = machine.scratch.apply("notice('compiled')", &["--modulepath", &modules]).expect(0).says("compiled");
}

#[test]
fn verify_compares_the_clear_text_of_the_grants() {
    let machine = Machine::new();
    let file = machine.component("ini.wasm", "0.1.0", "/etc/app.ini", true);
    let _ = machine.run(&["provider", "add", &file, "--accept-grants"], 0);
    let _ = machine.run(&["provider", "verify"], 0).says("matches the lock");
    let good = fs::read_to_string(machine.lock()).unwrap();
    let bad = good.replace("\"write @path", "\"read @path");
    assert_ne!(bad, good);
    fs::write(machine.lock(), bad).unwrap();
    let error = "The grants of 'example/ini-line' that the lock file lists are not those of the component";
    let _ = machine.run(&["provider", "verify"], 1).complains(error);
    let _ = machine.run(&["provider", "add", &file, "--accept-grants"], 0);
    assert_eq!(fs::read_to_string(machine.lock()).unwrap(), good);
    let _ = machine.run(&["provider", "verify"], 0).says("matches the lock");
}

#[test]
fn killed_add_leaves_lock_and_store_intact() {
    let machine = Machine::new();
    let first = machine.component("one.wasm", "0.1.0", "/etc/app.ini", true);
    let _ = machine.run(&["provider", "add", &first, "--accept-grants"], 0);
    for round in 0..40_u64 {
        let version = if round % 2 == 0 { "0.1.1" } else { "0.1.0" };
        let second = machine.component("two.wasm", version, "/etc/app.ini", true);
        machine.kill(round, &["provider", "add", &second, "--accept-grants"]);
        let _ = machine.run(&["provider", "verify"], 0).says("matches the lock");
    }
    let _ = machine.run(&["provider", "add", &first, "--accept-grants"], 0);
    let _ = machine.apply(2);
    // Remains of the killed commands have been removed, except for the other version.
    assert!(machine.stored_count() <= 2, "{}", machine.stored_count());
}

#[test]
fn killed_update_leaves_lock_and_store_intact() {
    let machine = Machine::new();
    let versioned = |patch: u64| {
        machine.made("one.wasm", INI_LINE, |manifest| {
            manifest["package"]["version"] = format!("0.1.{patch}").into();
        })
    };
    let file = versioned(0);
    let _ = machine.run(&["provider", "add", &file, "--accept-grants"], 0);
    for round in 1..=40 {
        let _ = versioned(round);
        machine.kill(round, &["provider", "update"]);
        let output = machine.run(&["provider", "verify"], 0).stdout;
        let is_whole =
            [round - 1, round].iter().any(|patch| output.starts_with(&format!("example/ini-line 0.1.{patch} matches")));
        assert!(is_whole, "{round}: {output}");
        let _ = machine.run(&["provider", "update"], 0);
        let _ = machine.run(&["provider", "verify"], 0).says(&format!("example/ini-line 0.1.{round} matches the lock"));
    }
    let _ = machine.apply(2);
    // Each version is in the store once, regardless of the killed commands.
    assert_eq!(machine.stored_count(), 41);
}

#[test]
fn killed_removal_is_completed_by_the_next() {
    let machine = Machine::new();
    let file = machine.component("one.wasm", "0.1.0", "/etc/app.ini", true);
    let remove = ["provider", "remove", "example/ini-line"];
    let mut left = 0;
    for round in 0..40 {
        let _ = machine.run(&["provider", "add", &file, "--accept-grants"], 0);
        machine.kill(round, &remove);
        let _ = machine.run(&["provider", "verify"], 0);
        let again = machine.scratch.run(&machine.words(&remove));
        if again.code == Some(0) {
            left += 1;
        } else {
            let _ = again.expect(1).complains("is not in the lock");
        }
        let _ = machine.run(&["provider", "list"], 0).is_silent_about("example/ini-line");
    }
    assert!(left > 0, "no command was killed before it finished");
    let _ = machine.run(&["provider", "add", &file, "--accept-grants"], 0);
    let _ = machine.apply(2);
    let _ = machine.run(&remove, 0);
    assert_eq!(machine.stored_count(), 0);
}

#[test]
fn provider_that_is_only_in_the_store_can_be_removed() {
    let machine = Machine::new();
    let file = machine.component("one.wasm", "0.1.0", "/etc/app.ini", true);
    let _ = machine.run(&["provider", "add", &file, "--accept-grants"], 0);
    // The same state as after a command that was killed after writing the lock.
    fs::remove_file(machine.lock()).unwrap();
    let _ = machine.run(&["provider", "remove", "example/ini-line"], 0).says("is removed");
    assert_eq!(machine.stored_count(), 0);
}

#[test]
fn concurrent_adds_are_serialised() {
    let machine = Machine::new();
    let one = machine.component("one.wasm", "0.1.0", "/etc/app.ini", true);
    let two = machine.scratch.file("makers.wasm", fs::read(GENERATORS).unwrap()).display().to_string();
    let _ = machine.run(&["provider", "sign", &two, "--key", &machine.key], 0);
    let policy = machine.scratch.path("conf/policy.toml");
    let text = fs::read_to_string(&policy).unwrap();
    fs::write(
        &policy,
        format!("{text}{}", text.replace("example", "marotte").lines().skip(1).collect::<Vec<_>>().join("\n")),
    )
    .unwrap();
    let started =
        [&one, &two].map(|file| machine.scratch.start(&machine.words(&["provider", "add", file, "--accept-grants"])));
    for started in started {
        let _ = started.wait().expect(0);
    }
    let _ = machine.run(&["provider", "verify"], 0).says("example/ini-line 0.1.0").says("marotte/test-generators");
}

#[test]
fn concurrent_updates_are_serialised() {
    let machine = Machine::new();
    let file = machine.component("one.wasm", "0.1.0", "/etc/app.ini", true);
    let _ = machine.run(&["provider", "add", &file, "--accept-grants"], 0);
    for patch in 1..=5 {
        let _ = machine.component("one.wasm", &format!("0.1.{patch}"), "/etc/app.ini", true);
        let update = machine.words(&["provider", "update"]);
        let output: Vec<String> = [(); 3]
            .map(|()| machine.scratch.start(&update))
            .into_iter()
            .map(|started| started.wait().expect(0).stdout)
            .collect();
        // One command performed the update, and the others found it complete.
        let done = format!("0.1.{} -> 0.1.{patch}", patch - 1);
        assert_eq!(output.iter().filter(|output| output.contains(&done)).count(), 1, "{output:?}");
        assert_eq!(output.iter().filter(|output| output.contains("are up to date")).count(), 2, "{output:?}");
        let _ = machine.run(&["provider", "verify"], 0).says(&format!("example/ini-line 0.1.{patch} matches"));
    }
}

#[test]
fn full_disk_leaves_lock_and_store_unchanged() {
    let machine = Machine::new();
    let first = machine.component("one.wasm", "0.1.0", "/etc/app.ini", true);
    let _ = machine.run(&["provider", "add", &first, "--accept-grants"], 0);
    let before = fs::read(machine.lock()).unwrap();
    let second = machine.component("two.wasm", "0.1.1", "/etc/app.ini", true);
    for blocks in ["0", "1", "8"] {
        let refused = machine.limited(blocks, &["provider", "add", &second, "--accept-grants"]).expect(1);
        let _ = refused.complains("Could not write '");
        assert_eq!(fs::read(machine.lock()).unwrap(), before);
        let _ = machine.run(&["provider", "verify"], 0);
    }
    let _ = machine.run(&["provider", "add", &second, "--accept-grants"], 0).says("0.1.0 -> 0.1.1");
}

#[test]
fn full_disk_leaves_no_partial_update_or_removal() {
    let machine = Machine::new();
    let other = machine.made("other.wasm", GENERATORS, |manifest| {
        manifest["package"]["name"] = "example/makers".into();
    });
    let file = machine.component("one.wasm", "0.1.0", "/etc/app.ini", true);
    let _ = machine.run(&["provider", "add", &file, &other, "--accept-grants"], 0);
    let before = fs::read(machine.lock()).unwrap();
    let _ = machine.component("one.wasm", "0.1.1", "/etc/app.ini", true);
    for blocks in ["0", "1", "2", "8", "100"] {
        let _ = machine.limited(blocks, &["provider", "update"]).expect(1).complains("Could not write '");
        assert_eq!(fs::read(machine.lock()).unwrap(), before);
        let _ = machine.run(&["provider", "verify"], 0);
    }
    let _ = machine.run(&["provider", "update"], 0).says("0.1.0 -> 0.1.1");
    let mut done = Vec::new();
    for blocks in ["0", "1", "2", "3"] {
        let outcome = machine.limited(blocks, &["provider", "remove", "example/ini-line"]);
        // A failed command reports the error. After a successful one, the provider is no longer in the lock.
        let is_told = ["Could not write ", "is not in the lock"].iter().any(|words| outcome.stderr.contains(words));
        assert!(outcome.code == Some(0) || is_told, "{blocks}: {outcome:?}");
        done.push(outcome.code == Some(0));
        let _ = machine.run(&["provider", "verify"], 0).says("example/makers");
    }
    assert!(!done[0]);
    if !done.contains(&true) {
        let _ = machine.run(&["provider", "remove", "example/ini-line"], 0);
    }
    let _ = machine.run(&["provider", "list"], 0).is_silent_about("example/ini-line");
    assert_eq!(machine.stored_count(), 1);
}

#[test]
fn lock_cannot_downgrade_an_accepted_provider() {
    let machine = Machine::new();
    let old = machine.component("old.wasm", "0.1.0", "/etc/app.ini", true);
    let new = machine.component("new.wasm", "0.1.1", "/etc/app.ini", true);
    let _ = machine.run(&["provider", "add", &old, "--accept-grants"], 0);
    let before = fs::read_to_string(machine.lock()).unwrap();
    let _ = machine.run(&["provider", "add", &new], 0).says("0.1.0 -> 0.1.1");
    let after = fs::read_to_string(machine.lock()).unwrap();
    fs::write(machine.lock(), &before).unwrap();
    let refused = "older than 0.1.1, which was accepted on this system: `marotte provider add --downgrade`";
    for words in [&["provider", "add"][..], &["provider", "verify"], &["provider", "list"]] {
        let _ = machine.run(words, 1).complains(refused);
    }
    let _ = machine.apply(1).complains(refused);
    fs::write(machine.lock(), &after).unwrap();
    let _ = machine.apply(2);
    // A downgrade must be accepted on each machine.
    fs::write(machine.lock(), &before).unwrap();
    let _ = machine.run(&["provider", "add", "--downgrade"], 0);
    let _ = machine.run(&["provider", "verify"], 0);
    fs::write(machine.lock(), &after).unwrap();
    let _ = machine.run(&["provider", "add"], 0);
    let _ = machine.run(&["provider", "add", &old], 0).says("0.1.1 -> 0.1.0");
    let _ = machine.run(&["provider", "verify"], 0);
    // A removed provider is installed in an older version only if this version is specified.
    let _ = machine.run(&["provider", "add", &new], 0);
    let _ = machine.run(&["provider", "remove", "example/ini-line"], 0);
    fs::write(machine.lock(), &before).unwrap();
    let _ = machine.run(&["provider", "add"], 1).complains(refused);
}

#[test]
fn lock_cannot_extend_accepted_grants() {
    let machine = Machine::new();
    let first = machine.component("first.wasm", "0.1.0", "/etc/app.ini", true);
    let wide = machine.component("wide.wasm", "0.1.1", "/etc/shadow.", true);
    let _ = machine.run(&["provider", "add", &first, "--accept-grants"], 0);
    // A lock written by another machine with the same policy.
    let (lock, store) = (machine.directory("other/providers.lock"), machine.directory("other/store"));
    let elsewhere = ["provider", "add", &wide, "--accept-grants", "--provider_lock", &lock, "--provider_store", &store];
    let _ = machine.run(&elsewhere, 0);
    fs::copy(&lock, machine.lock()).unwrap();
    let _ = machine.apply(1).complains("`marotte provider add`");
    let _ = machine.run(&["provider", "add"], 1).says("+ may read /etc/shadow.").complains("--accept-grants");
    let _ = machine.run(&["provider", "verify"], 1).complains("requests grants that were not accepted on this system");
    let _ = machine.apply(1).complains("requests grants that were not accepted on this system: read /etc/shadow.");
    let _ = machine.run(&["provider", "add", "--accept-grants"], 0).says("+ may read /etc/shadow.");
    let _ = machine.run(&["provider", "verify"], 0).says("0.1.1 matches the lock and is accepted");
}

#[test]
fn lock_of_another_machine_is_accepted_once_or_by_the_policy() {
    let machine = Machine::new();
    let file = machine.component("ini.wasm", "0.1.0", "/etc/app.ini", true);
    let _ = machine.run(&["provider", "add", &file, "--accept-grants"], 0);
    fs::remove_dir_all(machine.scratch.path("state/providers")).unwrap();
    let restore = |name: &str, more: &[&str], code: i32| {
        machine.run(&[&["provider", "add", "--provider_store", &machine.directory(name)], more].concat(), code)
    };
    let _ = restore("first", &[], 1).complains("--accept-grants").says("+ may write @path");
    let _ = restore("first", &["--accept-grants"], 0).says("0.1.0 on this system");
    let policy = machine.scratch.path("conf/policy.toml");
    let text = fs::read_to_string(&policy).unwrap();
    let maximum = "[namespace.example.maximum.files]\nread = ['/etc/app.ini']\nwrite = ['@path']\n";
    fs::write(&policy, format!("{text}{maximum}")).unwrap();
    let _ = restore("second", &[], 0).says("Restored example/ini-line 0.1.");
    let verify = ["provider", "verify", "--provider_store", &machine.directory("second")];
    let _ = machine.run(&verify, 0).says("is accepted");
}

#[test]
fn lock_and_policy_writable_by_others_are_refused() {
    use std::os::unix::fs::PermissionsExt as _;
    let machine = Machine::new();
    let file = machine.component("ini.wasm", "0.1.0", "/etc/app.ini", true);
    let _ = machine.run(&["provider", "add", &file, "--accept-grants"], 0);
    for name in ["conf/providers.lock", "conf/policy.toml", "state/providers/accepted.toml", "state/providers"] {
        let path = machine.scratch.path(name);
        let before = fs::metadata(&path).unwrap().permissions();
        fs::set_permissions(&path, fs::Permissions::from_mode(before.mode() | 0o002)).unwrap();
        let expected = format!("Correct this with `chmod go-w {}`", path.display());
        let _ = machine.apply(1).complains(&expected);
        let _ = machine.run(&["provider", "verify"], 1).complains(&expected);
        fs::set_permissions(&path, before).unwrap();
    }
    let _ = machine.apply(2);
}
