//! `plan show`: the changes of a saved plan.

use std::process::ExitCode;

use anyhow::Result;
use engine::Plan;

use crate::args::PlanShow;
use crate::console::Console;
use crate::exit;

/// Prints a plan.
///
/// # Errors
/// Returns an error if the plan cannot be read.
pub(crate) fn show(arguments: &PlanShow, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(&arguments.common, None, "user")?;
    let plan = Plan::load(&arguments.file, &settings.checker)?;
    match console.is_structured() {
        true => console.print_data(&serde_json::to_value(&plan)?),
        false => console.print(&plan.describe()?),
    }
    Ok(ExitCode::from(exit::SUCCESS))
}
