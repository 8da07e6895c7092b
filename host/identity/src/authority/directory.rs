//! Files of the directory of an authority.

use std::fs::{self, DirBuilder, File, OpenOptions, Permissions};
use std::io::{ErrorKind, Read as _, Seek as _, SeekFrom, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _, chown};
use std::path::{Path, PathBuf};

use files::Durability;
use rustix::fs::FlockOperation;

use super::error::AuthorityError;
use crate::certificate::Certificate;
use crate::certname::Certname;
use crate::key::PrivateKey;
use crate::pem;
use crate::request::Request;
use crate::revocation::RevocationList;
use crate::serial::Serial;

/// Mode of files that other users can read.
const PUBLIC: u32 = 0o644;
/// Mode of the private key and the serial number.
const PRIVATE: u32 = 0o640;
const DIRECTORY: u32 = 0o755;
const PRIVATE_DIRECTORY: u32 = 0o750;

/// The directory of tokens.
const TOKENS: &str = "tokens";

/// The directory of an authority.
#[derive(Debug)]
pub(super) struct Directory {
    path: PathBuf,
}

/// Lock of the directory, which is released when it is dropped.
#[derive(Debug)]
pub(super) struct DirectoryLock {
    _file: File,
}

impl Directory {
    pub(super) fn new(path: &Path) -> Self {
        Self { path: path.to_owned() }
    }

    /// Creates the directory and those for certificates and requests.
    pub(super) fn create(&self) -> Result<(), AuthorityError> {
        for path in [self.path.clone(), self.path.join("signed"), self.path.join("requests")] {
            let created = DirBuilder::new().recursive(true).mode(DIRECTORY).create(&path);
            created.map_err(AuthorityError::io(&path))?;
        }
        Ok(())
    }

    /// Waits for the exclusive lock.
    pub(super) fn lock(&self) -> Result<DirectoryLock, AuthorityError> {
        let path = self.path.join(".lock");
        let opened = OpenOptions::new().write(true).create(true).truncate(false).mode(PRIVATE).open(&path);
        let file = opened.map_err(AuthorityError::io(&path))?;
        let locked = rustix::io::retry_on_intr(|| rustix::fs::flock(&file, FlockOperation::LockExclusive));
        locked.map_err(|error| AuthorityError::io(&path)(error.into()))?;
        Ok(DirectoryLock { _file: file })
    }

    pub(super) fn key_path(&self) -> PathBuf {
        self.path.join("ca_key.pem")
    }

    pub(super) fn bundle_path(&self) -> PathBuf {
        self.path.join("ca_crt.pem")
    }

    pub(super) fn inventory_path(&self) -> PathBuf {
        self.path.join("inventory.txt")
    }

    fn lists_path(&self) -> PathBuf {
        self.path.join("ca_crl.pem")
    }

    fn certificate_path(&self, certname: &Certname) -> Result<PathBuf, AuthorityError> {
        self.named("signed", certname)
    }

    fn request_path(&self, certname: &Certname) -> Result<PathBuf, AuthorityError> {
        self.named("requests", certname)
    }

    /// A name that is not a hostname could lead to another directory.
    fn named(&self, directory: &str, certname: &Certname) -> Result<PathBuf, AuthorityError> {
        match certname.is_hostname() {
            true => Ok(self.path.join(directory).join(format!("{certname}.pem"))),
            false => Err(AuthorityError::InvalidHostname(certname.clone())),
        }
    }

    pub(super) fn key(&self) -> Result<PrivateKey, AuthorityError> {
        let path = self.key_path();
        PrivateKey::from_pem(&zeroize::Zeroizing::new(read(&path)?)).map_err(AuthorityError::file(&path))
    }

    pub(super) fn bundle_pem(&self) -> Result<String, AuthorityError> {
        read(&self.bundle_path())
    }

    pub(super) fn bundle(&self) -> Result<Vec<Certificate>, AuthorityError> {
        Certificate::all_from_pem(&self.bundle_pem()?).map_err(AuthorityError::file(&self.bundle_path()))
    }

    pub(super) fn revocation_lists_pem(&self) -> Result<String, AuthorityError> {
        read(&self.lists_path())
    }

    pub(super) fn revocation_lists(&self) -> Result<Vec<RevocationList>, AuthorityError> {
        let text = self.revocation_lists_pem()?;
        RevocationList::all_from_pem(&text).map_err(AuthorityError::file(&self.lists_path()))
    }

    pub(super) fn certificate(&self, certname: &Certname) -> Result<Option<Certificate>, AuthorityError> {
        let path = self.certificate_path(certname)?;
        let text = read_optional(&path)?;
        text.map(|text| Certificate::from_pem(&text)).transpose().map_err(AuthorityError::file(&path))
    }

    pub(super) fn request(&self, certname: &Certname) -> Result<Option<Request>, AuthorityError> {
        let path = self.request_path(certname)?;
        let text = read_optional(&path)?;
        text.map(|text| Request::from_pem(&text)).transpose().map_err(AuthorityError::file(&path))
    }

    /// Returns whether there is a request, which need not be valid.
    pub(super) fn has_request(&self, certname: &Certname) -> Result<bool, AuthorityError> {
        let path = self.request_path(certname)?;
        path.try_exists().map_err(AuthorityError::io(&path))
    }

    pub(super) fn signed_names(&self) -> Result<Vec<Certname>, AuthorityError> {
        names(&self.path.join("signed"))
    }

    pub(super) fn requested_names(&self) -> Result<Vec<Certname>, AuthorityError> {
        names(&self.path.join("requests"))
    }

    pub(super) fn serial(&self) -> Result<Serial, AuthorityError> {
        let path = self.path.join("serial");
        read(&path)?.trim().parse().map_err(|source| AuthorityError::SerialFile { path, source })
    }

    pub(super) fn write_serial(&self, next: &Serial) -> Result<(), AuthorityError> {
        write(&self.path.join("serial"), PRIVATE, &next.to_hex())
    }

    pub(super) fn write_key(&self, key: &PrivateKey) -> Result<(), AuthorityError> {
        write(&self.key_path(), PRIVATE, &key.to_pem())
    }

    pub(super) fn write_public_key(&self, der: &[u8]) -> Result<(), AuthorityError> {
        write(&self.path.join("ca_pub.pem"), PUBLIC, &pem::encode("PUBLIC KEY", der))
    }

    pub(super) fn write_bundle(&self, certificate: &Certificate) -> Result<(), AuthorityError> {
        write(&self.bundle_path(), PUBLIC, &certificate.to_pem())
    }

    pub(super) fn write_lists(&self, lists: &[RevocationList]) -> Result<(), AuthorityError> {
        let text: String = lists.iter().map(RevocationList::to_pem).collect();
        write(&self.lists_path(), PUBLIC, &text)
    }

    pub(super) fn write_certificate(&self, name: &Certname, certificate: &Certificate) -> Result<(), AuthorityError> {
        self.create()?;
        write(&self.certificate_path(name)?, PUBLIC, &certificate.to_pem())
    }

    pub(super) fn write_request(&self, request: &Request) -> Result<(), AuthorityError> {
        self.create()?;
        write(&self.request_path(request.certname())?, PUBLIC, &request.to_pem())
    }

    /// Returns whether the certificate existed.
    pub(super) fn remove_certificate(&self, certname: &Certname) -> Result<bool, AuthorityError> {
        remove(&self.certificate_path(certname)?)
    }

    /// Returns whether the request existed.
    pub(super) fn remove_request(&self, certname: &Certname) -> Result<bool, AuthorityError> {
        remove(&self.request_path(certname)?)
    }

    fn token_path(&self, id: &str) -> PathBuf {
        self.path.join(TOKENS).join(id)
    }

    /// Returns the IDs of all tokens.
    pub(super) fn token_ids(&self) -> Result<Vec<String>, AuthorityError> {
        let path = self.path.join(TOKENS);
        let entries = match fs::read_dir(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(AuthorityError::io(&path))?,
        };
        let names = entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
        let mut names = names.collect::<std::io::Result<Vec<_>>>().map_err(AuthorityError::io(&path))?;
        names.retain(|name| name.bytes().all(|byte| byte.is_ascii_hexdigit()));
        Ok(names)
    }

    pub(super) fn token(&self, id: &str) -> Result<Option<String>, AuthorityError> {
        read_optional(&self.token_path(id))
    }

    /// Writes a token. It belongs to the owner of the authority, who need not be the user of this process.
    pub(super) fn write_token(&self, id: &str, text: &str) -> Result<(), AuthorityError> {
        let (directory, file) = (self.path.join(TOKENS), self.token_path(id));
        let created = DirBuilder::new().recursive(true).mode(PRIVATE_DIRECTORY).create(&directory);
        created.map_err(AuthorityError::io(&directory))?;
        write(&file, PRIVATE, text)?;
        let owner = fs::metadata(&self.path).map_err(AuthorityError::io(&self.path))?;
        for path in [directory, file] {
            let found = fs::metadata(&path).map_err(AuthorityError::io(&path))?;
            if (found.uid(), found.gid()) != (owner.uid(), owner.gid()) {
                chown(&path, Some(owner.uid()), Some(owner.gid())).map_err(AuthorityError::io(&path))?;
            }
        }
        Ok(())
    }

    /// Deletes a token durably. Returns whether it existed.
    pub(super) fn remove_token(&self, id: &str) -> Result<bool, AuthorityError> {
        let existed = remove(&self.token_path(id))?;
        if existed {
            let path = self.path.join(TOKENS);
            File::open(&path).and_then(|directory| directory.sync_all()).map_err(AuthorityError::io(&path))?;
        }
        Ok(existed)
    }

    pub(super) fn inventory(&self) -> Result<String, AuthorityError> {
        Ok(read_optional(&self.inventory_path())?.unwrap_or_default())
    }

    /// Appends a line. The file has a line for each certificate ever issued, so it is not rewritten.
    pub(super) fn append_to_inventory(&self, line: &str) -> Result<(), AuthorityError> {
        let path = self.inventory_path();
        let append = || {
            let mut file = OpenOptions::new().read(true).append(true).create(true).mode(PUBLIC).open(&path)?;
            // The line of a killed process may be incomplete.
            let mut last = [b'\n'];
            if file.seek(SeekFrom::End(0))? > 0 {
                file.seek(SeekFrom::End(-1))?;
                file.read_exact(&mut last)?;
            }
            let separator = if last == [b'\n'] { "" } else { "\n" };
            file.write_all(format!("{separator}{line}\n").as_bytes())?;
            file.sync_all()
        };
        append().map_err(AuthorityError::io(&path))
    }
}

fn read(path: &Path) -> Result<String, AuthorityError> {
    fs::read_to_string(path).map_err(AuthorityError::io(path))
}

fn read_optional(path: &Path) -> Result<Option<String>, AuthorityError> {
    match fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        result => result.map(Some).map_err(AuthorityError::io(path)),
    }
}

/// Owner and mode of an existing file are kept: puppetserver may run as another user.
fn write(path: &Path, mode: u32, text: &str) -> Result<(), AuthorityError> {
    let write = || {
        if path.try_exists()? {
            return files::replace_preserving(path, text.as_bytes());
        }
        files::replace(path, mode, Durability::Fsync, |out| out.write_all(text.as_bytes()))?;
        // Not the umask of this process.
        fs::set_permissions(path, Permissions::from_mode(mode))
    };
    write().map_err(AuthorityError::io(path))
}

fn remove(path: &Path) -> Result<bool, AuthorityError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        result => result.map(|()| true).map_err(AuthorityError::io(path)),
    }
}

/// Returns the names of nodes with a file in a directory, in order. Other files are ignored.
fn names(directory: &Path) -> Result<Vec<Certname>, AuthorityError> {
    let mut found = Vec::new();
    let entries = match fs::read_dir(directory) {
        // A copy can lack empty directories.
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(found),
        entries => entries.map_err(AuthorityError::io(directory))?,
    };
    for entry in entries {
        let file = entry.map_err(AuthorityError::io(directory))?.file_name();
        let stem = file.to_str().and_then(|name| name.strip_suffix(".pem"));
        found.extend(stem.and_then(|stem| stem.parse().ok()).filter(Certname::is_hostname));
    }
    found.sort();
    Ok(found)
}
