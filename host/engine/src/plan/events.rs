//! A change in a plan: resource, property, previous and desired value.

use anyhow::Result;
use catalog::{ResourceRef, Value, wire};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use transaction::resource::FoundResource;
use transaction::{Event, EventStatus, Report};

/// A change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlannedChange {
    /// The resource.
    pub resource: String,
    /// The attribute.
    pub property: String,
    /// The previous value.
    previous: Json,
    /// The desired value.
    desired: Json,
}

impl PlannedChange {
    /// Returns the change described by an event, or `None` if the event is not a change. Refreshes follow
    /// from other changes and are not planned.
    ///
    /// # Errors
    /// Returns an error if a value cannot be written.
    pub(crate) fn of(resource: &ResourceRef, event: &Event) -> Result<Option<Self>> {
        let Some(property) = event.property.as_deref().filter(|_| event.status != EventStatus::Audit) else {
            return Ok(None);
        };
        let json = |value: &Option<Value>| match value {
            Some(value) => wire::to_json(value),
            None => Ok(Json::Null),
        };
        Ok(Some(Self {
            resource: resource.to_string(),
            property: property.to_owned(),
            previous: json(&event.previous_value)?,
            desired: json(&event.desired_value)?,
        }))
    }

    /// Returns the resource and property: `File[/x]/mode`.
    pub(crate) fn place(&self) -> String {
        format!("{}/{}", self.resource, self.property)
    }

    /// Returns whether the change creates its resource, if it is one of `ensure`.
    pub(crate) fn creates(&self) -> bool {
        self.previous == "absent"
    }

    /// Returns whether the change removes its resource, if it is one of `ensure`.
    pub(crate) fn removes(&self) -> bool {
        self.desired == "absent"
    }

    /// Returns a description of the change.
    pub(crate) fn describe(&self) -> String {
        format!("{} to {}", shown(&self.previous), shown(&self.desired))
    }
}

fn shown(value: &Json) -> String {
    wire::from_json(value).map_or_else(|_| value.to_string(), |value| FoundResource::show(&value))
}

/// Returns the changes of a run.
///
/// # Errors
/// Returns an error if a value cannot be written.
pub(crate) fn of(report: &Report) -> Result<Vec<PlannedChange>> {
    let events = report.statuses.iter().flat_map(|status| {
        let reference = &report.catalog.get(status.resource).reference;
        status.events.iter().map(move |event| PlannedChange::of(reference, event))
    });
    events.filter_map(Result::transpose).collect()
}
