//! Tests of the provider on a system with local files and scripted servers.

mod bringing;
mod checking;
mod faults;
mod unpacking;

use std::cell::RefCell;
use std::rc::Rc;

use marotte_sdk::fake::{Desired, FakeSystem, FileNode, ProviderTest};
use marotte_sdk::system::{Command, Output, Program, Response};
use marotte_sdk::{Result, Value};

use crate::{Archive, Component, Transfer};

/// The MD5 of `right`.
const RIGHT: &str = "7c4f29407893c334a6cb7a87bf045c0d";

/// A test system, with the commands and requests it received.
struct Site {
    machine: FakeSystem,
    trial: ProviderTest<Transfer>,
    ran: Rc<RefCell<Vec<Command>>>,
}

impl Site {
    fn new() -> Self {
        let machine = FakeSystem::new();
        machine.put("/srv", FileNode::directory()).put("/srv/source", FileNode::file("right"));
        machine.grant(include_str!("../provider.toml"));
        let ran = Rc::<RefCell<Vec<Command>>>::default();
        let (noted, disk) = (Rc::clone(&ran), machine.clone());
        machine.on_command(move |command| {
            noted.borrow_mut().push(command.clone());
            if line(command).starts_with("mkdir") {
                disk.put(&command.args[2], FileNode::directory());
            } else {
                disk.put("/srv/made", FileNode::file(""));
            }
            Ok(Output { status: 0, stdout: Vec::new(), stderr: Vec::new(), truncated: false })
        });
        Self { trial: ProviderTest::new::<Component>(&machine, "curl"), machine, ran }
    }

    /// Scripts the responses of servers by URL.
    fn on_url(&self, answers: &'static [(&'static str, u16, &'static str)]) -> &Self {
        self.machine.on_request(move |request| {
            let (_, status, body) =
                answers.iter().find(|(url, ..)| *url == request.url).unwrap_or(&("", 404, "no such thing"));
            Ok(Response { status: *status, headers: Vec::new(), body: body.as_bytes().to_vec() })
        });
        self
    }

    fn want(&self, attributes: &[(&str, Value)]) -> Result<Desired<Archive>> {
        self.trial.prepare("/srv/file.tar", &[&[text("path", "/srv/file.tar")], attributes].concat())
    }

    fn apply(&mut self, attributes: &[(&str, Value)]) -> Vec<String> {
        self.ran.borrow_mut().clear();
        let wanted = self.want(attributes).unwrap();
        self.trial.apply(&wanted)
    }

    fn noop(&mut self, attributes: &[(&str, Value)]) -> Vec<String> {
        let wanted = self.want(attributes).unwrap();
        self.trial.noop(&wanted)
    }

    fn ran(&self) -> Vec<String> {
        self.ran.borrow().iter().map(line).collect()
    }
}

fn line(command: &Command) -> String {
    let Program::Named(name) = &command.program else { panic!("no command is given") };
    format!("{name} {}", command.args.join(" "))
}

/// Returns an attribute with a text value.
fn text<'a>(name: &'a str, value: &str) -> (&'a str, Value) {
    (name, value.into())
}
