//! The plan that a run applies.

use anyhow::Result;
use engine::{Plan, Settings};

use crate::args::Apply;

/// The plan of a run.
pub(super) struct PlanInput {
    /// The plan.
    pub(super) plan: Plan,
    /// Whether the catalog of the plan is applied, since neither manifests nor another catalog are given.
    pub(super) is_source: bool,
}

/// Reads the plan of `--plan`, or a plan in place of the manifest.
///
/// # Errors
/// Returns an error if the plan cannot be read.
pub(super) fn plan(arguments: &Apply, settings: &Settings) -> Result<Option<PlanInput>> {
    let in_place = arguments.manifest().filter(|path| arguments.plan.is_none() && Plan::is_plan(path));
    let Some(path) = arguments.plan.as_deref().or(in_place) else { return Ok(None) };
    let has_file = arguments.manifest().is_some() && in_place.is_none();
    let has_code = arguments.execute.is_some() || arguments.catalog.is_some() || arguments.repository.repo.is_some();
    let has_code = has_code || settings.manifest.is_given();
    let plan = Plan::load(path, &settings.checker)?;
    Ok(Some(PlanInput { plan, is_source: !has_file && !has_code }))
}
