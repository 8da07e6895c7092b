//! Users: their passwords, which can be verified but not read, and their tags, one of which marks
//! administrators.

use std::collections::BTreeMap;

use marotte_sdk::prelude::*;

use crate::ctl;
use crate::{Ensure, RabbitmqUser, RabbitmqUserAttribute, RabbitmqUserState, Switch};

/// The tag of administrators.
const ADMINISTRATOR: &str = "administrator";

/// Provider for the users of a broker.
#[derive(Debug, Default)]
pub struct Users;

impl Provider for Users {
    type Resource = RabbitmqUser;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<RabbitmqUser>]) -> Vec<Result<State<RabbitmqUser>>> {
        let known = list(system).map(|users| users.into_iter().collect::<BTreeMap<_, _>>());
        let is_known = |row: &Row<RabbitmqUser>| known.as_ref().is_ok_and(|users| users.contains_key(&row.name));
        let tried = tried(system, rows.iter().filter(|row| is_known(row)));
        for_each_row(rows, |row| {
            let Some(tags) = known.as_ref().map_err(|error| error.clone())?.get(&row.name) else {
                return Ok(RabbitmqUserState::absent().into());
            };
            let state = State::new(state(tags));
            Ok(match tried.get(&row.id()) {
                Some(tried) => state.with(verdict(tried.clone()?)),
                None => state,
            })
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<RabbitmqUser>,
        _is: &RabbitmqUserState,
        changed: &[RabbitmqUserAttribute],
    ) -> Result<Applied<RabbitmqUserAttribute>> {
        let has = |attribute| changed.contains(&attribute);
        let is_new = has(RabbitmqUserAttribute::Ensure);
        if is_new && row.ensure == Ensure::Absent {
            ctl::order(system, &["delete_user", "--", &row.name])?;
            return Ok(Applied::all());
        }
        if is_new {
            let fault = || format!("Password is a required parameter for rabbitmq_user (user: {})", row.name);
            let password = row.password.as_ref().ok_or_else(|| Error::invalid(fault()))?;
            ctl::run(system, &with_password(system, row, "add_user", password))?;
        }
        if let Some(password) = row.password.as_ref().filter(|_| has(RabbitmqUserAttribute::Password)) {
            ctl::run(system, &with_password(system, row, "change_password", password))?;
        }
        let are_tagged = has(RabbitmqUserAttribute::Admin) || has(RabbitmqUserAttribute::Tags);
        let tags = tags(row);
        if are_tagged || is_new && !tags.is_empty() {
            let words = ["set_user_tags", "--", &row.name].into_iter().chain(tags).collect::<Vec<_>>();
            ctl::order(system, &words)?;
        }
        Ok(Applied::all())
    }
}

impl Instances for Users {
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<RabbitmqUser>>> {
        Ok(list(system)?.into_iter().map(|(title, tags)| Instance { title, is: state(&tags) }).collect())
    }
}

impl Canonicalize for RabbitmqUser {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        if row.password.as_ref().and_then(Text::clear).is_some_and(|password| password.contains(['\n', '\r'])) {
            problems.error(row, RabbitmqUserAttribute::Password, "a password must not contain a newline");
        }
        for tag in &row.tags {
            if tag.is_empty() || tag.contains(char::is_whitespace) {
                problems.error(row, RabbitmqUserAttribute::Tags, format!("Invalid tag: {tag:?}"));
            }
            if tag == ADMINISTRATOR {
                let message = "must use admin property instead of administrator tag";
                problems.error(row, RabbitmqUserAttribute::Tags, message);
            }
        }
    }
}

/// Returns the names of all users, each with its tags.
fn list(system: &impl ReadSystem) -> Result<Vec<(String, Vec<String>)>> {
    let user = |record: &ctl::Record| {
        let tags = match record.value("tags")? {
            Value::Array(tags) => tags.iter().filter_map(text).map(str::to_owned).collect(),
            _ => Vec::new(),
        };
        Ok((record.text("user")?.to_owned(), tags))
    };
    ctl::list(system, &["list_users"])?.iter().map(user).collect()
}

fn text(value: &Value) -> Option<&str> {
    match value {
        Value::Text(text) => Some(text),
        _ => None,
    }
}

fn state(tags: &[String]) -> RabbitmqUserState {
    let is_admin = tags.iter().any(|tag| tag == ADMINISTRATOR);
    RabbitmqUserState {
        ensure: Some(Ensure::Present),
        password: None,
        admin: Some(if is_admin { Switch::True } else { Switch::False }),
        tags: Some(tags.iter().filter(|tag| *tag != ADMINISTRATOR).cloned().collect()),
    }
}

/// Verifies the passwords of users. Returns whether each one is valid.
fn tried<'a>(
    system: &impl ReadSystem,
    rows: impl Iterator<Item = &'a Row<RabbitmqUser>>,
) -> BTreeMap<u32, Result<bool>> {
    let tries: Vec<(u32, Command)> = rows
        .filter_map(|row| Some((row.id(), with_password(system, row, "authenticate_user", row.password.as_ref()?))))
        .collect();
    if tries.is_empty() {
        return BTreeMap::new();
    }
    let (ids, commands): (Vec<u32>, Vec<Command>) = tries.into_iter().unzip();
    let is_right = |output: Result<marotte_sdk::system::Output>| output.map(|output| output.is_success());
    ids.into_iter().zip(ctl::patiently(system, &commands).into_iter().map(is_right)).collect()
}

fn verdict(is_right: bool) -> Verdict<RabbitmqUserAttribute> {
    let attribute = RabbitmqUserAttribute::Password;
    if is_right {
        return Verdict::insync(attribute);
    }
    let verdict = Verdict::differs(attribute).change("password has been changed");
    verdict.showing("[old password redacted]", "[new password redacted]")
}

/// Returns a command that reads a password from standard input.
fn with_password(system: &impl ReadSystem, row: &Row<RabbitmqUser>, verb: &str, password: &Text) -> Command {
    let command = ctl::call(system, &["-q", verb, "--", &row.name]);
    Command { row: row.id(), stdin: vec![password.part(Form::Line), "\n".into()], ..command }
}

/// Returns all desired tags of a user.
fn tags(row: &RabbitmqUser) -> Vec<&str> {
    let admin = (row.admin == Switch::True).then_some(ADMINISTRATOR);
    row.tags.iter().map(String::as_str).chain(admin).collect()
}
