//! The rows that databases have of facts, catalogs and reports, without SQL.

mod catalog;
mod facts;
mod report;

pub(crate) use catalog::{
    ResourceChanges, ResourceRow, StoredResources, edges_document, inputs_document, resource_count,
};
pub(crate) use facts::{VolatileFacts, fact_paths};
pub(crate) use report::{EventCounts, unique_events};
