//! The secret shared by the nodes of a broker. After a change the broker cannot read its database, so the
//! database is removed with the old secret, if `force` permits it.

use marotte_sdk::prelude::*;
use marotte_sdk::system::Key;

use crate::{RabbitmqErlangCookie, RabbitmqErlangCookieAttribute, RabbitmqErlangCookieState};

/// Database directory below the home directory of the broker.
const KEPT: &str = "mnesia";

/// Provider for the cookie file.
#[derive(Debug, Default)]
pub struct Cookie;

impl Provider for Cookie {
    type Resource = RabbitmqErlangCookie;

    fn get(
        &mut self,
        system: &impl ReadSystem,
        rows: &[Row<RabbitmqErlangCookie>],
    ) -> Vec<Result<State<RabbitmqErlangCookie>>> {
        for_each_row(rows, |row| {
            // Content that is not valid UTF-8 differs from any desired secret and is replaced.
            let is = match system.read_lossy(&row.place(row.path.as_str()), 1 << 16) {
                Err(error) if error.code == Code::NotFound => String::new(),
                text => text?,
            };
            let Some(content) = &row.content else { return Ok(RabbitmqErlangCookieState { content: Some(is) }.into()) };
            let place = row.place(row.path.as_str());
            let is_same = system.equal_one(place, vec![content.into()])?;
            let attribute = RabbitmqErlangCookieAttribute::Content;
            let verdict = if is_same { Verdict::insync(attribute) } else { Verdict::differs(attribute) };
            let verdict = verdict.change("The rabbitmq erlang cookie was changed");
            let state = State::new(RabbitmqErlangCookieState { content: Some(is) });
            Ok(state.with(verdict.showing("[old content redacted]", "[new content redacted]")))
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<RabbitmqErlangCookie>,
        _is: &RabbitmqErlangCookieState,
        _changed: &[RabbitmqErlangCookieAttribute],
    ) -> Result<Applied<RabbitmqErlangCookieAttribute>> {
        if !row.force {
            return Err(Error::invalid(
                "The current erlang cookie needs to change. In order to do this the RabbitMQ database needs to be wiped.  Please \
                 set force => true to allow this to happen automatically.",
            ));
        }
        let Some(content) = &row.content else { return Ok(Applied::all()) };
        let name = |name: &str| Key::Name(name.to_owned());
        let missing = |kind: &str, name: &str| Error::new(Code::NotFound, format!("can't find {kind} for {name}"));
        let user = system.user(&name(&row.rabbitmq_user)).ok_or_else(|| missing("user", &row.rabbitmq_user))?;
        let group = system.group(&name(&row.rabbitmq_group)).ok_or_else(|| missing("group", &row.rabbitmq_group))?;
        stop(system, row)?;
        match system.remove(&format!("{}/{KEPT}", row.rabbitmq_home.trim_end_matches('/')), true, None) {
            Err(error) if error.code != Code::NotFound => return Err(error),
            _ => {}
        }
        let attrs = Attrs { mode: Some(0o400), uid: Some(user.uid), gid: Some(group.gid), ..Attrs::default() };
        system.write(&row.path, &vec![content.into()], &attrs, None)?;
        Ok(Applied::all())
    }
}

/// Stops the broker with the service manager of the system.
fn stop(system: &impl WriteSystem, row: &Row<RabbitmqErlangCookie>) -> Result<()> {
    let Some(service) = &row.service_name else { return Err(Error::invalid("service_name parameter is required.")) };
    let commands = [("systemctl", vec!["stop", "--", service]), ("service", vec![service, "stop"])];
    for (program, words) in commands {
        match system.mutate(&Command { row: row.id(), ..Command::named(program, &words) }) {
            Err(error) if error.code == Code::NotFound => {}
            output => return output?.success(program).map(drop),
        }
    }
    Err(Error::new(Code::NotFound, format!("no service manager on this system can stop the service '{service}'")))
}
