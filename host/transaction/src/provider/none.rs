//! `NoProviders`, for catalogs that contain only types managed by the engine itself.

use std::sync::Arc;

use super::{
    Applied, ComponentMessage, FaultCode, Generated, Instance, Problem, ProviderError, ProviderInfo, Providers, Row,
    RowRelations, RunContext, StaleStates, State, TypeSchema,
};

/// Implementation of [`Providers`] without types.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoProviders;

/// Returns the error for an unknown type. Not reached in practice, since no type has a schema.
fn unknown(type_name: &str) -> ProviderError {
    ProviderError { code: FaultCode::NotFound, message: format!("Unknown resource type: '{type_name}'"), detail: None }
}

impl Providers for NoProviders {
    fn schema(&self, _type_name: &str) -> Option<Arc<TypeSchema>> {
        None
    }

    fn begin(&mut self, _run: &RunContext) {}

    fn allow_write_in_noop(&mut self, _row: u32) {}

    fn providers(&mut self, _type_name: &str) -> Vec<ProviderInfo> {
        vec![]
    }

    fn canonicalize(
        &mut self,
        type_name: &str,
        _: Option<&str>,
        _: &mut Vec<Row>,
    ) -> Result<Vec<Problem>, ProviderError> {
        Err(unknown(type_name))
    }

    fn relate(&mut self, type_name: &str, _: &[Row]) -> Result<Vec<RowRelations>, ProviderError> {
        Err(unknown(type_name))
    }

    fn precheck(&mut self, type_name: &str, _: &str, _: &[&Row]) -> Result<Vec<Problem>, ProviderError> {
        Err(unknown(type_name))
    }

    fn get(&mut self, type_name: &str, _: &str, rows: &[&Row]) -> Vec<Result<State, ProviderError>> {
        rows.iter().map(|_| Err(unknown(type_name))).collect()
    }

    fn set(&mut self, type_name: &str, _: &str, _: &Row, _: &State, _: &[u16]) -> Result<Vec<Applied>, ProviderError> {
        Err(unknown(type_name))
    }

    fn refresh(&mut self, type_name: &str, _: &str, _: &Row) -> Result<(), ProviderError> {
        Err(unknown(type_name))
    }

    fn instances(&mut self, type_name: &str, _: &str) -> Result<Vec<Instance>, ProviderError> {
        Err(unknown(type_name))
    }

    fn generate(&mut self, type_name: &str, _: &str, _: &[&Row]) -> Result<Vec<Generated>, ProviderError> {
        Err(unknown(type_name))
    }

    fn expand(&mut self, type_name: &str, _: &str, _: &Row) -> Result<Vec<Generated>, ProviderError> {
        Err(unknown(type_name))
    }

    fn take_messages(&mut self) -> Vec<ComponentMessage> {
        vec![]
    }

    fn take_stale(&mut self) -> StaleStates {
        StaleStates::Nothing
    }
}
