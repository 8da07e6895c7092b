//! `inline_template`: ERB in a string, which needs Ruby. It says what to do instead.

use crate::function::{Function, Overload};
use crate::functions::legacy;
use crate::issue;

pub(super) const FUNCTION: Function = Function::new(
    "inline_template",
    "Refuses ERB templates, because they are programs in Ruby; EPP templates take their place: see `inline_epp`.",
    &[Overload::new(legacy::PARAMETERS, |call| {
        legacy::some(call)?;
        Err(issue::inline_ruby_template())
    })],
);
