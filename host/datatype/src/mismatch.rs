//! Why a value is not of a type, in Puppet's words: "parameter 'x' index 1 expects an Integer value, got String". Finding
//! the reasons is in `mismatch/describe.rs`, wording them in `mismatch/message.rs`, calls in `mismatch/call.rs`.

mod call;
mod describe;
mod message;

use crate::subject::Subject;
use crate::types::Type;

pub use call::describe_call;

use describe::describe as reasons;
use message::{Kind, Mismatch, Step};

/// A parameter of a class, defined type or template.
#[derive(Clone, Copy, Debug)]
pub struct Parameter<'a> {
    /// The name.
    pub name: &'a str,
    /// What its value must be; none is anything.
    pub data_type: Option<&'a Type>,
    /// Whether a value must be given.
    pub is_required: bool,
    /// The type of what is given, where the value itself is not known yet.
    pub promised: Option<&'a Type>,
}

/// Describes why a type is not assignable to another; the subject comes first. Empty if it is assignable.
pub fn describe(subject: &str, expected: &Type, actual: &Type) -> String {
    let found = reasons(expected, actual, &[Step::Subject(subject.to_owned())]);
    match found.as_slice() {
        [] => String::new(),
        [only] => only.to_string().trim().to_owned(),
        several => joined(several),
    }
}

/// Checks a value against a type; the error describes the mismatch.
pub fn assert_instance<V: Subject>(subject: &str, expected: &Type, value: &V) -> Result<(), String> {
    if expected.is_instance(value) { Ok(()) } else { Err(describe(subject, expected, &Type::infer_set(value))) }
}

/// Checks the parameters given to an owner such as `Class[C]` or `D[x]`: that each has a value of its type, and that
/// there are no others. The error names all that is wrong.
pub fn check_parameters<V: Subject>(
    owner: &str,
    parameters: &[Parameter<'_>],
    given: &[(&str, &V)],
) -> Result<(), String> {
    let mut found = Vec::new();
    for (name, _) in given {
        if !parameters.iter().any(|parameter| parameter.name == *name) {
            found.push(Mismatch::new(&[], Kind::InvalidParameter((*name).to_owned())));
        }
    }
    for parameter in parameters {
        let path = || [Step::Parameter(parameter.name.to_owned())];
        match (given.iter().find(|(name, _)| *name == parameter.name), parameter.data_type) {
            (Some((_, value)), Some(expected)) => match parameter.promised {
                Some(promised) if expected.generalize().is_assignable(&promised.generalize()) => {}
                Some(promised) => found.extend(reasons(expected, promised, &path())),
                None if expected.is_instance(*value) => {}
                None => found.extend(reasons(expected, &Type::infer_set(*value), &path())),
            },
            (None, _) if parameter.is_required => {
                found.push(Mismatch::new(&[], Kind::MissingParameter(parameter.name.to_owned())));
            }
            _ => {}
        }
    }
    owned(owner, &found)
}

/// Checks the default of a parameter. The error tells the general type of the value only.
pub fn check_default<V: Subject>(owner: &str, name: &str, expected: &Type, value: &V) -> Result<(), String> {
    if expected.is_instance(value) {
        return Ok(());
    }
    owned(owner, &reasons(expected, &Type::infer_set(value).generalize(), &[Step::Parameter(name.to_owned())]))
}

fn owned(owner: &str, found: &[Mismatch]) -> Result<(), String> {
    match found {
        [] => Ok(()),
        [only] => Err(format!("{owner}:{only}")),
        several => Err(format!("{owner}:\n {}", joined(several))),
    }
}

fn joined(found: &[Mismatch]) -> String {
    found.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n ")
}
