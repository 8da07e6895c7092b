//! The import `secrets`: returns the value of a token to components with a grant for the attribute.

use crate::bindings::marotte::provider::errors::{Code, Error};
use crate::error;
use crate::gate::Effect;
use crate::system::CallContext;

impl CallContext<'_> {
    /// Returns the value of a token.
    ///
    /// # Errors
    /// Returns an error if no grant covers an attribute that contains the secret, or if the value is not text.
    pub(crate) fn reveal(&self, token: u32) -> Result<String, Error> {
        let attributes = self.secrets.attributes(token);
        self.machine.gate.check(self.caller, self.phase, Effect::Reveal(attributes))?;
        String::from_utf8(self.secret(token)?)
            .map_err(|_| error::error(Code::Invalid, "a secret that is not text cannot be revealed"))
    }
}
