//! Bodies: file contents described in parts by a component and assembled by the host, so that neither secrets nor
//! large files enter a component.

use std::fs::File;
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt as _;

use catalog::Value;

use crate::bindings::marotte::provider::errors::{Code, Error};
use crate::bindings::marotte::provider::fs_types::{Part, Place};
use crate::error;
use crate::system::CallContext;
use crate::system::secret_form::{self, SecretFormError};
use crate::system::sparse::SparseReader;

/// Maximum number of bytes of a body held in memory. Files count only if they are requested as bytes.
const MAX_HELD: usize = 64 << 20;

/// A body with its secrets revealed and its files opened. It never leaves the host.
pub(crate) struct ResolvedBody {
    pieces: Vec<Piece>,
    /// Whether the body contains a secret, so that no diff of it is shown.
    pub(crate) secret: bool,
}

enum Piece {
    Bytes(Vec<u8>),
    File { file: File, size: u64, path: String },
}

impl CallContext<'_> {
    /// Assembles a body.
    ///
    /// # Errors
    /// Returns an error if a file of the body cannot be read, or if a token is not known to the component.
    pub(crate) fn content(&mut self, body: Vec<Part>) -> Result<ResolvedBody, Error> {
        let mut content = ResolvedBody { pieces: Vec::new(), secret: false };
        let mut held = 0;
        for part in body {
            let bytes = match part {
                Part::Text(text) => text.into_bytes(),
                Part::Bytes(bytes) => bytes,
                Part::Secret(part) => {
                    content.secret = true;
                    secret_form::escape(self.secret(part.token)?, part.form)
                        .map_err(|unfit| self.unfit(part.token, unfit))?
                }
                Part::File(place) => {
                    let (piece, is_secret) = self.piece(place)?;
                    content.secret |= is_secret;
                    content.pieces.push(piece);
                    continue;
                }
            };
            // A secret is only a token for the component and can be used any number of times.
            held += bytes.len();
            if held > MAX_HELD {
                return Err(too_large("a content"));
            }
            match content.pieces.last_mut() {
                Some(Piece::Bytes(before)) => before.extend(bytes),
                _ => content.pieces.push(Piece::Bytes(bytes)),
            }
        }
        Ok(content)
    }

    /// Returns the bytes of a secret for use by the host.
    pub(super) fn secret(&self, token: u32) -> Result<Vec<u8>, Error> {
        match self.secrets.reveal(token) {
            Some(Value::String(text)) => Ok(text.as_bytes().to_vec()),
            Some(Value::Binary(bytes)) => Ok(bytes.clone()),
            Some(value @ (Value::Integer(_) | Value::Float(_) | Value::Boolean(_))) => {
                Ok(value.to_string().into_bytes())
            }
            Some(_) => Err(error::error(Code::Invalid, "a secret that is not text cannot be file content")),
            None => Err(error::error(Code::Invalid, "the provider used an unknown secret")),
        }
    }

    /// Returns the error for a secret that cannot be escaped. It contains the attribute but nothing of the secret.
    fn unfit(&self, token: u32, unfit: SecretFormError) -> Error {
        let names = self.secrets.attributes(token).iter().filter_map(|attribute| {
            self.caller.schema.attributes.get(usize::from(*attribute)).map(|attribute| attribute.name.as_str())
        });
        let names: Vec<&str> = names.collect();
        let of = if names.is_empty() { String::new() } else { format!(" of '{}'", names.join("', '")) };
        let resource = self.resource(self.writing().unwrap_or(0));
        error::error(Code::Invalid, format!("The Sensitive value{of} in {resource} cannot be written: {unfit}"))
    }

    fn piece(&mut self, place: Place) -> Result<(Piece, bool), Error> {
        let opened = self.open(&place)?;
        Ok((Piece::File { file: opened.file, size: opened.size, path: place.path }, opened.secret))
    }
}

impl ResolvedBody {
    /// Returns the size, assuming that the sizes of files have not changed.
    pub(crate) fn size(&self) -> u64 {
        self.pieces
            .iter()
            .map(|piece| match piece {
                Piece::Bytes(bytes) => bytes.len() as u64,
                Piece::File { size, .. } => *size,
            })
            .fold(0, u64::saturating_add)
    }

    /// Creates a body from an open file.
    pub(crate) fn of_file(file: File, size: u64, path: String) -> Self {
        Self { pieces: vec![Piece::File { file, size, path }], secret: false }
    }

    /// Returns the content as a slice if it is in memory as a whole.
    pub(crate) fn as_bytes(&self) -> Option<&[u8]> {
        match &self.pieces[..] {
            [] => Some(b""),
            [Piece::Bytes(bytes)] => Some(bytes),
            _ => None,
        }
    }

    /// Returns whether the body is a single file with holes.
    ///
    /// # Errors
    /// Returns an error if the metadata of the file cannot be read.
    pub(crate) fn is_sparse(&self) -> io::Result<bool> {
        match self.as_file() {
            Some((file, _)) => file.metadata().map(|found| found.blocks().saturating_mul(512) < found.len()),
            None => Ok(false),
        }
    }

    /// Returns the file and its size if the body is a single file.
    pub(crate) fn as_file(&self) -> Option<(&File, u64)> {
        match &self.pieces[..] {
            [Piece::File { file, size, .. }] => Some((file, *size)),
            _ => None,
        }
    }

    /// Returns a reader of the content.
    pub(crate) fn reader(&self) -> BodyReader<'_> {
        BodyReader { pieces: &self.pieces, offset: 0, file: None }
    }

    /// Reads the content into memory.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read.
    pub(crate) fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        if let Some(bytes) = self.as_bytes() {
            return Ok(bytes.to_vec());
        }
        let mut bytes = Vec::new();
        let mut reader = self.reader().take(MAX_HELD as u64 + 1);
        reader.read_to_end(&mut bytes).map_err(|failed| error::io("read", self.first_path(), &failed))?;
        if bytes.len() > MAX_HELD { Err(too_large(self.first_path())) } else { Ok(bytes) }
    }

    /// Returns the path of the first file of the body, for messages.
    pub(crate) fn first_path(&self) -> &str {
        self.pieces
            .iter()
            .find_map(|piece| match piece {
                Piece::File { path, .. } => Some(path.as_str()),
                Piece::Bytes(_) => None,
            })
            .unwrap_or("the content")
    }
}

fn too_large(what: &str) -> Error {
    error::error(Code::Invalid, format!("Could not store {what}: it has more than {} MiB", MAX_HELD >> 20))
}

/// Reader of a body.
pub(crate) struct BodyReader<'a> {
    pieces: &'a [Piece],
    offset: u64,
    /// Reader of the first piece if it is a file.
    file: Option<SparseReader<'a>>,
}

impl Read for BodyReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some((piece, rest)) = self.pieces.split_first() {
            let read = match piece {
                Piece::Bytes(bytes) => {
                    let from = usize::try_from(self.offset).unwrap_or(usize::MAX).min(bytes.len());
                    (&bytes[from..]).read(buffer)?
                }
                Piece::File { file, .. } => self.file.get_or_insert_with(|| SparseReader::new(file)).read(buffer)?,
            };
            if read > 0 || buffer.is_empty() {
                self.offset += read as u64;
                return Ok(read);
            }
            self.pieces = rest;
            self.offset = 0;
            self.file = None;
        }
        Ok(0)
    }
}

#[cfg(test)]
impl ResolvedBody {
    /// Creates a body from slices.
    pub(crate) fn of(pieces: &[&[u8]]) -> Self {
        Self { pieces: pieces.iter().map(|bytes| Piece::Bytes(bytes.to_vec())).collect(), secret: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn size_of_largest_files_does_not_overflow() {
        let memory = rustix::fs::memfd_create("large", rustix::fs::MemfdFlags::CLOEXEC).unwrap();
        let file = File::from(memory);
        file.set_len(i64::MAX.unsigned_abs()).unwrap();
        let piece = || Piece::File {
            file: file.try_clone().unwrap(),
            size: file.metadata().unwrap().len(),
            path: "/large".to_owned(),
        };
        let content = ResolvedBody { pieces: vec![piece(), piece(), piece()], secret: false };
        assert_eq!(content.size(), u64::MAX);
        assert!(ResolvedBody { pieces: vec![piece()], secret: false }.is_sparse().unwrap());
        let mut start = [1; 4];
        content.reader().read_exact(&mut start).unwrap();
        assert_eq!(start, [0; 4]);
    }

    #[test]
    fn parts_read_as_one() {
        let content = ResolvedBody::of(&[b"root:", b"", b"x", b"\n"]);
        let mut text = String::new();
        content.reader().read_to_string(&mut text).unwrap();
        assert_eq!(text, "root:x\n");
        assert_eq!(content.size(), 7);
        assert_eq!(content.as_bytes(), None);
        assert_eq!(ResolvedBody::of(&[b"one"]).as_bytes(), Some(&b"one"[..]));
    }
}
