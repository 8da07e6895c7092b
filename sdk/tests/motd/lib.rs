//! Manages the message that people see when they log in.

use marotte_sdk::prelude::*;
use schema::{Ensure, Motd, MotdAttribute, MotdState};

/// What a manifest can say.
#[marotte_sdk::package]
pub mod schema {
    /// The message that people see when they log in.
    #[resource(name = "motd", require(file = ancestor(path)))]
    #[provider(name = "plain", by = super::Plain)]
    pub struct Motd {
        /// The file that holds the message.
        #[parameter(namevar)]
        pub path: String,
        /// Whether there is a message.
        #[property(default = "present")]
        pub ensure: Ensure,
        /// The message, without the newline at its end.
        #[property]
        pub text: Option<String>,
    }

    /// Presence.
    #[derive(Debug, Clone, PartialEq)]
    pub enum Ensure {
        /// There is a message.
        Present,
        /// There is none, nor a file for it.
        #[choice(absent)]
        Absent,
    }
}

/// A file with nothing in it but the message.
pub struct Plain;

impl Provider for Plain {
    type Resource = Motd;

    fn open(_name: &str, _features: &[String]) -> Result<Self> {
        Ok(Self)
    }

    fn get(&mut self, system: &impl Read, rows: &[Row<Motd>]) -> Vec<Result<State<Motd>>> {
        each(rows, |row| match system.read_text(&row.place(row.path.as_str()), 4096) {
            Ok(text) => {
                let text = Some(text.trim_end().to_owned());
                Ok(MotdState { ensure: Some(Ensure::Present), text }.into())
            }
            Err(error) if error.code == Code::NotFound => {
                Ok(MotdState { ensure: Some(Ensure::Absent), ..MotdState::default() }.into())
            }
            Err(error) => Err(error),
        })
    }

    fn set(
        &mut self,
        system: &impl Write,
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
    use marotte_sdk::fake::{Fake, Node, Trial};

    use super::*;

    #[test]
    fn a_message_is_written_once() {
        let machine = Fake::new();
        machine.put("/etc/motd", Node::file("old\n"));
        let mut trial: Trial<Plain> = Trial::new::<schema::Component>(&machine, "plain");
        let welcome = trial.want("/etc/motd", &[("text", "Welcome".into())]).unwrap();
        assert_eq!(trial.noop(&welcome), ["text: current_value 'old', should be 'Welcome' (noop)"]);
        assert_eq!(trial.apply(&welcome), ["text: text changed 'old' to 'Welcome'"]);
        assert_eq!(trial.apply(&welcome), [""; 0]);
        assert_eq!(machine.text("/etc/motd"), "Welcome\n");
    }

    #[test]
    fn a_full_disk_is_an_error_of_this_resource() {
        let machine = Fake::new();
        machine.put("/etc/motd", Node::file("old\n")).fail("write", Error::new(Code::Io, "No space left on device"));
        let mut trial: Trial<Plain> = Trial::new::<schema::Component>(&machine, "plain");
        let welcome = trial.want("/etc/motd", &[("text", "Welcome".into())]).unwrap();
        assert_eq!(trial.apply(&welcome), ["text: change from 'old' to 'Welcome' failed: No space left on device"]);
    }
}
