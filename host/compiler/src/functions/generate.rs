//! `generate`: output of a program that runs during the compilation.

use value::{EvalError, Value};

use crate::evaluator::{Function, FunctionCall, Overload};
use crate::functions::{legacy, ruby_values};
use crate::issue;

pub(super) const FUNCTION: Function = Function::new(
    "generate",
    "Runs a program during the compilation, also in noop mode, and returns its output. The first argument is the \
     absolute path of the program, the others are its arguments; no shell is used. The exit status must be 0.",
    &[Overload::legacy(generate)],
);

fn generate(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let arguments = legacy::some(call)?;
    let program = legacy::text(&arguments[0])?;
    if !program.starts_with('/') {
        return Err(issue::relative_generator());
    }
    // Puppet's pattern only has to match one line.
    if !program.lines().any(|line| !line.is_empty() && line.chars().all(is_allowed)) {
        return Err(issue::illegal_generator());
    }
    if program.contains("..") {
        return Err(issue::generator_with_dots());
    }
    let mut words = Vec::new();
    arguments.iter().for_each(|argument| argument.flatten_into(&mut words));
    let words: Vec<String> = words.iter().map(ruby_text).collect();
    call.evaluator
        .environment()
        .run(&words)
        .map(Value::from)
        .map_err(|reason| issue::failed_generator(program, &reason))
}

fn is_allowed(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "-/_.+".contains(letter)
}

fn ruby_text(value: &Value) -> String {
    ruby_values::join(std::slice::from_ref(value), "")
}
