//! Changes of the desired values of other resources, which the code of a resource type requests. In Puppet, such code assigns to
//! resources of the catalog.

use catalog::ResourceRef;

use crate::generate_error::GenerateError;
use crate::prepare::{self, Precedence};
use crate::provider::{FaultCode, ProviderError, RequestedChange, StaleStates};
use crate::resource_table::row_id;
use crate::transaction::Transaction;

impl Transaction<'_> {
    /// Makes the changes that providers have requested since the last call.
    ///
    /// # Errors
    /// Returns an error if a resource does not exist or was already applied, or a value is not valid. The other changes are
    /// not made then.
    pub(crate) fn make_requested_changes(&mut self) -> Result<(), ProviderError> {
        for change in self.providers.take_requested_changes() {
            self.make_requested_change(change).map_err(|reason| ProviderError {
                code: FaultCode::Invalid,
                message: reason.to_string(),
                detail: None,
            })?;
        }
        Ok(())
    }

    fn make_requested_change(&mut self, change: RequestedChange) -> Result<(), GenerateError> {
        let RequestedChange { type_name, title, parameters } = change;
        let reference = ResourceRef::new(&type_name, &title);
        let found = self.prepared.catalog.find(&reference);
        let known = found.filter(|index| self.prepared.resources.get(*index).is_some());
        let index = known.ok_or_else(|| GenerateError::Unknown(reference.to_string()))?;
        if self.was_evaluated(index) || self.batch.contains(index) {
            return Err(GenerateError::Applied(self.prepared.catalog.label(index)));
        }
        prepare::set_attributes(&mut self.prepared, self.providers, index, parameters, Precedence::New)?;
        prepare::expose(&self.prepared, self.providers, std::iter::once(index));
        self.prefetched.discard(&self.prepared, StaleStates::Rows(vec![row_id(index)]));
        Ok(())
    }
}
