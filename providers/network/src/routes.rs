//! The providers of `network_route`, which edit files with a route on each line.

use marotte_sdk::prelude::*;
use marotte_sdk::records::{RecordFiles, Records};

use crate::address::{Destination, mask};
use crate::route::{Format, Route, RouteLine, destination, is_same_address};
use crate::scripts::names;
use crate::values::Netmask;
use crate::{Ensure, NetworkRoute, NetworkRouteAttribute, NetworkRouteState};

/// Provider for files of routes.
#[derive(Debug)]
pub struct Routes {
    format: Format,
}

impl Open for Routes {
    fn open(name: &str, _features: &[String]) -> Result<Self> {
        let format = match name {
            "redhat" => Format::RedHat,
            "sles" => Format::Sles,
            _ => Format::Debian,
        };
        Ok(Self { format })
    }
}

impl Provider for Routes {
    type Resource = NetworkRoute;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<NetworkRoute>]) -> Vec<Result<State<NetworkRoute>>> {
        let places = rows.iter().map(|row| row.place(self.path(row)));
        let files: RecordFiles<RouteLine> = RecordFiles::read(system, places);
        for_each_row(rows, |row| {
            let wanted = wanted(row)?;
            let routes = self.routes(&self.path(row), files.records(&self.path(row))?)?;
            Ok(match current(&routes, &wanted) {
                Some(found) => judged(found, &wanted),
                None => NetworkRouteState::absent().into(),
            })
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<NetworkRoute>,
        _is: &NetworkRouteState,
        changed: &[NetworkRouteAttribute],
    ) -> Result<Applied<NetworkRouteAttribute>> {
        let (path, mut wanted) = (self.path(row), wanted(row)?);
        let mut files: RecordFiles<RouteLine> = RecordFiles::read(system, [row.place(path.as_str())]);
        let is_meant =
            |line: &RouteLine| self.format.parse(line).filter(|route| route.destination == wanted.destination);
        if row.ensure == Ensure::Absent {
            files.remove_all(|line| is_meant(line).is_some())?;
        } else {
            let routes = self.routes(&path, files.records(&path)?)?;
            let found = current(&routes, &wanted).cloned();
            if !changed.contains(&NetworkRouteAttribute::Options)
                && let Some(found) = &found
            {
                wanted.options.clone_from(&found.options);
            }
            let line = self.format.line(&wanted)?;
            files.put_over(&path, line, |line| found.is_some() && self.format.parse(line) == found)?;
        }
        files.write(system, row.id())?;
        Ok(Applied::all())
    }
}

impl Instances for Routes {
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<NetworkRoute>>> {
        let mut instances = Vec::new();
        for path in self.paths(system)? {
            let files: RecordFiles<RouteLine> = RecordFiles::read(system, [Place::unowned(path.as_str())]);
            for route in self.routes(&path, files.records(&path)?)? {
                instances.push(Instance { title: route.destination.name(), is: state(&route) });
            }
        }
        Ok(instances)
    }
}

impl Routes {
    /// Returns the directory and the beginning of the names of files for interfaces.
    fn files(&self) -> Option<(&'static str, &'static str)> {
        match self.format {
            Format::Debian => None,
            Format::RedHat => Some(("/etc/sysconfig/network-scripts", "route-")),
            Format::Sles => Some(("/etc/sysconfig/network", "ifroute-")),
        }
    }

    /// Returns the file with the routes of an interface.
    fn file_of(&self, interface: &str) -> String {
        match self.files() {
            Some((directory, prefix)) => format!("{directory}/{prefix}{interface}"),
            None => "/etc/network/routes".to_owned(),
        }
    }

    fn path(&self, row: &NetworkRoute) -> String {
        self.file_of(row.interface.as_deref().unwrap_or_default())
    }

    /// Returns all files with routes.
    fn paths(&self, system: &impl ReadSystem) -> Result<Vec<String>> {
        match self.files() {
            Some((directory, prefix)) => {
                Ok(names(system, directory, prefix)?.iter().map(|interface| self.file_of(interface)).collect())
            }
            None => Ok(vec![self.file_of("")]),
        }
    }

    fn routes(&self, path: &str, records: &Records<RouteLine>) -> Result<Vec<Route>> {
        // Such a file has the addresses, masks and gateways of routes as numbered variables, and must not be mixed.
        let is_variable = |line: &RouteLine| line.0.starts_with("ADDRESS") && line.0.contains('=');
        if self.format == Format::RedHat && records.iter().any(is_variable) {
            return Err(Error::invalid(format!(
                "{path} has routes as variables (ADDRESS0=...), which is not supported"
            )));
        }
        Ok(records.iter().filter_map(|line| self.format.parse(line)).collect())
    }
}

/// Returns the desired route.
fn wanted(row: &NetworkRoute) -> Result<Route> {
    let destination = destination(row).ok_or_else(|| Error::invalid("network and netmask are required"))?;
    Ok(Route {
        destination,
        network: row.network.clone().unwrap_or_default(),
        gateway: row.gateway.as_deref().map(str::to_owned),
        interface: row.interface.clone(),
        options: row.options.as_ref().map(|options| options.trim().to_owned()),
    })
}

/// Returns the current route: the one of the same interface if there are several to the destination, otherwise the last.
fn current<'r>(routes: &'r [Route], wanted: &Route) -> Option<&'r Route> {
    let mut found = routes.iter().filter(|route| route.destination == wanted.destination).rev();
    let last = found.clone().next();
    found.find(|route| route.interface == wanted.interface).or(last)
}

fn state(route: &Route) -> NetworkRouteState {
    let mask = match &route.destination {
        Destination::Default => Some(mask(0, false)),
        Destination::Network(network, bits) => Some(mask(*bits, network.is_ipv6())),
        Destination::Local(_) => None,
    };
    NetworkRouteState {
        ensure: Some(Ensure::Present),
        network: Some(route.network.clone()),
        netmask: mask.map(|mask| Netmask::from(mask.to_string().as_str())),
        gateway: route.gateway.as_deref().map(Into::into),
        interface: route.interface.clone(),
        options: route.options.clone(),
    }
}

/// Returns the state with verdicts: the destination is that of the resource, and addresses can be written in several ways.
fn judged(found: &Route, wanted: &Route) -> State<NetworkRoute> {
    use NetworkRouteAttribute as A;
    let mut state = State::new(state(found)).with(Verdict::insync(A::Network)).with(Verdict::insync(A::Netmask));
    let is_insync = match (&found.gateway, &wanted.gateway) {
        (Some(is), Some(should)) => is_same_address(is, should),
        // Local routes have no gateway.
        _ => matches!(found.destination, Destination::Local(_)),
    };
    if is_insync {
        state = state.with(Verdict::insync(A::Gateway));
    }
    let options = |route: &Route| route.options.clone().unwrap_or_default();
    if wanted.options.is_some() && options(found) == options(wanted) {
        state = state.with(Verdict::insync(A::Options));
    }
    state
}
