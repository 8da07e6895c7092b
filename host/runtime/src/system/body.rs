//! Bodies: the contents that a component describes by parts and the host puts together, so that neither secrets nor big
//! files enter a guest.

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

/// Maximum number of bytes of a content that are held in memory; files count only if requested as bytes.
const MAX_HELD: usize = 64 << 20;

/// A body with its secrets revealed and its files open. It never leaves the host.
pub(crate) struct ResolvedBody {
    pieces: Vec<Piece>,
    /// A secret is in it, so no difference of it is shown.
    pub(crate) secret: bool,
}

enum Piece {
    Bytes(Vec<u8>),
    File { file: File, size: u64, path: String },
}

impl CallContext<'_> {
    /// Puts a body together.
    ///
    /// # Errors
    /// A file in it cannot be read, or a secret is not the component's.
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
            // A secret is a number for the component, and can be named very often.
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

    /// Returns the bytes of a secret, for the host's own use.
    pub(super) fn secret(&self, token: u32) -> Result<Vec<u8>, Error> {
        match self.secrets.reveal(token) {
            Some(Value::String(text)) => Ok(text.clone().into_bytes()),
            Some(Value::Binary(bytes)) => Ok(bytes.clone()),
            Some(value @ (Value::Integer(_) | Value::Float(_) | Value::Boolean(_))) => {
                Ok(value.to_string().into_bytes())
            }
            Some(_) => Err(error::error(Code::Invalid, "a secret that is no text cannot be content")),
            None => Err(error::error(Code::Invalid, "the provider used a secret that it was not given")),
        }
    }

    /// Names the attribute of a secret that has no form for the text around it, and nothing of the secret.
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
    /// Returns the size, as far as the sizes of files in it are still right.
    pub(crate) fn size(&self) -> u64 {
        self.pieces
            .iter()
            .map(|piece| match piece {
                Piece::Bytes(bytes) => bytes.len() as u64,
                Piece::File { size, .. } => *size,
            })
            .fold(0, u64::saturating_add)
    }

    /// Makes a content of an open file.
    pub(crate) fn of_file(file: File, size: u64, path: String) -> Self {
        Self { pieces: vec![Piece::File { file, size, path }], secret: false }
    }

    /// Returns the content as one piece of memory, if it is one.
    pub(crate) fn as_bytes(&self) -> Option<&[u8]> {
        match &self.pieces[..] {
            [] => Some(b""),
            [Piece::Bytes(bytes)] => Some(bytes),
            _ => None,
        }
    }

    /// Returns whether the content is one file with holes.
    ///
    /// # Errors
    /// The file can't be looked at.
    pub(crate) fn is_sparse(&self) -> io::Result<bool> {
        match self.as_file() {
            Some((file, _)) => file.metadata().map(|found| found.blocks().saturating_mul(512) < found.len()),
            None => Ok(false),
        }
    }

    /// Returns the only file that the content is.
    pub(crate) fn as_file(&self) -> Option<(&File, u64)> {
        match &self.pieces[..] {
            [Piece::File { file, size, .. }] => Some((file, *size)),
            _ => None,
        }
    }

    /// Reads the content from its beginning.
    pub(crate) fn reader(&self) -> BodyReader<'_> {
        BodyReader { pieces: &self.pieces, offset: 0, file: None }
    }

    /// Takes the content into memory.
    ///
    /// # Errors
    /// A file cannot be read.
    pub(crate) fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        if let Some(bytes) = self.as_bytes() {
            return Ok(bytes.to_vec());
        }
        let mut bytes = Vec::new();
        let mut reader = self.reader().take(MAX_HELD as u64 + 1);
        reader.read_to_end(&mut bytes).map_err(|failed| error::io("read", self.first_path(), &failed))?;
        if bytes.len() > MAX_HELD { Err(too_large(self.first_path())) } else { Ok(bytes) }
    }

    /// Returns the path of the first file in it, for messages.
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
    error::error(Code::Invalid, format!("Could not hold {what}: it has more than {} MiB", MAX_HELD >> 20))
}

/// Reads a content piece by piece.
pub(crate) struct BodyReader<'a> {
    pieces: &'a [Piece],
    offset: u64,
    /// Reads the first piece, if that is a file.
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
    /// Makes a content of bytes.
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
