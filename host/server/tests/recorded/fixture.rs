//! A server with the code and the authority of the recordings.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use server::ServerOptions;

use super::client::Clients;
use super::process;

/// The directory of a server, with the code and the authority of the recordings.
pub(crate) struct Fixture {
    pub(crate) directory: tempfile::TempDir,
    pub(crate) clients: Clients,
}

/// Returns the directory with the data of tests.
pub(crate) fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

/// Copies a directory.
pub(crate) fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let (path, name) = entry.map(|entry| (entry.path(), entry.file_name())).unwrap();
        let target = to.join(name);
        if path.is_symlink() {
            std::os::unix::fs::symlink(fs::read_link(&path).unwrap(), target).unwrap();
        } else if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).unwrap();
        }
    }
}

impl Fixture {
    /// Starts a server, which ends with the process. `more` returns further settings for its directory.
    pub(crate) fn start(more: impl FnOnce(&Path) -> Vec<(&'static str, String)>) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path();
        copy(&data().join("code"), &root.join("code"));
        copy(&data().join("ca-directory/ca"), &root.join("ca"));
        copy(&data().join("ca-directory/ssl"), &root.join("ssl"));
        for module in ["dev", "syntax", "production"] {
            fs::create_dir_all(root.join("code/environments").join(module).join("modules")).unwrap();
        }
        let text = |name: &str| root.join(name).display().to_string();
        let own = [("basemodulepath", text("code/modules")), ("autosign", "false".to_owned())];
        fs::create_dir(root.join("conf")).unwrap();
        let mount = format!("[extra]\n  path {}\n", text("code/extra"));
        fs::write(root.join("conf/fileserver.conf"), mount).unwrap();
        let flags = own.into_iter().chain(more(root)).map(|(name, value)| (name.to_owned(), value));
        let settings = process::settings(root, flags);
        let options = ServerOptions::new(&settings, "puppet.example.com", None);
        let (address, messages) = process::start(settings, options);
        thread::spawn(move || messages.iter().for_each(drop));
        let clients = Clients::new(address, &data().join("ca-directory/ssl"));
        Self { directory, clients }
    }
}
