//! `npm`: globally installed packages of Node.js.

use marotte_sdk::command::Tool;
use marotte_sdk::prelude::*;

use crate::backend::{Backend, Installed, Listing};
use crate::current::Current;
use crate::options::arguments;
use crate::{Ensure, Package};

const NPM: Tool = Tool::new("npm");

/// The `npm` provider.
#[derive(Debug, Default)]
pub(crate) struct Npm {
    listing: Listing,
}

impl Backend for Npm {
    fn list(&mut self, system: &impl ReadSystem) -> Result<Vec<Installed>> {
        installed(system)
    }

    fn find(&mut self, system: &impl ReadSystem, row: &Row<Package>) -> Result<Option<Installed>> {
        self.listing.find(&row.name, || installed(system))
    }

    fn latest(&mut self, system: &impl ReadSystem, row: &Row<Package>, _is: &Current) -> Result<String> {
        let answer = NPM.query_text(system, row.id(), &["view", &row.name, "version"])?;
        let latest = answer.lines().map(str::trim).rfind(|line| !line.is_empty());
        latest.map(str::to_owned).ok_or_else(|| Error::other(format!("npm lists no version of {}", row.name)))
    }

    fn install(&mut self, system: &impl WriteSystem, row: &Row<Package>, _is: &Current) -> Result<()> {
        let mut line = vec!["install".to_owned(), "--global".to_owned()];
        line.extend(arguments(row.install_options.as_ref()));
        line.push(match (&row.source, &row.ensure) {
            (Some(source), _) => source.clone(),
            (None, Ensure::Other(version)) => format!("{}@{version}", row.name),
            (None, Ensure::Latest) => format!("{}@latest", row.name),
            (None, _) => row.name.clone(),
        });
        NPM.run(system, row.id(), &line).map(drop)
    }

    fn uninstall(&mut self, system: &impl WriteSystem, row: &Row<Package>) -> Result<()> {
        let mut line = vec!["uninstall".to_owned(), "--global".to_owned()];
        line.extend(arguments(row.uninstall_options.as_ref()));
        line.push(row.name.clone());
        NPM.run(system, row.id(), &line).map(drop)
    }

    fn forget(&mut self) {
        self.listing.forget();
    }
}

fn installed(system: &impl ReadSystem) -> Result<Vec<Installed>> {
    let line = ["list", "--global", "--depth=0", "--parseable", "--long"];
    let output = NPM.query(system, 0, &line)?;
    // npm exits with 1 if a dependency is missing, but still lists the packages.
    if !(output.is_success() || output.status == 1 && !output.stdout.is_empty()) {
        output.clone().success("npm list --global")?;
    }
    // `/usr/lib/node_modules/@scope/name:@scope/name@1.2.3`
    let package = |line: &str| {
        let (name, version) = line.split(':').nth(1)?.rsplit_once('@')?;
        (!name.is_empty()).then(|| Installed::new(name, version))
    };
    Ok(output.utf8("npm list --global")?.lines().filter_map(package).collect())
}
