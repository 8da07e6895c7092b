//! Manages the message shown at login.

use marotte_sdk::prelude::*;
use schema::{Ensure, Motd, MotdAttribute, MotdState};

/// The attributes of the type.
#[marotte_sdk::package]
pub mod schema {
    /// The message shown at login.
    #[resource(name = "motd", require(file = ancestor(path)))]
    #[provider(name = "plain", by = super::Plain)]
    pub struct Motd {
        /// The file that contains the message.
        #[parameter(namevar)]
        pub path: String,
        /// Whether there is a message.
        #[property(default = "present")]
        pub ensure: Ensure,
        /// The message, without the newline at its end.
        #[property]
        pub text: Option<String>,
    }
}

/// A file that contains only the message.
#[derive(Debug, Default)]
pub struct Plain;

impl Provider for Plain {
    type Resource = Motd;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<Motd>]) -> Vec<Result<State<Motd>>> {
        for_each_row(rows, |row| {
            let text = system.find_text(&row.place(row.path.as_str()), 4096)?;
            let ensure = if text.is_some() { Ensure::Present } else { Ensure::Absent };
            Ok(MotdState { ensure: Some(ensure), text: text.map(|text| text.trim_end().to_owned()) }.into())
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Motd>,
        _is: &MotdState,
        _changed: &[MotdAttribute],
    ) -> Result<Applied<MotdAttribute>> {
        match row.ensure {
            Ensure::Absent => system.remove(&row.path, false, None)?,
            Ensure::Present => {
                let text = row.text.as_deref().unwrap_or_default();
                system.write(&row.path, &vec![text.into(), "\n".into()], &Attrs::default(), None)?;
            }
        }
        Ok(Applied::all())
    }
}

#[cfg(test)]
mod tests {
    use marotte_sdk::fake::{FakeSystem, FileNode, ProviderTest};

    use super::*;

    #[test]
    fn message_is_written_once() {
        let machine = FakeSystem::new();
        machine.put("/etc/motd", FileNode::file("old\n"));
        let mut trial: ProviderTest<Plain> = ProviderTest::new::<schema::Component>(&machine, "plain");
        let welcome = trial.want("/etc/motd", &[("text", "Welcome".into())]).unwrap();
        assert_eq!(trial.noop(&welcome), ["text: current_value 'old', should be 'Welcome' (noop)"]);
        assert_eq!(trial.apply(&welcome), ["text: text changed 'old' to 'Welcome'"]);
        assert_eq!(trial.apply(&welcome), [""; 0]);
        assert_eq!(machine.text("/etc/motd"), "Welcome\n");
    }

    #[test]
    fn full_disk_is_reported_as_an_error() {
        let machine = FakeSystem::new();
        machine
            .put("/etc/motd", FileNode::file("old\n"))
            .fail("write", Error::new(Code::Io, "No space left on device"));
        let mut trial: ProviderTest<Plain> = ProviderTest::new::<schema::Component>(&machine, "plain");
        let welcome = trial.want("/etc/motd", &[("text", "Welcome".into())]).unwrap();
        assert_eq!(trial.apply(&welcome), ["text: change from 'old' to 'Welcome' failed: No space left on device"]);
    }
}
