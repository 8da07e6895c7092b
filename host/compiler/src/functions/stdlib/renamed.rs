//! Functions that stdlib 9 renamed to `stdlib::…`: each logs a deprecation warning and calls the function with the new name.

use value::{EvalError, Value};

use crate::evaluator::{Function, FunctionCall, Overload};

const RENAMED: &[Overload] = &[Overload::new("Any *$args", renamed)];

pub(in crate::functions) const BATCH_ESCAPE: Function =
    Function::new("batch_escape", "Calls `stdlib::batch_escape`, after a deprecation warning.", RENAMED);

pub(in crate::functions) const HAS_IP_ADDRESS: Function =
    Function::new("has_ip_address", "Calls `stdlib::has_ip_address`, after a deprecation warning.", RENAMED);

pub(in crate::functions) const HAS_IP_NETWORK: Function =
    Function::new("has_ip_network", "Calls `stdlib::has_ip_network`, after a deprecation warning.", RENAMED);

pub(in crate::functions) const PARSEHOCON: Function =
    Function::new("parsehocon", "Calls `stdlib::parsehocon`, after a deprecation warning.", RENAMED);

pub(in crate::functions) const POWERSHELL_ESCAPE: Function =
    Function::new("powershell_escape", "Calls `stdlib::powershell_escape`, after a deprecation warning.", RENAMED);

pub(in crate::functions) const SEEDED_RAND_STRING: Function =
    Function::new("seeded_rand_string", "Calls `stdlib::seeded_rand_string`, after a deprecation warning.", RENAMED);

pub(in crate::functions) const TYPE_OF: Function =
    Function::new("type_of", "Calls `stdlib::type_of`, after a deprecation warning.", RENAMED);

pub(in crate::functions) const VALIDATE_DOMAIN_NAME: Function = Function::new(
    "validate_domain_name",
    "Calls `stdlib::validate_domain_name`, after a deprecation warning.",
    RENAMED,
);

pub(in crate::functions) const VALIDATE_EMAIL_ADDRESS: Function = Function::new(
    "validate_email_address",
    "Calls `stdlib::validate_email_address`, after a deprecation warning.",
    RENAMED,
);

fn renamed(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let name = call.name();
    let span = call.span;
    let message = format!("This function is deprecated, please use stdlib::{name} instead.");
    call.evaluator.warn_once(&format!("stdlib#{name}"), message, Some(span));
    call.evaluator.call_function(&format!("stdlib::{name}"), call.arguments, None, span)
}
