//! Recorded sessions: shell commands with their output, without and with colours.
//!
//! A session is a text file. A line with the prefix `$ ` is a command for `sh`, followed by its recorded output:
//! standard output unchanged, lines of standard error with the prefix `! `, and an exit code other than 0 as `[exit
//! 4]`. Lines with `# ` before the first command describe the session. Colours are shown as `␛[1;31m`.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use regex::Regex;
use sha2::{Digest as _, Sha256};

use crate::{INI_LINE, Scratch, cache};

/// Patterns of values that differ between runs, and their replacements.
const VARYING: &[(&str, &str)] = &[
    (r"\bmarotte ([0-9.]+) \([0-9a-f]{8,40} 20[0-9]{2}\\?-[0-9]{2}\\?-[0-9]{2}(, modified)?\)", "marotte $1 (COMMIT)"),
    (r#"\bmarotte ([0-9]+\.[0-9]+\.[0-9]+)(\n|")"#, "marotte $1 (COMMIT)$2"),
    (r"\b[0-9]+\.[0-9]+ (seconds|s)\b", "N $1"),
    (r"\b[0-9]+(\.[0-9]+)? (ms|µs)\b", "N ms"),
    (r"\b20[0-9]{2}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?( ?(Z|[+-][0-9]{2}:?[0-9]{2}))?", "TIME"),
    (r"\b20[0-9]{2}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}", "TIME"),
    (r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b", "UUID"),
    (r"\b1[7-9][0-9]{8}\b", "SECONDS"),
    (r#""duration": [0-9.]+"#, "\"duration\": N"),
];

/// A recorded session.
#[derive(Debug)]
pub struct Session {
    file: PathBuf,
    text: String,
}

impl Session {
    /// Reads a session.
    ///
    /// # Panics
    /// Panics if the file cannot be read.
    #[must_use]
    pub fn read(file: &Path) -> Self {
        Self { file: file.to_path_buf(), text: fs::read_to_string(file).unwrap() }
    }

    /// Runs the commands again, without and with colours, and compares the output. With `UPDATE_SNAPSHOTS=1` in the
    /// environment, the file is rewritten instead.
    ///
    /// # Errors
    /// Returns the difference if the output differs, or if the text with colours differs from the text without.
    ///
    /// # Panics
    /// Panics if the file cannot be written or a command cannot be started.
    pub fn check(&self, program: &str, files: &Path) -> Result<(), String> {
        let head: String = self.text.lines().take_while(|line| !line.starts_with("$ ")).map(line).collect();
        let commands: Vec<&str> = self.text.lines().filter_map(|line| line.strip_prefix("$ ")).collect();
        assert!(!commands.is_empty(), "{} has no command", self.file.display());
        let play = |colours: &str| -> String { head.clone() + &play(program, files, colours, &commands) };
        let (plain, coloured) = (play("false"), play("ansi"));
        let name = self.file.file_name().unwrap().to_string_lossy();
        differ(&format!("{name}: the texts with and without colours differ"), &plain, &without_colours(&coloured))?;
        if plain.contains('␛') {
            return Err(format!("{name}: the output without colours contains colours:\n{plain}"));
        }
        if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
            fs::write(&self.file, coloured).unwrap();
            return Ok(());
        }
        differ(&format!("{name}: recorded, printed (UPDATE_SNAPSHOTS=1 updates it)"), &self.text, &coloured)
    }
}

/// Runs commands sequentially in their own directory.
fn play(program: &str, files: &Path, colours: &str, commands: &[&str]) -> String {
    let scratch = Scratch::new(program);
    copy(files, &scratch.path(""));
    // Usage lines contain the name of the called program.
    fs::create_dir(scratch.path("bin")).unwrap();
    symlink(program, scratch.path("bin/marotte")).unwrap();
    let others = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{others}", scratch.path("bin").display());
    let mut text = String::new();
    for words in commands {
        let mut command = Command::new("sh");
        command.args(["-c", words]).current_dir(scratch.path("")).stdin(Stdio::null());
        command.env_clear().env("PATH", &path).env("TZ", "UTC");
        command.env("HOME", scratch.path("")).env("ROOT", scratch.root()).env("INI_LINE", INI_LINE);
        command.env("MAROTTE_CACHE", cache()).env("MAROTTE_COLOR", colours);
        command.env("MAROTTE_CONFDIR", scratch.path("conf")).env("MAROTTE_VARDIR", scratch.path("state"));
        command.env("MAROTTE_CERTNAME", "web1.example.org");
        let output = command.output().unwrap();
        text += &line(&format!("$ {words}"));
        let shown = |bytes: &[u8]| settled(&String::from_utf8_lossy(bytes), &scratch);
        text.extend(shown(&output.stdout).lines().map(line));
        text.extend(shown(&output.stderr).lines().map(|shown| line(&format!("! {shown}"))));
        match output.status.code() {
            Some(0) => {}
            code => text += &line(&format!("[exit {}]", code.map_or("by a signal".into(), |code| code.to_string()))),
        }
    }
    text
}

/// Replaces values that differ between runs, and makes escape characters visible.
fn settled(text: &str, scratch: &Scratch) -> String {
    let directory = scratch.path("").display().to_string();
    let mut text = text.replace(directory.trim_end_matches('/'), "/scratch").replace(INI_LINE, "/ini_line.wasm");
    // The compiler's output differs between machines.
    text = text.replace(&sha256(Path::new(INI_LINE)), "SHA256-OF-INI-LINE");
    for (pattern, word) in VARYING {
        text = Regex::new(pattern).unwrap().replace_all(&text, *word).into_owned();
    }
    text.replace('\u{1b}', "␛")
}

/// Returns the SHA-256 of a file in hexadecimal digits.
fn sha256(path: &Path) -> String {
    hex::encode(Sha256::digest(fs::read(path).unwrap()))
}

fn without_colours(text: &str) -> String {
    Regex::new("␛\\[[0-9;]*m").unwrap().replace_all(text, "").into_owned()
}

fn differ(what: &str, left: &str, right: &str) -> Result<(), String> {
    if left == right {
        return Ok(());
    }
    Err(format!("{what}\n{}", similar::TextDiff::from_lines(left, right).unified_diff().context_radius(3)))
}

fn line(text: &str) -> String {
    format!("{text}\n")
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}
