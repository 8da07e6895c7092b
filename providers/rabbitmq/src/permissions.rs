//! Permissions of a user in a virtual host: patterns for the names that the user may configure, write to and
//! read from.

use marotte_sdk::prelude::*;

use crate::ctl;
use crate::{Ensure, RabbitmqUserPermissions, RabbitmqUserPermissionsAttribute, RabbitmqUserPermissionsState};

/// Puppet: the default pattern consists of two quotes, which match no name.
const NOTHING: &str = "''";

/// Provider for the permissions of users.
#[derive(Debug, Default)]
pub struct Permissions;

impl Provider for Permissions {
    type Resource = RabbitmqUserPermissions;

    fn get(
        &mut self,
        system: &impl ReadSystem,
        rows: &[Row<RabbitmqUserPermissions>],
    ) -> Vec<Result<State<RabbitmqUserPermissions>>> {
        let names = rows.iter().map(|row| row.name.as_str());
        let lists = ctl::lists_by_vhost(system, "list_permissions", names, &[]);
        for_each_row(rows, |row| {
            let Some(record) = ctl::find(&lists, &row.name, "user")? else {
                return Ok(RabbitmqUserPermissionsState::absent().into());
            };
            let pattern = |name| record.text(name).map(|text| Some(text.to_owned()));
            Ok(RabbitmqUserPermissionsState {
                ensure: Some(Ensure::Present),
                configure_permission: pattern("configure")?,
                read_permission: pattern("read")?,
                write_permission: pattern("write")?,
            }
            .into())
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<RabbitmqUserPermissions>,
        is: &RabbitmqUserPermissionsState,
        _changed: &[RabbitmqUserPermissionsAttribute],
    ) -> Result<Applied<RabbitmqUserPermissionsAttribute>> {
        let (user, vhost) = ctl::split(&row.name);
        let vhost = ctl::vhost_option(vhost);
        if row.ensure == Ensure::Absent {
            ctl::order(system, &["clear_permissions", &vhost, "--", user])?;
            return Ok(Applied::all());
        }
        let [configure, write, read] = [
            (&row.configure_permission, &is.configure_permission),
            (&row.write_permission, &is.write_permission),
            (&row.read_permission, &is.read_permission),
        ]
        .map(|(should, is)| should.as_deref().or(is.as_deref()).unwrap_or(NOTHING));
        ctl::order(system, &["set_permissions", &vhost, "--", user, configure, write, read])?;
        Ok(Applied::all())
    }
}

impl Relate for RabbitmqUserPermissions {
    fn relate(row: &Row<Self>, _system: &impl System) -> Vec<Relation> {
        let (user, vhost) = ctl::split(&row.name);
        vec![
            Relation::require("rabbitmq_vhost", vec![vhost.to_owned()]),
            Relation::require("rabbitmq_user", vec![user.to_owned()]),
        ]
    }
}
