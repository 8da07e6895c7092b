//! The file bucket for agents whose manifests name a bucket of the server. The layout is Puppet's:
//! `D/I/G/E/S/T/8/8/DIGEST/contents`, and `paths` with the paths from which the content was backed up.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use hyper::Method;
use puppet::{ApiRequest, BYTES, BucketKey, Content, Reply};
use sha2::{Digest as _, Sha256};

use crate::app::App;
use crate::durable;

/// The number of directories above that of a digest, one for each of its first digits.
const LEVELS: usize = 8;

/// The mode of files: contents can be secret.
const MODE: u32 = 0o600;

/// Returns the directory of a content with this digest.
fn directory(bucket: &Path, digest: &str) -> PathBuf {
    let levels = digest.chars().take(LEVELS).map(String::from);
    bucket.join(levels.collect::<PathBuf>()).join(digest)
}

/// Opens a content; `None` if it is missing, or was not backed up from the path.
fn open(bucket: &Path, key: BucketKey<'_>) -> io::Result<Option<File>> {
    let directory = directory(bucket, key.digest);
    let file = match File::open(directory.join("contents")) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        file => file?,
    };
    let Some(path) = key.path else { return Ok(Some(file)) };
    let is_known = known_paths(&directory)?.lines().any(|line| line.trim_start_matches('/') == path);
    Ok(is_known.then_some(file))
}

fn known_paths(directory: &Path) -> io::Result<String> {
    match fs::read_to_string(directory.join("paths")) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
        paths => paths,
    }
}

/// Answers whether a content is in the bucket, returns it, or stores one.
pub(crate) fn answer(app: &App, request: &ApiRequest, key: &str) -> Result<Reply, Reply> {
    app.environment_of(request)?;
    if request.parameter("list_all").is_some() {
        return Err(Reply::failed("Listing remote file buckets is not allowed"));
    }
    let bucket = &app.options.bucket;
    let wanted = BucketKey::parse(key)?;
    let failed = |error: io::Error| {
        app.log.error(format!("The file bucket {} failed: {error}", bucket.display()));
        Reply::failed(&format!("The file bucket failed: {error}"))
    };
    if request.method == Method::PUT {
        request.check_content_type(&[BYTES])?;
        store(bucket, wanted.path, &request.content).map_err(failed)?;
        return Ok(Reply::new(200, BYTES, ""));
    }
    request.accepted(&[BYTES, "binary"])?;
    let missing = || Reply::not_found(&format!("Could not find file_bucket_file sha256/{}", wanted.digest));
    let file = open(bucket, wanted).map_err(failed)?.ok_or_else(missing)?;
    let length = file.metadata().map_err(failed)?.len();
    Ok(Reply { status: 200, content_type: BYTES.into(), fields: Vec::new(), content: Content::File(file, length) })
}

/// Stores a content under its own digest, and the path from which it was backed up.
fn store(bucket: &Path, path: Option<&str>, content: &[u8]) -> io::Result<()> {
    let digest = hex::encode(Sha256::digest(content));
    let directory = directory(bucket, &digest);
    durable::write_new(&directory, "contents", MODE, content)?;
    let Some(path) = path.map(|path| format!("/{path}")) else { return Ok(()) };
    if path.contains('\n') || known_paths(&directory)?.lines().any(|known| known == path) {
        return Ok(());
    }
    let mut paths = OpenOptions::new().append(true).create(true).mode(MODE).open(directory.join("paths"))?;
    paths.write_all(format!("{path}\n").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_is_found_by_digest_and_path() {
        let bucket = tempfile::tempdir().unwrap();
        for path in [Some("etc/a"), Some("etc/a"), Some("etc/b"), None] {
            store(bucket.path(), path, b"content\n").unwrap();
        }
        let digest = hex::encode(Sha256::digest(b"content\n"));
        let found =
            |key: &str| open(bucket.path(), BucketKey::parse(&format!("sha256/{key}")).unwrap()).unwrap().is_some();
        assert!(found(&digest) && found(&format!("{digest}/etc/a")) && found(&format!("{digest}/etc/b")));
        assert!(!found(&format!("{digest}/etc/c")) && !found(&"0".repeat(64)));
        let directory = directory(bucket.path(), &digest);
        assert_eq!(fs::read_to_string(directory.join("paths")).unwrap(), "/etc/a\n/etc/b\n");
    }
}
