//! The import `download`: saves a file from the network without passing its content to the component. The file
//! appears under its name only when it is complete and its digest matches.

use std::fs::File;
use std::io::Read as _;

use ureq::http::StatusCode;

use crate::bindings::marotte::provider::errors::{Code, Error};
use crate::bindings::marotte::provider::http_types::{Method, Request};
use crate::error;
use crate::gate::PermittedPath;
use crate::paths::PathTarget;
use crate::system::CallContext;
use crate::system::attributes::UNCHANGED;
use crate::system::digest::Algorithm;
use crate::system::http::{OpenResponse, failure};
use crate::system::sparse::SparseReader;
use crate::system::transfer::Transfer;
use crate::system::write::StagedFile;

/// Expected digest with its algorithm.
type ExpectedDigest = Option<(Algorithm, String)>;

impl CallContext<'_> {
    /// `download.fetch`: writes to the staged file if the path refers to one.
    pub(crate) fn fetch(
        &mut self,
        request: Request,
        path: &str,
        digest: Option<(String, String)>,
        staged: Option<&StagedFile>,
    ) -> Result<(), Error> {
        if request.method != Method::Get {
            return Err(error::error(Code::Invalid, "a file can only be downloaded with GET"));
        }
        let wanted = match digest {
            Some((name, digest)) => Some((Algorithm::from_name(&name)?, digest.to_ascii_lowercase())),
            None => None,
        };
        let place: Option<PermittedPath<PathTarget>> = match staged {
            Some(_) => None,
            None => Some(self.replaceable(path, &UNCHANGED)?.0),
        };
        let answered = self.request(request, self.machine.limits.download)?;
        let status = answered.answer.status();
        if status != StatusCode::OK {
            return Err(error::error(Code::Other, format!("{} was answered {status}", answered.shown)));
        }
        let limit = self.machine.limits.download_bytes;
        let version = answered.version.clone();
        let mut sha256 = None;
        let mut body = Some(answered);
        let mut fill = |file: &mut File, transfer: &mut Transfer| match body.take() {
            Some(body) => {
                save(body, limit, &wanted, file, transfer)?;
                if version.is_some() {
                    // Without the digest, for example of a very large file, the next run downloads the file again.
                    sha256 = digest_of(Algorithm::SHA256, file, transfer).ok();
                }
                Ok(())
            }
            None => Err(error::error(Code::Other, "a body can only be read once")),
        };
        match (staged, place) {
            (Some(staged), _) => self.writer().refill(path, staged.temporary(), &mut fill)?,
            (None, Some(target)) => {
                self.writer().write_stream(path, &target, &UNCHANGED, &mut fill)?;
                self.settle_secret(&target, false)?;
            }
            (None, None) => {}
        }
        if let (Some((url, validators)), Some(sha256)) = (version, sha256) {
            self.machine.downloads.add(&url, validators, sha256);
        }
        Ok(())
    }
}

/// Saves a body to a file and checks its digest.
fn save(
    body: OpenResponse,
    limit: u64,
    wanted: &ExpectedDigest,
    file: &mut File,
    transfer: &mut Transfer,
) -> Result<(), Error> {
    let OpenResponse { answer, shown, .. } = body;
    let body = answer.into_body();
    let size = body.content_length();
    let mut reader = body.into_with_config().limit(u64::MAX).reader().take(limit.saturating_add(1));
    let mut length = 0;
    // Downloads have a separate time limit.
    let mut pieces = transfer.begin_without_limit();
    loop {
        let piece = pieces.next(&mut reader).map_err(|failed| failure(&shown, failed.into()))?;
        if piece.is_empty() {
            break;
        }
        length += piece.len() as u64;
        if length > limit {
            return Err(error::error(Code::Io, format!("The response to {shown} is longer than {} MiB", limit >> 20)));
        }
        std::io::Write::write_all(file, piece).map_err(|failed| error::io("write the response of", &shown, &failed))?;
        pieces.show(length, size.unwrap_or(0));
    }
    drop(pieces);
    let Some((algorithm, digest)) = wanted else { return Ok(()) };
    let found = digest_of(*algorithm, file, transfer)?;
    if found == *digest {
        return Ok(());
    }
    let message = format!("The response of {shown} has the wrong digest {found} instead of {digest}");
    Err(error::error(Code::Invalid, message))
}

/// Returns the digest of a downloaded file, in hexadecimal.
fn digest_of(algorithm: Algorithm, file: &mut File, transfer: &mut Transfer) -> Result<String, Error> {
    let found = algorithm.digest(&mut SparseReader::new(file), transfer);
    found.map_err(|failed| error::io("read", "the downloaded file", &failed))
}
