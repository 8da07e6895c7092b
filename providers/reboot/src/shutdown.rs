//! The provider `posix`, which schedules a restart with the command `shutdown`.

use std::ops::Deref;

use marotte_sdk::command::Invocation;
use marotte_sdk::prelude::*;

use crate::{Apply, Reboot, RebootAttribute, RebootState, When};

/// The maximum length of a message, in characters.
const LONGEST_MESSAGE: usize = 8_000;

/// Schedules the restart after the run.
const SCHEDULE: &str = r#"run=$PPID
(
  while kill -0 "$run" 2>/dev/null; do sleep 1; done
  exec "$0" -r "$1" "$2"
) </dev/null >/dev/null 2>&1 &
"#;

/// A message for users who are logged in.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct Message(String);

impl Deref for Message {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Message {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        let text = String::from_value(value)?;
        if text.is_empty() {
            return Err("A non-empty message must be specified.".into());
        }
        if text.chars().count() > LONGEST_MESSAGE {
            return Err(format!("The given message must not exceed {LONGEST_MESSAGE} characters.").into());
        }
        Ok(Self(text))
    }
}

/// A time in seconds, which manifests may specify as a number or text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse, error = "The timeout must be an integer.")]
pub struct Timeout(u32);

impl Timeout {
    fn parse(value: &Value) -> Option<Self> {
        let seconds = match value {
            Value::Integer(number) => u32::try_from(*number).ok(),
            Value::Text(text) if text.bytes().all(|byte| byte.is_ascii_digit()) => text.parse().ok(),
            _ => None,
        };
        seconds.map(Self)
    }

    fn minutes(self) -> u32 {
        self.0.div_ceil(60)
    }
}

/// Provider that schedules at most one restart in a run.
#[derive(Debug, Default)]
pub struct Shutdown {
    is_scheduled: bool,
}

impl Canonicalize for Reboot {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        if row.apply == Apply::Immediately {
            let message = "apply => immediately, the default, is not supported: a run cannot be stopped by a resource. Set apply => \
                           finished to restart the system after the run";
            problems.error(row, RebootAttribute::Apply, message);
        }
        if row.message.starts_with('-') {
            problems.error(row, RebootAttribute::Message, "A message that begins with '-' is not supported");
        }
    }
}

impl Provider for Shutdown {
    type Resource = Reboot;

    fn get(&mut self, _system: &impl ReadSystem, rows: &[Row<Reboot>]) -> Vec<Result<State<Reboot>>> {
        for_each_row(rows, |row| {
            let state = State::new(RebootState { when: Some(row.when) });
            Ok(if row.when == When::Refreshed { state.with(Verdict::insync(RebootAttribute::When)) } else { state })
        })
    }

    fn set(
        &mut self,
        _system: &impl WriteSystem,
        _row: &Row<Reboot>,
        _is: &RebootState,
        _changed: &[RebootAttribute],
    ) -> Result<Applied<RebootAttribute>> {
        Ok(Applied::all())
    }
}

impl Refresh for Shutdown {
    fn refresh(&mut self, system: &impl WriteSystem, row: &Row<Reboot>) -> Result<()> {
        if row.when != When::Refreshed {
            system.debug(row, "Skipping reboot");
            return Ok(());
        }
        if self.is_scheduled {
            system.debug(row, "Reboot already scheduled; skipping");
            return Ok(());
        }
        system.notice(row, &format!("Scheduling system reboot with message: \"{}\"", &*row.message));
        let (seconds, minutes) = (row.timeout.0, row.timeout.minutes());
        if seconds % 60 != 0 {
            let rule = "Shutdown command on this system specifies time in minutes";
            system.warning(row, &format!("{rule}, rounding {seconds} seconds up to {minutes} minutes."));
        }
        let time = format!("+{minutes}");
        let command = Command::named("sh", &["-c", SCHEDULE, "shutdown", &time, &row.message]);
        Invocation::new(command).of_row(row.id()).shown_as(format!("shutdown -r {time}")).run(system)?;
        self.is_scheduled = true;
        Ok(())
    }
}
