//! The provider, which reads the directory of logind and makes changes with `loginctl`.

use marotte_sdk::command::Tool;
use marotte_sdk::limits;
use marotte_sdk::prelude::*;
use marotte_sdk::system::{Kind, Place, Want};

use crate::{Linger, LoginctlUser, LoginctlUserAttribute, LoginctlUserState};

const LOGINCTL: Tool = Tool::new("loginctl");
const DIRECTORY: &str = "/var/lib/systemd/linger";

/// Provider that uses the command `loginctl`.
#[derive(Debug, Default)]
pub struct Loginctl;

impl Canonicalize for LoginctlUser {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        let is_valid = |character: char| character.is_alphanumeric() || "_.-@$\\".contains(character);
        if row.name.is_empty() || row.name.starts_with(['-', '.']) || !row.name.chars().all(is_valid) {
            let message = format!("'{}' is not a valid name of a user", row.name);
            problems.error(row, LoginctlUserAttribute::Name, message);
        }
    }
}

impl Provider for Loginctl {
    type Resource = LoginctlUser;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<LoginctlUser>]) -> Vec<Result<State<LoginctlUser>>> {
        let places: Vec<Place> = rows.iter().map(|row| row.place(format!("{DIRECTORY}/{}", row.name))).collect();
        let found = system.stat(&places, false, Want::empty()).into_iter();
        found.map(|found| Ok(state(found?.is_some()).into())).collect()
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<LoginctlUser>,
        _is: &LoginctlUserState,
        _changed: &[LoginctlUserAttribute],
    ) -> Result<Applied<LoginctlUserAttribute>> {
        let action = if row.linger == Linger::Enabled { "enable-linger" } else { "disable-linger" };
        LOGINCTL.run(system, row.id(), &[action, &row.name])?;
        Ok(Applied::all())
    }
}

impl Instances for Loginctl {
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<LoginctlUser>>> {
        let entries = match system.walk(&Place::unowned(DIRECTORY), 1, false, &[], limits::DIRECTORY) {
            Err(error) if error.code == Code::NotFound => Vec::new(),
            entries => entries?,
        };
        let files = entries.into_iter().filter(|entry| entry.kind == Kind::File);
        let names = files.filter_map(|entry| entry.path.rsplit('/').next().map(str::to_owned));
        Ok(names.map(|title| Instance { title, is: state(true) }).collect())
    }
}

fn state(is_enabled: bool) -> LoginctlUserState {
    LoginctlUserState { linger: Some(if is_enabled { Linger::Enabled } else { Linger::Disabled }) }
}
