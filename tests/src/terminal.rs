//! A terminal for running the program, with its output and typed input.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{Read as _, Write as _};
use std::os::unix::ffi::OsStrExt as _;
use std::process::{Child, Command, Stdio};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

/// The end-of-file character of a terminal.
pub const END: &str = "\x04";

/// A program on a terminal.
#[derive(Debug)]
pub struct Terminal {
    controller: File,
    child: Child,
    shown: Vec<u8>,
}

impl Terminal {
    /// Starts a command whose output goes to a terminal. Its input comes from the terminal if `is_typed`.
    ///
    /// # Panics
    /// Panics if there is no terminal or the command cannot be started.
    pub(crate) fn start(mut command: Command, is_typed: bool) -> Self {
        let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&controller).unwrap();
        unlockpt(&controller).unwrap();
        let name = ptsname(&controller, Vec::new()).unwrap();
        let terminal = File::options().read(true).write(true).open(OsStr::from_bytes(name.as_bytes())).unwrap();
        let input = if is_typed { terminal.try_clone().unwrap().into() } else { Stdio::null() };
        command.stdin(input).stdout(terminal.try_clone().unwrap()).stderr(terminal);
        let child = command.spawn().unwrap();
        // Dropping the command closes this process's copies of the terminal, which would keep it open.
        Self { controller: controller.into(), child, shown: Vec::new() }
    }

    /// Waits until a text is shown.
    ///
    /// # Panics
    /// Panics if the program ends before the text is shown.
    pub fn until(&mut self, text: &str) {
        while !String::from_utf8_lossy(&self.shown).contains(text) {
            let mut byte = [0];
            let read = self.controller.read_exact(&mut byte);
            read.unwrap_or_else(|error| panic!("{error}, after: {}", String::from_utf8_lossy(&self.shown)));
            self.shown.push(byte[0]);
        }
    }

    /// Types a text.
    ///
    /// # Panics
    /// Panics if the terminal rejects the text.
    pub fn types(&mut self, text: &str) {
        self.controller.write_all(text.as_bytes()).unwrap();
    }

    /// Waits for the program to end. Returns all shown output and the exit code.
    ///
    /// # Panics
    /// Panics if waiting for the program fails.
    #[must_use]
    pub fn wait(mut self) -> (String, Option<i32>) {
        // Reading from a closed terminal returns an error.
        let _ = self.controller.read_to_end(&mut self.shown);
        let status = self.child.wait().unwrap();
        (String::from_utf8_lossy(&self.shown).into_owned(), status.code())
    }
}
