//! Tests of preparation and application with an in-memory system.

#![expect(clippy::unwrap_used, reason = "tests")]

mod changes;
mod failures;
mod fake;
mod generate;
mod issues;
mod noop;
mod order;
mod parallel;
mod persistence;
mod purge;
mod reading;
mod refresh;
mod secrets;
mod selection;
mod site;
mod suitable;
mod values;
