//! Providers of others: added, locked, used, updated, removed; and what becomes of lock and store when something goes wrong.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Duration;

use marotte_tests::{INI_LINE, MAKERS, Outcome, Scratch};
use rustix::process::Signal;

use crate::scratch;

const CODE: &str = "file { '/etc': ensure => directory } ini_line { 'a/b': value => 'c' }";

/// A machine with a key of its own, which it trusts with the name space of the example.
struct Machine {
    scratch: Scratch,
    key: String,
}

impl Machine {
    fn new() -> Self {
        let scratch = scratch();
        let key = scratch.path("key.pem").display().to_string();
        let machine = Self { scratch, key };
        let public = machine.run(&["provider", "keygen", &machine.key], 0).stdout.trim().to_owned();
        let _ =
            machine.run(&["provider", "trust", &public, "--namespace", "example"], 0).says("is trusted from now on");
        machine
    }

    fn folder(&self, name: &str) -> String {
        self.scratch.path(name).display().to_string()
    }

    /// Arguments that keep the program to this test's folders.
    fn words(&self, words: &[&str]) -> Vec<String> {
        let (conf, state) = (self.folder("conf"), self.folder("state"));
        words.iter().copied().chain(["--confdir", &conf, "--vardir", &state]).map(str::to_owned).collect()
    }

    #[track_caller]
    fn run(&self, words: &[&str], code: i32) -> Outcome {
        self.scratch.run(&self.words(words)).expect(code)
    }

    #[track_caller]
    fn apply(&self, code: i32) -> Outcome {
        let conf = self.folder("conf");
        let store = self.folder("state/providers");
        self.scratch.apply(CODE, &["--confdir", &conf, "--provider_store", &store]).expect(code)
    }

    /// Writes the example with this version and what it may read, signed or not.
    fn component(&self, file: &str, version: &str, reads: &str, is_signed: bool) -> String {
        let (was, will) = (r#"["/etc/app.ini"]"#, format!("{:16}", format!("[\"{reads}\"]")));
        let mut bytes = fs::read(INI_LINE).expect("what the test has made is there");
        let about = |version: &str| format!("ini-line\"\nversion = \"{version}\"");
        replace(&mut bytes, &about("0.1.0"), &about(version));
        replace(&mut bytes, was, &will);
        let path = self.scratch.file(file, bytes).display().to_string();
        if is_signed {
            let _ = self.run(&["provider", "sign", &path, "--key", &self.key], 0);
        }
        path
    }

    fn lock(&self) -> PathBuf {
        self.scratch.path("conf/providers.lock")
    }

    /// The one file of the store that is a component.
    fn stored(&self) -> PathBuf {
        let blobs =
            fs::read_dir(self.scratch.path("state/providers/blobs/sha256")).expect("what the test has made is there");
        let mut components = blobs
            .map(|entry| entry.expect("what the test has made is there").path())
            .filter(|path| path.metadata().expect("what the test has made is there").len() > 10_000);
        let component = components.next().expect("what the test has made is there");
        assert!(components.next().is_none());
        component
    }
}

/// Puts a text of the same length into the place of another one.
fn replace(bytes: &mut [u8], was: &str, will: &str) {
    assert_eq!(was.len(), will.len());
    // The code has a copy; what counts is the section behind it.
    let place =
        bytes.windows(was.len()).rposition(|window| window == was.as_bytes()).expect("what the test has made is there");
    bytes[place..place + was.len()].copy_from_slice(will.as_bytes());
}

#[test]
fn a_provider_is_added_used_and_removed() {
    let machine = Machine::new();
    let file = machine.component("ini.wasm", "0.1.0", "/etc/app.ini", true);
    let _ = machine.run(&["provider", "add", &file], 1).complains("--accept-grants").says("+ may write @path");
    assert!(!machine.lock().exists());
    let added = machine.run(&["provider", "add", &file, "--accept-grants"], 0);
    let _ = added.says("example/ini-line 0.1.0 from").says("signed by ed25519:").says("+ type ini_line: key");
    let _ = machine.apply(2).is_silent_about("not locked");
    assert!(fs::read_to_string(machine.scratch.root().join("etc/app.ini")).unwrap().contains('c'));
    let _ = machine.apply(0);
    let _ = machine.run(&["provider", "list"], 0).says("example/ini-line 0.1.0 (locked, sha256:");
    let _ = machine.run(&["provider", "show", "example/ini-line"], 0).says("type ini_line");
    let _ = machine.run(&["provider", "verify"], 0).says("is what the lock has, and may run");
    let _ = machine.run(&["describe", "ini_line"], 0).says("ini_line");
    let _ = machine.run(&["catalog", "compile", "--execute", CODE], 0).says("ini_line");
    // The file it came from is not needed any more.
    fs::remove_file(&file).unwrap();
    let _ = machine.apply(0);
    let _ = machine.run(&["provider", "remove", "example/ini-line"], 0).says("is removed");
    let _ = machine.apply(1);
    assert_eq!(fs::read_dir(machine.scratch.path("state/providers/blobs/sha256")).unwrap().count(), 0);
    let _ = machine.run(&["provider", "remove", "example/ini-line"], 1).complains("is not in the lock");
}

#[test]
fn who_is_not_trusted_is_refused_with_the_command_that_would_accept_it() {
    let machine = Machine::new();
    let file = machine.component("ini.wasm", "0.1.0", "/etc/app.ini", false);
    let add = ["provider", "add", &file, "--accept-grants"];
    let refused = machine.run(&add, 1).complains("is not signed; `marotte provider trust sha256:");
    let command = refused.stderr.split('`').nth(1).unwrap().to_owned();
    let other = machine.folder("other.pem");
    let _ = machine.run(&["provider", "keygen", &other], 0);
    let _ = machine.run(&["provider", "sign", &file, "--key", &other], 0);
    let refused = machine.run(&add, 1).complains("who is not trusted with the name space 'example'");
    assert!(refused.stderr.contains("`marotte provider trust ed25519:"), "{}", refused.stderr);
    assert!(!machine.lock().exists());
    let words: Vec<&str> = command.split(' ').skip(1).collect();
    let _ = machine.run(&words, 0);
    let _ = machine.run(&add, 0).says("not signed, accepted by its digest");
    let _ = machine.apply(2);
}

#[test]
fn an_update_that_may_do_more_has_to_be_accepted() {
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
    let _ = machine.run(&["provider", "list"], 0).says("example/ini-line 0.1.1 (locked");
    let _ = machine.run(&["provider", "update"], 0).says("as new as");
    // Both are installed, and the lock decides.
    fs::write(machine.lock(), before).unwrap();
    let _ = machine.run(&["provider", "list"], 0).says("example/ini-line 0.1.0 (locked");
    let _ = machine.apply(0);
    // Less is not asked about.
    let _ = machine.component("ini.wasm", "0.1.2", "/etc/app.ini", true);
    let _ = machine.run(&["provider", "update"], 0).says("0.1.0 -> 0.1.2");
}

#[test]
fn what_was_changed_does_not_run() {
    let machine = Machine::new();
    let file = machine.component("ini.wasm", "0.1.0", "/etc/app.ini", true);
    let _ = machine.run(&["provider", "add", &file, "--accept-grants"], 0);
    let stored = machine.stored();
    let good = fs::read(&stored).unwrap();
    for place in (0..good.len()).step_by(good.len() / 7) {
        let mut bad = good.clone();
        bad[place] ^= 1;
        fs::write(&stored, bad).unwrap();
        let _ = machine.apply(1).complains("'example/ini-line'").complains("the digest of the component is sha256:");
    }
    // What the lock has comes again.
    let _ = machine.run(&["provider", "add"], 0).says("is installed again");
    assert_eq!(fs::read(&stored).unwrap(), good);
    let text = fs::read_to_string(machine.lock()).unwrap();
    let decides = |line: &str| line.contains('=') && !line.starts_with("source") && !line.starts_with("requirement");
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
fn a_built_in_type_stays_what_it_is() {
    let machine = Machine::new();
    let component = marotte_cli::embedded().into_iter().find(|component| component.name() == "file").unwrap();
    let path = machine.scratch.file("file.wasm", component.bytes()).display().to_string();
    let refused = machine.run(&["provider", "add", &path, "--accept-grants"], 1);
    let command = refused.stderr.split('`').nth(1).unwrap_or_default().to_owned();
    let words: Vec<&str> = command.split(' ').skip(1).collect();
    let _ = machine.run(&words, 0);
    let refused = machine.run(&["provider", "add", &path, "--accept-grants"], 1);
    let _ = refused.complains("defines the type 'file', which is built in");
    assert!(!machine.lock().exists());
}

#[test]
fn a_module_carries_its_provider() {
    let machine = Machine::new();
    let carried = machine.component("modules/ini/providers/ini.wasm", "0.1.0", "/etc/app.ini", true);
    let modules = machine.folder("modules");
    let conf = machine.folder("conf");
    let flags = ["--modulepath", &modules, "--confdir", &conf, "--provider_store", &machine.folder("state/providers")];
    let refused = machine.scratch.apply(CODE, &flags).expect(1).complains(&carried);
    let _ = refused.complains("marotte provider add --from-modules");
    let _ = machine.run(&["provider", "add", "--from-modules", "--modulepath", &modules, "--accept-grants"], 0);
    let _ = machine.scratch.apply(CODE, &flags).expect(2);
}

#[test]
fn whenever_an_add_is_killed_lock_and_store_are_whole() {
    let machine = Machine::new();
    let first = machine.component("one.wasm", "0.1.0", "/etc/app.ini", true);
    let _ = machine.run(&["provider", "add", &first, "--accept-grants"], 0);
    for round in 0..40_u64 {
        // The same version with other bytes is the hardest: it takes the place of what runs.
        let reads = if round % 2 == 0 { "/etc/app.in?" } else { "/etc/app.ini" };
        let second = machine.component("two.wasm", "0.1.0", reads, true);
        let started = machine.scratch.start(&machine.words(&["provider", "add", &second, "--accept-grants"]));
        thread::sleep(Duration::from_micros(round * 997 % 40_000));
        started.signal(Signal::KILL);
        let _ = started.wait();
        let _ = machine.run(&["provider", "verify"], 0).says("example/ini-line 0.1.0 is what the lock has");
    }
    let _ = machine.run(&["provider", "add", &first, "--accept-grants"], 0);
    let _ = machine.apply(2);
    // What the killed ones left is gone: the component, its manifest and config, its signature with manifest and config.
    let _ = machine.stored();
}

#[test]
fn two_adds_at_once_wait_for_one_another() {
    let machine = Machine::new();
    let one = machine.component("one.wasm", "0.1.0", "/etc/app.ini", true);
    let two = machine.scratch.file("makers.wasm", fs::read(MAKERS).unwrap()).display().to_string();
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
    let _ = machine.run(&["provider", "verify"], 0).says("example/ini-line 0.1.0").says("marotte/test-makers");
}

#[test]
fn a_full_disk_leaves_what_was_there() {
    let machine = Machine::new();
    let first = machine.component("one.wasm", "0.1.0", "/etc/app.ini", true);
    let _ = machine.run(&["provider", "add", &first, "--accept-grants"], 0);
    let before = fs::read(machine.lock()).unwrap();
    let second = machine.component("two.wasm", "0.1.1", "/etc/app.ini", true);
    for blocks in ["0", "1", "8"] {
        let refused = limited(blocks, &machine.words(&["provider", "add", &second, "--accept-grants"]));
        assert!(refused.contains("Could not write '"), "{blocks}: {refused}");
        assert_eq!(fs::read(machine.lock()).unwrap(), before);
        let _ = machine.run(&["provider", "verify"], 0);
    }
    let _ = machine.run(&["provider", "add", &second, "--accept-grants"], 0).says("0.1.0 -> 0.1.1");
}

/// Runs the program where no file can have more than so many blocks; returns what it complains of.
fn limited(blocks: &str, words: &[String]) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_marotte-under-test"));
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let output = Command::new("sh")
        .args(["-c", &script])
        .arg(program)
        .args(words)
        .env("NO_COLOR", "1")
        .output()
        .expect("what the test has made is there");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    String::from_utf8(output.stderr).expect("what the test has made is there")
}
