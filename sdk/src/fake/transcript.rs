//! Transcripts of commands: output of real commands, recorded on a system that has them and replayed in tests
//! elsewhere. The file format is meant to be read and reviewed:
//!
//! ```text
//! $ dpkg-query --show curl
//! = 0
//! > curl    7.88.1
//! ! a line of the error output
//! ```
//!
//! A line without a line ending is marked `>.` or `!.`.

use std::fmt::{Display, Write as _};
use std::path::{Path, PathBuf};
use std::{env, fs, process};

use super::Runner;
use crate::system::{Command, Output, Part, Program};
use crate::{Code, Error, Result};

/// Environment variable that enables recording.
const RECORD: &str = "MAROTTE_RECORD";

/// A command with its output.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Call {
    line: String,
    status: i32,
    stdout: String,
    stderr: String,
}

/// Commands with their output.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Transcript {
    calls: Vec<Call>,
    /// Calls that were replayed. The last result of a command is repeated indefinitely.
    played: Vec<usize>,
}

impl Transcript {
    /// Parses a transcript.
    pub(super) fn parse(text: &str) -> Result<Self> {
        let mut calls: Vec<Call> = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let wrong = || Error::invalid(format!("line {number} of the transcript is invalid: {line}"));
            let (mark, rest) = line.split_once(' ').unwrap_or((line, ""));
            if mark == "$" {
                let (stdout, stderr) = (String::new(), String::new());
                calls.push(Call { line: rest.to_owned(), status: 0, stdout, stderr });
                continue;
            }
            let Some(call) = calls.last_mut() else { return Err(wrong()) };
            match mark {
                "=" => call.status = rest.parse().map_err(|_| wrong())?,
                ">" => call.stdout += &format!("{rest}\n"),
                "!" => call.stderr += &format!("{rest}\n"),
                ">." => call.stdout += rest,
                "!." => call.stderr += rest,
                _ => return Err(wrong()),
            }
        }
        Ok(Self { calls, played: Vec::new() })
    }

    /// Formats the transcript.
    pub(super) fn to_text(&self) -> String {
        let mut text = String::new();
        for Call { line, status, stdout, stderr } in &self.calls {
            let _ = writeln!(text, "$ {line}\n= {status}");
            for (mark, output) in [('>', stdout), ('!', stderr)] {
                for part in output.split_inclusive('\n') {
                    let _ = match part.strip_suffix('\n') {
                        Some(line) => writeln!(text, "{mark} {line}"),
                        None => writeln!(text, "{mark}. {part}"),
                    };
                }
            }
        }
        text
    }

    /// Replays a command: returns its next recorded result, or the last one again.
    pub(super) fn play(&mut self, command: &Command) -> Result<Output> {
        let line = line(command)?;
        let places = self.calls.iter().enumerate().filter(|(_, call)| call.line == line).map(|(place, _)| place);
        let places: Vec<usize> = places.collect();
        let next = places.iter().find(|place| !self.played.contains(place)).or(places.last());
        let Some(place) = next.copied() else {
            let message = format!(
                "'{line}' is not in the transcript; run the test with {RECORD}=1 on a system that has the command"
            );
            return Err(Error::new(Code::NotFound, message));
        };
        self.played.push(place);
        let Call { status, stdout, stderr, .. } = self.calls[place].clone();
        Ok(Output { status, stdout: stdout.into_bytes(), stderr: stderr.into_bytes(), truncated: false })
    }

    /// Runs a command and records its output.
    pub(super) fn record(&mut self, command: &Command, programs: &[(String, String)]) -> Result<Output> {
        let line = line(command)?;
        let Program::Named(name) = &command.program else { return Err(given()) };
        let program = programs.iter().find(|(known, _)| known == name).map_or(name.as_str(), |(_, path)| path);
        let mut child = process::Command::new(program);
        child.args(&command.args).env("LC_ALL", "C").env("LANG", "C").stdin(process::Stdio::null());
        let failed = |error: std::io::Error| Error::new(Code::NotFound, format!("'{line}' can't be run: {error}"));
        let done = child.output().map_err(failed)?;
        let text = |bytes: Vec<u8>| {
            String::from_utf8(bytes).map_err(|_| Error::invalid(format!("the output of '{line}' is not UTF-8")))
        };
        let (stdout, stderr) = (text(done.stdout)?, text(done.stderr)?);
        let status = done.status.code().unwrap_or(128);
        self.calls.push(Call { line, status, stdout: stdout.clone(), stderr: stderr.clone() });
        Ok(Output { status, stdout: stdout.into_bytes(), stderr: stderr.into_bytes(), truncated: false })
    }
}

/// Returns a runner that replays the transcript in a file, or one that records real commands to it.
///
/// # Errors
/// Returns an error if the file cannot be read or is not a transcript.
pub(super) fn runner(path: &Path, programs: &[(&str, &str)]) -> Result<Runner> {
    if env::var_os(RECORD).is_some() {
        let programs = programs.iter().map(|(name, path)| ((*name).to_owned(), (*path).to_owned())).collect();
        return Ok(recorder(path.to_path_buf(), programs));
    }
    let in_file = |reason: &dyn Display| Error::invalid(format!("{}: {reason}", path.display()));
    let text = fs::read_to_string(path).map_err(|error| in_file(&error))?;
    let mut transcript = Transcript::parse(&text).map_err(|error| in_file(&error.message))?;
    Ok(Box::new(move |command| transcript.play(command)))
}

fn recorder(path: PathBuf, programs: Vec<(String, String)>) -> Runner {
    let mut transcript = Transcript::default();
    Box::new(move |command| {
        let output = transcript.record(command, &programs)?;
        let failed = |error: std::io::Error| Error::other(format!("{} can't be written: {error}", path.display()));
        fs::write(&path, transcript.to_text()).map_err(failed)?;
        Ok(output)
    })
}

fn given() -> Error {
    Error::invalid("a transcript contains only named commands; use `on_command` for commands given by a resource")
}

/// Formats a command as typed in a shell.
fn line(command: &Command) -> Result<String> {
    let Program::Named(name) = &command.program else { return Err(given()) };
    if command.stdin.iter().any(|part| matches!(part, Part::Secret(_) | Part::File(_))) {
        return Err(Error::invalid("a transcript cannot contain secrets or files; use `on_command`"));
    }
    let words = std::iter::once(name).chain(&command.args).map(|word| quoted(word));
    Ok(words.collect::<Vec<_>>().join(" "))
}

fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_./:=@%+,-".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''").replace('\n', "'$'\\n''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transcript_survives_a_round_trip() {
        let text = "$ dpkg-query --show 'a b'\n= 1\n> one\n> \n>. no end\n! trouble\n$ true\n= 0\n";
        let transcript = Transcript::parse(text).unwrap();
        assert_eq!(transcript.to_text(), text);
        assert_eq!(transcript.calls[0].stdout, "one\n\nno end");
    }

    #[test]
    fn invalid_transcript_is_rejected() {
        assert!(Transcript::parse("> early").unwrap_err().message.starts_with("line 1 of the transcript"));
        assert!(Transcript::parse("$ a\n= x").unwrap_err().message.starts_with("line 2"));
        assert!(Transcript::parse("$ a\nwhat").unwrap_err().message.starts_with("line 2"));
    }

    #[test]
    fn results_are_replayed_in_order() {
        let mut transcript = Transcript::parse("$ a\n= 0\n> 1\n$ b\n= 0\n$ a\n= 0\n> 2\n").unwrap();
        let mut play = || transcript.play(&Command::named("a", &[])).unwrap().text().trim().to_owned();
        assert_eq!([play(), play(), play()], ["1", "2", "2"]);
        let missing = transcript.play(&Command::named("a", &["b c"])).unwrap_err();
        assert!(missing.message.contains("'a 'b c'' is not in the transcript"), "{}", missing.message);
    }

    #[test]
    fn output_of_a_command_is_recorded() {
        let directory = env::temp_dir().join(format!("marotte-transcript-{}", process::id()));
        let mut run = recorder(directory.clone(), vec![("say".to_owned(), "/bin/sh".to_owned())]);
        let command = Command::named("say", &["-c", "echo one; echo two >&2; exit 3"]);
        let messages = run(&command).unwrap();
        assert_eq!((messages.status, &*messages.text()), (3, "one\n"));
        let text = fs::read_to_string(&directory).unwrap();
        fs::remove_file(&directory).unwrap();
        assert_eq!(text, "$ say -c 'echo one; echo two >&2; exit 3'\n= 3\n> one\n! two\n");
        assert_eq!(Transcript::parse(&text).unwrap().play(&command).unwrap(), messages);
    }
}
