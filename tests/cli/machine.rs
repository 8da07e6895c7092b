//! A test machine for third-party providers: directories, key, components with given versions and grants, and runs
//! that are killed or exhaust the disk.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use marotte_tests::{INI_LINE, Outcome, Scratch};
use rustix::process::Signal;

use crate::scratch;

/// Manifest that uses the example.
pub(super) const CODE: &str = "file { '/etc': ensure => directory } ini_line { 'a/b': value => 'c' }";

/// A machine with its own key, which is trusted for the example's namespace.
pub(super) struct Machine {
    pub(super) scratch: Scratch,
    pub(super) key: String,
}

impl Machine {
    pub(super) fn new() -> Self {
        let scratch = scratch();
        let key = scratch.path("key.pem").display().to_string();
        let machine = Self { scratch, key };
        let public = machine.run(&["provider", "keygen", &machine.key], 0).stdout.trim().to_owned();
        let _ = machine.run(&["provider", "trust", &public, "--namespace", "example"], 0).says("is now trusted");
        machine
    }

    pub(super) fn directory(&self, name: &str) -> String {
        self.scratch.path(name).display().to_string()
    }

    /// Returns arguments that restrict the program to this test's directories.
    pub(super) fn words(&self, words: &[&str]) -> Vec<String> {
        let (conf, state) = (self.directory("conf"), self.directory("state"));
        words.iter().copied().chain(["--confdir", &conf, "--vardir", &state]).map(str::to_owned).collect()
    }

    #[track_caller]
    pub(super) fn run(&self, words: &[&str], code: i32) -> Outcome {
        self.scratch.run(&self.words(words)).expect(code)
    }

    #[track_caller]
    pub(super) fn apply(&self, code: i32) -> Outcome {
        let conf = self.directory("conf");
        let store = self.directory("state/providers");
        self.scratch.apply(CODE, &["--confdir", &conf, "--provider_store", &store]).expect(code)
    }

    /// Writes the example with a version and a read grant, signed or unsigned.
    pub(super) fn component(&self, file: &str, version: &str, reads: &str, is_signed: bool) -> String {
        let (was, will) = (r#"["/etc/app.ini"]"#, format!("{:16}", format!("[\"{reads}\"]")));
        let mut bytes = fs::read(INI_LINE).expect("a file of the test");
        let about = |version: &str| format!("ini-line\"\nversion = \"{version}\"");
        replace(&mut bytes, &about("0.1.0"), &about(version));
        replace(&mut bytes, was, &will);
        let path = self.scratch.file(file, bytes).display().to_string();
        if is_signed {
            let _ = self.run(&["provider", "sign", &path, "--key", &self.key], 0);
        }
        path
    }

    /// Writes a copy of a component with a changed manifest, packed and signed. The key is trusted for the example's
    /// namespace.
    pub(super) fn made(&self, file: &str, from: &str, change: impl FnOnce(&mut toml::Table)) -> String {
        let path = self.directory(file);
        let _ = self.run(&["provider", "pack", from, "-o", &path], 0);
        let packed = fs::read(&path).expect("a file of the test");
        fs::write(&path, with_manifest(&packed, change)).expect("a file of the test");
        let _ = self.run(&["provider", "sign", &path, "--key", &self.key], 0);
        path
    }

    /// Adds a section without meaning to a component and signs it again.
    pub(super) fn pad(&self, path: &str, length: usize) {
        let mut bytes = fs::read(path).expect("a file of the test");
        bytes.push(0);
        bytes.extend(sized(&[sized(b"padding"), vec![b'x'; length]].concat()));
        fs::write(path, bytes).expect("a file of the test");
        let _ = self.run(&["provider", "sign", path, "--key", &self.key], 0);
    }

    /// Starts a subcommand and kills it after a delay that depends on the round.
    pub(super) fn kill(&self, round: u64, words: &[&str]) {
        let started = self.scratch.start(&self.words(words));
        thread::sleep(Duration::from_micros(round * 997 % 40_000));
        started.signal(Signal::KILL);
        let _ = started.wait();
    }

    /// Runs a subcommand with a file size limit in blocks of 512 bytes. Writing a larger file causes an error instead
    /// of a signal.
    pub(super) fn limited(&self, blocks: &str, words: &[&str]) -> Outcome {
        let program = Path::new(env!("CARGO_BIN_EXE_marotte-under-test"));
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
        let mut command = Command::new("sh");
        command.args(["-c", &script]).arg(program).args(self.words(words)).env("NO_COLOR", "1").stdin(Stdio::null());
        Outcome::new(&command.output().expect("a shell"))
    }

    pub(super) fn lock(&self) -> PathBuf {
        self.scratch.path("conf/providers.lock")
    }

    /// Returns the number of components in the store.
    pub(super) fn stored_count(&self) -> usize {
        self.components().len()
    }

    /// Returns the only component in the store.
    pub(super) fn stored(&self) -> PathBuf {
        let components = self.components();
        assert_eq!(components.len(), 1, "{components:?}");
        components[0].clone()
    }

    fn components(&self) -> Vec<PathBuf> {
        let blobs = fs::read_dir(self.scratch.path("state/providers/blobs/sha256")).expect("the store");
        let paths = blobs.map(|entry| entry.expect("a file of the store").path());
        paths.filter(|path| path.metadata().expect("a file of the store").len() > 10_000).collect()
    }
}

/// Returns a packed component with a changed manifest. The manifest is the last section.
fn with_manifest(packed: &[u8], change: impl FnOnce(&mut toml::Table)) -> Vec<u8> {
    let sections = wasmparser::Parser::new(0).parse_all(packed).filter_map(|payload| match payload {
        Ok(wasmparser::Payload::CustomSection(section)) => Some(section),
        _ => None,
    });
    let last = sections.last().expect("a component with a manifest");
    let text = std::str::from_utf8(last.data()).expect("a manifest is a text");
    let mut manifest: toml::Table = text.parse().expect("a manifest is TOML");
    change(&mut manifest);
    let mut content = sized(last.name().as_bytes());
    content.extend_from_slice(manifest.to_string().as_bytes());
    let start = last.range().start;
    let head = 1 + sized(&packed[start..]).len() - (packed.len() - start);
    [&packed[..start - head], &[0], &sized(&content)].concat()
}

/// Returns bytes preceded by their length in WebAssembly's encoding.
fn sized(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut length = bytes.len();
    while length >= 0x80 {
        out.push(0x80 | u8::try_from(length & 0x7f).expect("seven bits"));
        length >>= 7;
    }
    out.push(u8::try_from(length).expect("seven bits"));
    out.extend_from_slice(bytes);
    out
}

/// Replaces a text by another one of the same length.
fn replace(bytes: &mut [u8], was: &str, will: &str) {
    assert_eq!(was.len(), will.len());
    // The code contains a copy; the section after it is the relevant one.
    let place = bytes.windows(was.len()).rposition(|window| window == was.as_bytes()).expect("the text to replace");
    bytes[place..place + was.len()].copy_from_slice(will.as_bytes());
}
