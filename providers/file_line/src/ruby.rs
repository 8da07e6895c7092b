//! The provider `ruby`, which reads, edits and writes whole files.

use marotte_sdk::prelude::*;
use marotte_sdk::records::destination;

use crate::edit::{EditedLine, Lines, Patterns};
use crate::encoding::Encoding;
use crate::{Ensure, FileLine, FileLineAttribute, FileLineState};

/// Number of bytes to read at once, and maximum size of a file.
const CHUNK: u32 = 16 << 20;
const LIMIT: usize = 256 << 20;

/// Provider that edits whole files, named as in Puppet.
#[derive(Debug, Default)]
pub struct Ruby;

fn path(row: &Row<FileLine>) -> Result<&str> {
    row.path.as_deref().ok_or_else(|| Error::invalid("path is a required attribute"))
}

fn encoding(row: &FileLine) -> Result<Encoding> {
    Encoding::named(&row.encoding).ok_or_else(|| Error::invalid(format!("unknown encoding name - {}", row.encoding)))
}

/// Returns the content of the file, or `None` if it does not exist.
fn content(system: &impl ReadSystem, row: &Row<FileLine>) -> Result<Option<Vec<u8>>> {
    let place = row.place(path(row)?);
    let mut bytes = Vec::new();
    loop {
        match system.read(&place, bytes.len() as u64, CHUNK) {
            Ok(chunk) if chunk.is_empty() => return Ok(Some(bytes)),
            Ok(chunk) => bytes.extend(chunk),
            Err(error) if error.code == Code::NotFound => return Ok(None),
            Err(error) => return Err(error),
        }
        if bytes.len() > LIMIT {
            return Err(Error::invalid(format!("{} is too long", place.path)));
        }
    }
}

/// Splits the content into lines and determines which of them equal the line of the resource. For a secret,
/// the host compares digests.
fn lines<'a>(system: &impl ReadSystem, row: &FileLine, content: &'a [u8]) -> Result<Lines<'a>> {
    let encoding = encoding(row)?;
    let all: Vec<&[u8]> = content.split_inclusive(|byte| *byte == b'\n').collect();
    let bare = |line: &&'a [u8]| -> &'a [u8] {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        line.strip_suffix(b"\r").unwrap_or(line)
    };
    let is_line = match &row.line {
        None => vec![false; all.len()],
        Some(Text::Clear(wanted)) => {
            // A line that the encoding cannot represent does not occur in the file.
            let wanted = encoding.encode(wanted).ok();
            // Puppet: line endings are ignored, including that of the desired line.
            let wanted = wanted.as_ref().map(|wanted| wanted.strip_suffix(b"\r").unwrap_or(wanted));
            all.iter().map(|line| wanted == Some(bare(line))).collect()
        }
        Some(secret @ Text::Secret(_)) => {
            let bodies =
                all.iter().map(|line| vec![Part::Bytes(bare(line).to_vec())]).chain([vec![Part::from(secret)]]);
            let digests = system.digest(&bodies.collect::<Vec<Body>>(), "sha256");
            let mut digests = digests.into_iter().collect::<Result<Vec<String>>>()?;
            let wanted = digests.pop();
            digests.iter().map(|digest| Some(digest) == wanted.as_ref()).collect()
        }
    };
    Ok(Lines { all, is_line, encoding })
}

fn body(row: &FileLine, edited: &[EditedLine<'_>]) -> Result<Body> {
    let encoding = encoding(row)?;
    let mut body = Body::new();
    let mut bytes = Vec::new();
    for line in edited {
        match (line, &row.line) {
            (EditedLine::Kept(line), _) => bytes.extend_from_slice(line),
            (EditedLine::Line, Some(Text::Clear(line))) => bytes.extend(encoding.encode(line)?),
            (EditedLine::Line, Some(Text::Secret(secret))) => {
                body.extend([Part::Bytes(std::mem::take(&mut bytes)), secret.part(Form::Line)]);
                bytes.push(b'\n');
                continue;
            }
            (EditedLine::Line, None) => return Err(Error::invalid("line is a required attribute")),
        }
        if !bytes.ends_with(b"\n") {
            bytes.push(b'\n');
        }
    }
    body.push(Part::Bytes(bytes));
    Ok(body)
}

impl Provider for Ruby {
    type Resource = FileLine;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<FileLine>]) -> Vec<Result<State<FileLine>>> {
        for_each_row(rows, |row| {
            // A missing file has no lines; another resource may create it.
            let content = content(system, row)?.unwrap_or_default();
            let is_there = lines(system, row, &content)?.is_there(row, &Patterns::of(row)?)?;
            let ensure = Some(if is_there { Ensure::Present } else { Ensure::Absent });
            let state = State::new(FileLineState { ensure, line: None });
            // Presence is covered by `ensure`; the text of the line is never out of sync.
            Ok(state.with(Verdict::insync(FileLineAttribute::Line)))
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<FileLine>,
        _is: &FileLineState,
        _changed: &[FileLineAttribute],
    ) -> Result<Applied<FileLineAttribute>> {
        let path = path(row)?;
        let missing = || Error::new(Code::NotFound, format!("No such file or directory @ rb_sysopen - {path}"));
        let content = content(system, row)?.ok_or_else(missing)?;
        let (lines, patterns) = (lines(system, row, &content)?, Patterns::of(row)?);
        if row.ensure == Ensure::Present && lines.is_there(row, &patterns)? {
            // Another process added the line.
            return Ok(Applied::all());
        }
        let edited = match row.ensure {
            Ensure::Present => lines.with_line(row, &patterns)?,
            Ensure::Absent => lines.without_line(row, &patterns)?,
        };
        let path = destination(system, row.id(), path.to_owned())?;
        system.write(&path, &body(row, &edited)?, &Attrs::default(), None)?;
        Ok(Applied::all())
    }
}

#[cfg(test)]
mod tests;
