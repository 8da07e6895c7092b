//! Number of commands that are needed to read a hundred firewall rules among thousands.

use std::fmt::Write as _;
use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt as _;
use std::sync::mpsc::{self, Receiver};
use std::thread;

use marotte_tests::{GENERATORS, Scratch};

use crate::scratch;

/// What the test sends after the commands.
const END: &str = "end";

/// Rules in each of the two tables.
const RULES: usize = 2_000;

/// A system with a firewall: the command that lists and changes its rules reports each of its calls over the
/// network, the only channel available to a query.
struct Firewall {
    scratch: Scratch,
    calls: Receiver<String>,
    port: u16,
}

impl Firewall {
    fn new() -> Self {
        let scratch = scratch();
        for table in ["ipv4", "ipv6"] {
            let rules = (0..RULES).fold(String::new(), |mut text, number| {
                let _ = writeln!(text, "{table}-{number} drop");
                text
            });
            let _ = scratch.file(&format!("tables/{table}"), rules);
        }
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("a free port").port();
        let (tell, calls) = mpsc::channel();
        thread::spawn(move || {
            for connection in listener.incoming() {
                let mut line = String::new();
                if connection.is_ok_and(|mut connection| connection.read_to_string(&mut line).is_ok()) {
                    let _ = tell.send(line.trim().to_owned());
                }
            }
        });
        let tables = scratch.path("tables");
        let tables = tables.display();
        let script = format!(
            "#!/bin/bash\necho \"$*\" > /dev/tcp/127.0.0.1/{port}\n\
             case $1 in\n\
             list) cat {tables}/$2 ;;\n\
             set) sed -i \"/^$3 /d\" {tables}/$2; echo \"$3 $4\" >> {tables}/$2 ;;\n\
             delete) sed -i \"/^$3 /d\" {tables}/$2 ;;\n\
             esac\n"
        );
        let command = scratch.file("bin/marotte-test-rules", script);
        fs::set_permissions(command, fs::Permissions::from_mode(0o755)).expect("a file of the test");
        Self { scratch, calls, port }
    }

    /// Applies a hundred rules and returns the commands.
    fn apply(&self, action: impl Fn(usize) -> &'static str, exit: i32) -> Vec<String> {
        let code = (0..100).fold(String::new(), |mut code, number| {
            let table = if number % 2 == 0 { "ipv4" } else { "ipv6" };
            let action = action(number);
            let _ = writeln!(code, "rule {{ '{table}-{number}': protocol => {table}, action => '{action}' }}");
            code
        });
        let site = self.scratch.file("site.pp", code);
        let path = format!("{}:/usr/bin:/bin", self.scratch.path("bin").display());
        let _ = self
            .scratch
            .apply_file_with(&site, &["--provider", GENERATORS, "--root_commands", "all"], &[("PATH", &path)])
            .expect(exit);
        // The thread reads connections in order, and all commands have connected before.
        let mut end = TcpStream::connect(("127.0.0.1", self.port)).expect("the listener of the test");
        end.write_all(END.as_bytes()).expect("the listener of the test");
        drop(end);
        self.calls.iter().take_while(|call| call != END).collect()
    }
}

fn count(calls: &[String], what: &str) -> usize {
    calls.iter().filter(|call| call.starts_with(what)).count()
}

#[test]
fn unchanged_rules_need_one_listing_for_each_table() {
    let firewall = Firewall::new();
    let calls = firewall.apply(|_| "drop", 0);
    assert_eq!((calls.len(), count(&calls, "list ipv4"), count(&calls, "list ipv6")), (2, 1, 1), "{calls:#?}");
}

#[test]
fn changed_rules_need_one_command_each() {
    let firewall = Firewall::new();
    let calls = firewall.apply(|number| if number < 7 { "accept" } else { "drop" }, 2);
    assert_eq!((calls.len(), count(&calls, "list"), count(&calls, "set")), (2 + 7, 2, 7), "{calls:#?}");
    let calls = firewall.apply(|number| if number < 7 { "accept" } else { "drop" }, 0);
    assert_eq!((calls.len(), count(&calls, "list")), (2, 2), "{calls:#?}");
}
