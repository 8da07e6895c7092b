//! A server that runs in threads of a test.

use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, OnceLock};
use std::thread;

use engine::settings::texts::SettingSources;
use engine::{ServedTypes, Settings};
use server::{Server, ServerMessage, ServerOptions};

/// Returns the settings of a server below a directory.
pub(crate) fn settings(directory: &Path, more: impl IntoIterator<Item = (String, String)>) -> Arc<Settings> {
    let text = |name: &str| directory.join(name).display().to_string();
    let own = [("confdir", "conf"), ("vardir", "var"), ("codedir", "code"), ("ssldir", "ssl"), ("cadir", "ca")];
    let flags = own.into_iter().map(|(name, directory)| (name.to_owned(), text(directory))).chain(more).collect();
    let sources = SettingSources { flags, ..SettingSources::default() };
    Arc::new(Settings::from_sources(sources, "server", None).unwrap().0)
}

/// Starts a server, which ends with the process. Returns its address and its messages.
pub(crate) fn start(settings: Arc<Settings>, options: ServerOptions) -> (SocketAddr, Receiver<ServerMessage>) {
    // The types are read once.
    static TYPES: OnceLock<Arc<ServedTypes>> = OnceLock::new();
    let types = Arc::clone(TYPES.get_or_init(|| ServedTypes::load(&settings, &mut Silent).unwrap()));
    let (sender, messages) = mpsc::channel();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let server = Server::open(settings, options, types, listener, sender).unwrap();
    let address = server.address().unwrap();
    thread::spawn(move || server.serve().unwrap());
    (address, messages)
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
