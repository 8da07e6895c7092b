//! `migrate check --puppetdb`: the nodes of a running estate.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use catalog::Level;
use engine::{ServedEnvironment, ServedTypes};
use migration::estate::{self, EstateReport, NodeStore};
use serde_json::Value as Json;
use server::{PuppetDb, TlsFiles};

use super::super::{authority, html_file};
use crate::args::MigrateCheck;
use crate::console::Console;
use crate::exit;

/// The longest compilation, unless the settings have a limit.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

struct Queries(PuppetDb);

impl NodeStore for Queries {
    fn query(&mut self, path: &str) -> Result<Option<Json>> {
        Ok(self.0.get(path)?)
    }
}

/// Compiles the catalogs of the nodes in PuppetDB and reports which ones compile.
///
/// # Errors
/// Returns an error if PuppetDB does not answer, the environment cannot be read, or the page cannot be written.
pub(super) fn check(
    directory: &Path,
    address: &str,
    arguments: &MigrateCheck,
    console: &mut Console,
) -> Result<ExitCode> {
    let settings = Arc::new(console.settings(&arguments.common, None, "server")?);
    let address = address.parse()?;
    let name = authority::certname(&settings)?.to_string();
    let files = TlsFiles::new(&settings, &name);
    let mut store = Queries(PuppetDb::new(address, files, Arc::clone(&settings.checker)));
    let types = ServedTypes::load(&settings, console)?;
    let (environment, warnings) = ServedEnvironment::of_directory(&settings, directory, &types)?;
    for warning in warnings {
        console.log(Level::Warning, "", &warning);
    }
    let time = settings.compile_timeout.unwrap_or(LONGEST);
    let report = estate::check_nodes(&mut store, &environment, time, &mut |number, all| {
        console.log(Level::Info, "", &format!("Checked {number} of {all} nodes"));
    })?;
    show(&report, arguments, console)?;
    let fails = report.compiling() < report.summary.nodes.len();
    Ok(ExitCode::from(if fails { exit::FAILURE } else { exit::SUCCESS }))
}

fn show(report: &EstateReport, arguments: &MigrateCheck, console: &mut Console) -> Result<()> {
    match &arguments.html {
        Some(file) => html_file::write(file, &::report::comparison::page(&report.summary), console)?,
        None if console.is_structured() => console.print_data(&report.to_json()),
        None => console.print_untrusted(&report.to_text()),
    }
    Ok(())
}
