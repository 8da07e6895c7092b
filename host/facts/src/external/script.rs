//! Running a program that writes facts: in the C locale, without input, for five minutes and 8 MiB at most.

use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use crate::issue::{self, Message};

/// How long a program may take.
const LIMIT: Duration = Duration::from_secs(300);

/// How much it may write to each of its two pipes.
const VOLUME: u64 = 8 << 20;

/// Runs a program and returns what it writes. How it ends does not matter; what it complains about is logged.
pub(super) fn run(file: &Path, log: &mut Vec<Message>) -> Result<String, Message> {
    run_within(file, LIMIT, log)
}

pub(super) fn run_within(file: &Path, limit: Duration, log: &mut Vec<Message>) -> Result<String, Message> {
    // A path without a folder would be looked for among the commands.
    let program = std::path::absolute(file).unwrap_or_else(|_| file.to_path_buf());
    let mut child = Command::new(program)
        .env("LC_ALL", "C")
        .env("LANG", "C")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| issue::not_started(file, &error.to_string()))?;
    let output = child.stdout.take().map(collect);
    let complaints = child.stderr.take().map(collect);
    let end = Instant::now() + limit;
    let text =
        |pipe: Option<mpsc::Receiver<Vec<u8>>>| pipe?.recv_timeout(end.saturating_duration_since(Instant::now())).ok();
    let (Some(output), Some(complaints)) = (text(output), text(complaints)) else {
        let pid = child.id();
        // It may have ended on its own meanwhile.
        let _ = child.kill();
        let _ = child.wait();
        return Err(issue::too_slow(limit.as_secs(), pid));
    };
    if [&output, &complaints].into_iter().any(|bytes| bytes.len() as u64 > VOLUME) {
        let _ = child.kill();
        let _ = child.wait();
        return Err(issue::too_much(file, VOLUME >> 20));
    }
    let _ = child.wait();
    let complaints = String::from_utf8_lossy(&complaints);
    if !complaints.is_empty() {
        log.push(issue::complaint(file, complaints.trim()));
    }
    Ok(String::from_utf8_lossy(&output).trim().to_owned())
}

/// Reads a pipe to its end on a thread of its own, so that a program that fills one of its two does not wait for ever.
fn collect(pipe: impl Read + Send + 'static) -> mpsc::Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // What was read before an error is what there is.
        let _ = pipe.take(VOLUME + 1).read_to_end(&mut bytes);
        let _ = sender.send(bytes);
    });
    receiver
}
