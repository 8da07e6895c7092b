//! Saved plans: the catalog of a dry run and its pending changes, in a file readable only by its owner.
//! Applying a plan first compares both with the current state and fails if they have drifted; during the run,
//! the first unplanned change ends it. A plan contains no sensitive values: catalogs that contain them are
//! rejected.

mod difference;
mod events;
mod file;
mod guard;
mod show;

use anyhow::{Result, bail};
use catalog::{Catalog, wire};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use transaction::Report;

use events::PlannedChange;
pub(crate) use guard::PlanGuard;

/// The version of the format.
const FORMAT: u32 = 1;

/// A plan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    marotte_plan: u32,
    /// The root of the managed tree.
    root: String,
    /// The catalog, in Puppet's format.
    catalog: Json,
    /// The pending changes, in the order of the run.
    events: Vec<PlannedChange>,
}

/// The result of comparing a plan with the current state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlanCheck {
    /// Catalog and system match the plan.
    Current,
    /// The catalog differs, with the difference as text.
    CatalogChanged(String),
    /// The pending changes differ, with the difference as text.
    SystemChanged(String),
    /// The catalog is invalid, with the errors in the log.
    Invalid,
}

impl Plan {
    /// Returns the plan for a dry run of a catalog.
    ///
    /// # Errors
    /// Returns an error if the catalog contains a sensitive value or cannot be written, or the run failed or
    /// was interrupted.
    pub fn of(catalog: &Catalog, root: &std::path::Path, report: &Report) -> Result<Self> {
        if let Some(reason) = &report.error {
            bail!("No plan can be created: {reason}");
        }
        if report.has_failures() {
            bail!("A run with failures cannot be planned");
        }
        for (_, resource) in catalog.iter() {
            if let Some(secret) = resource.parameters.iter().find(|parameter| parameter.value.contains_sensitive()) {
                bail!(
                    "{}: its attribute '{}' is Sensitive, and a plan keeps no secrets",
                    resource.reference,
                    secret.name
                );
            }
        }
        let catalog = serde_json::to_value(wire::document(catalog, &|_| true, &wire::Compilation::default())?)?;
        let root = root.display().to_string();
        Ok(Self { marotte_plan: FORMAT, root, catalog, events: events::of(report)? })
    }

    /// Returns the catalog; `is_native` returns whether a type is one of a component.
    ///
    /// # Errors
    /// Returns an error if the plan contains no valid catalog.
    pub fn catalog(&self, is_native: &dyn Fn(&str) -> bool) -> Result<Catalog> {
        Ok(wire::read(&self.catalog.to_string(), is_native)?)
    }

    /// Returns the difference between the planned and the given catalog as text; `None` if they are equal.
    ///
    /// # Errors
    /// Returns an error if the plan contains no valid catalog.
    pub fn catalog_drift(&self, catalog: &Catalog, root: &std::path::Path) -> Result<Option<String>> {
        let root = root.display().to_string();
        if root != self.root {
            return Ok(Some(format!("  it was made for the tree '{}', this one is '{root}'", self.root)));
        }
        let planned = self.catalog(&|_| true)?;
        // Both are converted to the same form, which omits some data.
        let now = wire::read(&wire::write(catalog, &|_| true)?, &|_| true)?;
        if planned.node != now.node || planned.environment != now.environment {
            let of = |catalog: &Catalog| format!("node {} in environment {}", catalog.node, catalog.environment);
            return Ok(Some(format!("  it was made for {}, this is {}", of(&planned), of(&now))));
        }
        Ok(difference::of_catalogs(&planned, &now))
    }

    /// Returns the difference between planned and current pending changes, with the differences of contents that the report
    /// of a dry run contains, or `None` if they are equal.
    ///
    /// # Errors
    /// Returns an error if a value cannot be written.
    pub fn system_drift(&self, report: &Report) -> Result<Option<String>> {
        if let Some(reason) = &report.error {
            return Ok(Some(format!("  nothing can be applied: {reason}")));
        }
        Ok(difference::of_events(&self.events, &events::of(report)?, &report.logs))
    }

    /// Returns whether a change was planned.
    fn contains(&self, change: &PlannedChange) -> bool {
        self.events.contains(change)
    }
}
