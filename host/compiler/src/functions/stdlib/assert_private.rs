//! `assert_private`: fails if code of another module uses the current class or defined type.

use value::{EvalError, Value};

use crate::evaluator::{Function, FunctionCall, Overload};
use crate::functions::legacy;
use crate::identity::{CodeOrigin, TypeId};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "assert_private",
    "Fails if the current class or defined type is used from outside of its module, with the given message or a default \
     one.",
    &[Overload::legacy(|call| {
        let arguments = legacy::arguments(call)?;
        let given = arguments.len();
        if given > 1 {
            let what = "assert_private(): Wrong number of arguments given";
            return Err(EvalError::new(format!("{what} ({given}}}) for 0 or 1)")));
        }
        if is_used_within(call) {
            return Ok(Value::Undef);
        }
        Err(EvalError::new(match arguments.first() {
            Some(Value::String(message)) => message.to_string(),
            _ => private(call),
        }))
    })],
);

fn is_used_within(call: &FunctionCall<'_, '_>) -> bool {
    let scope = call.evaluator.scopes.get(call.evaluator.scopes.current());
    // Puppet: top-level code has an empty module name and no caller.
    let text = |name| call.evaluator.variable(name).unwrap_or_default().text();
    !matches!(scope.source, CodeOrigin::Main | CodeOrigin::Node(_)) && text("module_name") == text("caller_module_name")
}

fn private(call: &FunctionCall<'_, '_>) -> String {
    let evaluator = &*call.evaluator;
    let resource = evaluator.resources.get(evaluator.container());
    match resource.type_id {
        TypeId::CLASS if evaluator.container() == crate::identity::ResourceId::MAIN => "Class  is private".to_owned(),
        TypeId::CLASS => format!("Class {} is private", resource.title.to_lowercase()),
        TypeId::NODE => format!("Definition {} is private", resource.title),
        defined => format!("Definition {} is private", evaluator.resources.get_type(defined).key),
    }
}
