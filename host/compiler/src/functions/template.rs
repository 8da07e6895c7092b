//! `template`: ERB templates, which need Ruby. It says which file is in the way and what to do about it.

use crate::environment;
use crate::fault::Fault;
use crate::function::{Call, Function, Overload};
use crate::functions::legacy;
use crate::issue;
use crate::value::Value;

pub(super) const FUNCTION: Function = Function::new(
    "template",
    "Refuses ERB templates, because they are programs in Ruby; EPP templates take their place: see `epp`.",
    &[Overload::new(legacy::PARAMETERS, template)],
);

fn template(call: &mut Call<'_, '_>) -> Result<Value, Fault> {
    let names = legacy::some(call)?;
    let name = legacy::text(&names[0])?;
    Err(match environment::locate(call.evaluator.environment(), name, "templates") {
        Some(found) => issue::ruby_template(name, &found.full),
        None => issue::missing_template(name),
    })
}
