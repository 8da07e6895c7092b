//! A server with the code and the authority of the recordings.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use std::thread;

use engine::settings::texts::SettingSources;
use engine::{ServedTypes, Settings};
use server::{Server, ServerOptions};

use super::client::Clients;

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
        let flags = [
            ("confdir", text("conf")),
            ("vardir", text("var")),
            ("codedir", text("code")),
            ("basemodulepath", text("code/modules")),
            ("ssldir", text("ssl")),
            ("cadir", text("ca")),
            ("autosign", "false".to_owned()),
        ];
        fs::create_dir(root.join("conf")).unwrap();
        let mount = format!("[extra]\n  path {}\n", text("code/extra"));
        fs::write(root.join("conf/fileserver.conf"), mount).unwrap();
        let flags = flags.into_iter().chain(more(root)).map(|(name, value)| (name.to_owned(), value)).collect();
        let sources = SettingSources { flags, ..SettingSources::default() };
        let settings = Arc::new(Settings::from_sources(sources, "server", None).unwrap().0);
        let options = ServerOptions::new(&settings, "puppet.example.com", None);
        let (sender, messages) = mpsc::channel();
        let types = ServedTypes::load(&settings, &mut Silent).unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let server = Server::open(settings, options, types, listener, sender).unwrap();
        let address = server.address().unwrap();
        thread::spawn(move || server.serve().unwrap());
        thread::spawn(move || messages.iter().for_each(drop));
        let clients = Clients::new(address, &data().join("ca-directory/ssl"));
        Self { directory, clients }
    }
}

/// Drops the messages of a start.
struct Silent;

impl engine::Logger for Silent {
    fn enabled(&self, _level: catalog::Level) -> bool {
        false
    }

    fn write(&mut self, _message: &transaction::Log) {}

    fn diagnostic(&mut self, _: &syntax::Diagnostic, _: &syntax::SourceMap, _before: &str, _after: &str) {}
}
