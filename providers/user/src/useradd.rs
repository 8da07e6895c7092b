//! The provider `useradd`, which reads the system's account files and changes them with the system's
//! programs.

use std::collections::BTreeSet;

use marotte_sdk::prelude::*;
use marotte_sdk::system::{Key, Want};

use crate::accounts_db::{self, AccountsDb};
use crate::tool::{self, Tool};
use crate::value::{Expiry, Id, Names};
use crate::{Ensure, Membership, User, UserAttribute, UserState};

/// Manages users with `useradd` and related programs.
#[derive(Debug, Default)]
pub struct Useradd;

impl Provider for Useradd {
    type Resource = User;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<User>]) -> Vec<Result<State<User>>> {
        let books = match AccountsDb::read(system) {
            Ok(books) => books,
            Err(error) => return rows.iter().map(|_| Err(error.clone())).collect(),
        };
        for_each_row(rows, |row| {
            let Some(account) = accounts_db::find(system, row) else {
                return Ok(UserState::absent().into());
            };
            let mut state = State::new(books.state(&account));
            state.verdicts.extend(judge_gid(system, row, account.gid));
            state.verdicts.extend(judge_groups(row, &state.is));
            state.verdicts.extend(judge_expiry(row, &state.is));
            Ok(state)
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<User>,
        _is: &UserState,
        changed: &[UserAttribute],
    ) -> Result<Applied<UserAttribute>> {
        let mut applied = Applied::default();
        for attribute in changed {
            let outcome = match attribute {
                UserAttribute::Ensure if row.ensure == Some(Ensure::Absent) => remove(system, row),
                UserAttribute::Ensure => create(system, row),
                attribute => set(system, row, *attribute),
            };
            applied.note(*attribute, outcome.map(|()| None));
        }
        Ok(applied)
    }
}

impl Instances for Useradd {
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<User>>> {
        let books = AccountsDb::read(system)?;
        let accounts = system.users().into_iter();
        Ok(accounts.map(|account| Instance { is: books.state(&account), title: account.name }).collect())
    }
}

/// Compares a group name by the number of the group.
fn judge_gid(system: &impl ReadSystem, row: &Row<User>, is: u32) -> Option<Verdict<UserAttribute>> {
    let Some(wanted @ Id::Name(_)) = &row.gid else { return None };
    let attribute = UserAttribute::Gid;
    Some(if gid(system, wanted) == Some(is) { Verdict::insync(attribute) } else { Verdict::differs(attribute) })
}

/// Returns Puppet's message for the removal of an expiry date.
fn judge_expiry(row: &Row<User>, is: &UserState) -> Option<Verdict<UserAttribute>> {
    let (Some(Expiry::Absent), Some(Expiry::Day(day))) = (&row.expiry, &is.expiry) else { return None };
    Some(Verdict::differs(UserAttribute::Expiry).change(format!("undefined 'expiry' from '{day}'")))
}

/// Groups that are not listed matter only with inclusive membership.
fn judge_groups(row: &Row<User>, is: &UserState) -> Option<Verdict<UserAttribute>> {
    let wanted = row.groups.as_ref()?;
    let current: &[String] = is.groups.as_ref().map(|names| names.0.as_slice()).unwrap_or_default();
    let should = groups_wanted(row, wanted, current);
    let attribute = UserAttribute::Groups;
    if should == current.iter().map(String::as_str).collect() {
        return Some(Verdict::insync(attribute));
    }
    let (current, should) = (current.join(","), Vec::from_iter(should));
    let listed: Vec<String> = should.iter().map(|name| format!("'{name}'")).collect();
    let change = format!("groups changed {current} to [{}]", listed.join(", "));
    Some(Verdict::differs(attribute).showing(current, format!("'{}'", should.join(","))).change(change))
}

fn groups_wanted<'a>(row: &User, wanted: &'a Names, current: &'a [String]) -> BTreeSet<&'a str> {
    let kept: &[String] = if row.membership == Membership::Inclusive { &[] } else { current };
    wanted.0.iter().chain(kept).map(String::as_str).collect()
}

fn gid(system: &impl ReadSystem, group: &Id) -> Option<u32> {
    let key = match group {
        Id::Number(number) => Key::Id(u32::try_from(*number).ok()?),
        Id::Name(name) => Key::Name(name.clone()),
    };
    system.group(&key).map(|group| group.gid)
}

fn create(system: &impl WriteSystem, row: &Row<User>) -> Result<()> {
    if let Some(shell) = &row.shell {
        check_shell(system, row, shell)?;
    }
    let failed = |error: Error| {
        let message = format!("Could not create user {}: {}", row.name, error.message);
        error.reword(message)
    };
    check_duplicate(system, row)?;
    let options = options(system, row);
    Tool::Add.run(system, row, &options.iter().map(String::as_str).collect::<Vec<_>>()).map_err(failed)?;
    for attribute in [UserAttribute::PasswordMinAge, UserAttribute::PasswordMaxAge, UserAttribute::PasswordWarnDays] {
        set_age(system, row, attribute).map_err(failed)?;
    }
    if row.forcelocal {
        // `luseradd` does not support these options.
        if row.groups.is_some() {
            set(system, row, UserAttribute::Groups)?;
        }
        if row.expiry.is_some() {
            set(system, row, UserAttribute::Expiry)?;
        }
    }
    row.password.as_ref().map_or(Ok(()), |hash| tool::set_password(system, row, hash))
}

/// Returns the options of `useradd`. The password is not passed as an option, since arguments are visible to
/// all users.
fn options(system: &impl ReadSystem, row: &Row<User>) -> Vec<String> {
    let mut options = Vec::new();
    let mut option = |flag: &str, value: Option<String>| {
        options.extend(value.filter(|value| !value.is_empty()).into_iter().flat_map(|value| [flag.to_owned(), value]));
    };
    let namesake = system.group(&Key::Name(row.name.clone())).map(|group| group.name);
    option("-c", row.comment.clone());
    option("-g", row.gid.as_ref().map(Id::text).or(namesake));
    if !row.forcelocal {
        option("-G", row.groups.as_ref().map(|wanted| Vec::from_iter(groups_wanted(row, wanted, &[])).join(",")));
        if let Some(Expiry::Day(day)) = &row.expiry {
            option("-e", Some(day.clone()));
        }
    }
    option("-d", row.home.clone());
    option("-s", row.shell.clone());
    option("-u", row.uid.as_ref().map(Id::text));
    let mut flag = |flag: &str, is_set: bool| options.extend(is_set.then(|| flag.to_owned()));
    // `luseradd` does not support `-o` and `-m`; it creates the home directory unless `-M` is given.
    flag("-o", row.allowdupe && row.uid.is_some() && !row.forcelocal);
    flag("-m", row.managehome && !row.forcelocal);
    flag("-M", !row.managehome);
    flag("-r", row.system);
    options
}

fn remove(system: &impl WriteSystem, row: &Row<User>) -> Result<()> {
    let options: &[&str] = if row.managehome { &["-r"] } else { &[] };
    Tool::Delete.run(system, row, options).map_err(|error| {
        let message = format!("Could not delete user {}: {}", row.name, error.message);
        error.reword(message)
    })
}

fn set(system: &impl WriteSystem, row: &Row<User>, attribute: UserAttribute) -> Result<()> {
    let modify = |flag: &str, value: &str| Tool::Modify.run(system, row, &[flag, value]);
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let outcome = match attribute {
        UserAttribute::Home => modify("-d", &text(&row.home)),
        UserAttribute::Uid => return set_uid(system, row),
        UserAttribute::Gid => match row.gid.as_ref().and_then(|group| gid(system, group)) {
            Some(number) => modify("-g", &number.to_string()),
            None => {
                let group = row.gid.as_ref().map(Id::text).unwrap_or_default();
                return Err(Error::new(Code::NotFound, format!("Could not find group(s) {group}")));
            }
        },
        UserAttribute::Comment => modify("-c", &text(&row.comment)),
        UserAttribute::Shell => {
            check_shell(system, row, &text(&row.shell))?;
            modify("-s", &text(&row.shell))
        }
        UserAttribute::Password => {
            return row.password.as_ref().map_or(Ok(()), |hash| tool::set_password(system, row, hash));
        }
        UserAttribute::PasswordMinAge | UserAttribute::PasswordMaxAge | UserAttribute::PasswordWarnDays => {
            set_age(system, row, attribute)
        }
        UserAttribute::Groups => {
            let current = accounts_db::groups_now(system, &row.name);
            let wanted = row.groups.clone().unwrap_or_default();
            let groups = Vec::from_iter(groups_wanted(row, &wanted, &current)).join(",");
            Tool::Modify.run_shadow(system, row, &["-G", &groups])
        }
        UserAttribute::Expiry => {
            let day = match &row.expiry {
                Some(Expiry::Day(day)) => day.as_str(),
                Some(Expiry::Absent) | None => "",
            };
            Tool::Modify.run_shadow(system, row, &["-e", day])
        }
        other => return Err(Error::invalid(format!("useradd cannot manage {}", other.name()))),
    };
    outcome.map_err(|error| refused(row, attribute, error))
}

fn set_uid(system: &impl WriteSystem, row: &Row<User>) -> Result<()> {
    check_duplicate(system, row)?;
    let uid = row.uid.as_ref().map(Id::text).unwrap_or_default();
    let options: &[&str] = if row.allowdupe && !row.forcelocal { &["-u", &uid, "-o"] } else { &["-u", &uid] };
    Tool::Modify.run(system, row, options).map_err(|error| refused(row, UserAttribute::Uid, error))
}

fn set_age(system: &impl WriteSystem, row: &Row<User>, attribute: UserAttribute) -> Result<()> {
    let (flag, days) = match attribute {
        UserAttribute::PasswordMinAge => ("-m", row.password_min_age.map(|days| days.0)),
        UserAttribute::PasswordMaxAge => ("-M", row.password_max_age.map(|days| days.0)),
        _ => ("-W", row.password_warn_days.map(|days| days.0)),
    };
    days.map_or(Ok(()), |days| Tool::Age.run(system, row, &[flag, &days.to_string()]))
}

fn refused(row: &Row<User>, attribute: UserAttribute, error: Error) -> Error {
    let message = format!("Could not set {} on user[{}]: {}", attribute.name(), row.name, error.message);
    error.reword(message)
}

/// Old libuser programs do not check for duplicates, unlike the `useradd` family.
fn check_duplicate(system: &impl ReadSystem, row: &Row<User>) -> Result<()> {
    let Some(Id::Number(uid)) = row.uid.as_ref().filter(|_| row.forcelocal && !row.allowdupe) else { return Ok(()) };
    if system.users().iter().any(|account| i64::from(account.uid) == *uid) {
        let message = format!("UID {uid} already exists, use allowdupe to force user creation");
        return Err(Error::new(Code::Exists, message));
    }
    Ok(())
}

fn check_shell(system: &impl ReadSystem, row: &Row<User>, shell: &str) -> Result<()> {
    let found = system.stat_one(&row.place(shell), true, Want::empty())?;
    match found {
        None => Err(Error::new(Code::NotFound, format!("Shell {shell} must exist"))),
        Some(program) if program.mode & 0o111 == 0 => Err(Error::invalid(format!("Shell {shell} must be executable"))),
        Some(_) => Ok(()),
    }
}
