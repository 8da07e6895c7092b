//! Log destinations other than the terminal, Puppet's `logdest`: files, as text or JSON, and syslog.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::net::UnixDatagram;
use std::path::Path;
use std::process;

use anyhow::{Context as _, Result, bail};
use serde_json::json;
use transaction::Log;

use super::Level;
use engine::clock::LocalZone;
use engine::settings::types::SyslogFacility;
use report::sanitize::{mark_continuations, printable, printable_line};

/// The socket of syslog.
const SYSLOG: &str = "/dev/log";

/// A log destination.
#[derive(Debug)]
pub(super) enum Destination {
    /// Standard output and standard error.
    Console,
    /// A text file: time, source, level, message.
    Text(File),
    /// A JSON array without its end, since more messages may follow; whether it has an element.
    Json(File, bool),
    /// A file with one JSON object per line.
    JsonLines(File),
    /// Syslog, with the number of the facility.
    Syslog(UnixDatagram, u8),
}

/// Opens the destinations in a list; `facility` is used for syslog.
///
/// # Errors
/// Returns an error if the text contains an unknown destination, or one that cannot be opened.
pub(super) fn open(text: &str, facility: SyslogFacility, syslog: Option<&Path>) -> Result<Vec<Destination>> {
    let names = text.split(',').map(str::trim).filter(|name| !name.is_empty());
    names
        .map(|name| Destination::open(name, facility, syslog))
        .collect::<Result<_>>()
        .with_context(|| format!("Could not set logdest to {text}"))
}

impl Destination {
    fn open(name: &str, facility: SyslogFacility, syslog: Option<&Path>) -> Result<Self> {
        match name {
            "console" => return Ok(Self::Console),
            "syslog" => {
                let path = syslog.unwrap_or(Path::new(SYSLOG));
                let socket = UnixDatagram::unbound()?;
                socket
                    .connect(path)
                    .with_context(|| format!("Could not reach the system's log at '{}'", path.display()))?;
                return Ok(Self::Syslog(socket, facility.0));
            }
            _ => {}
        }
        let path = Path::new(name);
        if !path.is_absolute() {
            if name.contains(['/', '.']) {
                let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
                bail!("A log file needs an absolute path: '{}' instead of '{name}'", path.display());
            }
            bail!("Unknown destination type {name}");
        }
        if let Some(directory) = path.parent() {
            fs::create_dir_all(directory)
                .with_context(|| format!("Could not create the directory '{}'", directory.display()))?;
        }
        let opened = OpenOptions::new().append(true).create(true).open(path);
        let mut file = opened.with_context(|| format!("Could not open '{name}'"))?;
        let length = file.metadata()?.len();
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("json") => {
                if length == 0 {
                    file.write_all(b"[\n")?;
                }
                Ok(Self::Json(file, length > 2))
            }
            Some("jsonl") => Ok(Self::JsonLines(file)),
            _ => Ok(Self::Text(file)),
        }
    }

    /// Writes a message; messages for the console are written elsewhere.
    ///
    /// # Errors
    /// Returns an error if the message cannot be written.
    pub(super) fn write(&mut self, line: &Log, zone: &LocalZone) -> io::Result<()> {
        match self {
            Self::Console => Ok(()),
            Self::Text(file) => {
                let (time, level) = (zone.time(line.time), line.level.name());
                let (source, message) = (printable_line(source(line)), printable(&line.message));
                let text = format!("{time} {source} ({level}): {}\n", mark_continuations(&message));
                file.write_all(text.as_bytes())
            }
            Self::Json(file, has_some) => {
                let separator = if std::mem::replace(has_some, true) { ",\n" } else { "" };
                file.write_all(format!("{separator}{}", object(line, zone)).as_bytes())
            }
            Self::JsonLines(file) => file.write_all(object(line, zone).as_bytes()),
            Self::Syslog(socket, facility) => {
                let priority = *facility * 8 + severity(line.level);
                let source =
                    line.source.as_ref().map_or_else(String::new, |source| format!("({}) ", printable_line(source)));
                let message = printable(&line.message);
                for text in mark_continuations(&message).lines() {
                    let (time, process) = (zone.time(line.time).short(), process::id());
                    socket.send(format!("<{priority}>{time} marotte[{process}]: {source}{text}").as_bytes())?;
                }
                Ok(())
            }
        }
    }
}

/// Returns the source of a message, with Puppet's default.
fn source(line: &Log) -> &str {
    line.source.as_deref().unwrap_or("Puppet")
}

fn object(line: &Log, zone: &LocalZone) -> String {
    let tags: Vec<&str> = [line.level.name()].into_iter().chain(line.tags.iter().map(|tag| &**tag)).collect();
    let mut object = json!({
        "level": line.level.name(),
        "message": line.message,
        "source": source(line),
        "tags": tags,
        "time": zone.time(line.time).precise(),
    });
    if let Some(position) = &line.position {
        // The code of `-e` has no file.
        object["file"] = json!(Some(&*position.file).filter(|file| !file.is_empty()));
        object["line"] = json!(position.line);
    }
    format!("{object}\n")
}

/// Returns the severity of a level in syslog.
fn severity(level: Level) -> u8 {
    match level {
        Level::Emerg => 0,
        Level::Alert => 1,
        Level::Crit => 2,
        Level::Err => 3,
        Level::Warning => 4,
        Level::Notice => 5,
        Level::Info => 6,
        Level::Debug => 7,
    }
}
