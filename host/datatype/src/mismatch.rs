//! Explanations of type mismatches in Puppet's wording: "parameter 'x' index 1 expects an Integer value, got
//! String". `mismatch/describe.rs` finds the reasons, `mismatch/message.rs` formats them, `mismatch/call.rs`
//! handles calls.

mod call;
mod describe;
mod message;

use std::fmt;

use crate::subject::Subject;
use crate::types::Type;

pub use call::describe_call;

use describe::describe as reasons;
use message::{Mismatch, PathStep, ReasonKind};

/// A parameter of a class, defined type or template.
#[derive(Clone, Copy, Debug)]
pub struct Parameter<'a> {
    /// The name.
    pub name: &'a str,
    /// The declared type; `None` accepts any value.
    pub data_type: Option<&'a Type>,
    /// Whether a value is required.
    pub is_required: bool,
    /// The type of the value, if the value is not known yet.
    pub promised: Option<&'a Type>,
}

/// A value or a list of arguments that does not match the declared types. `Display` prints Puppet's description.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeMismatch {
    /// The owner of the parameters, such as `Class[C]`; `None` for a single value.
    owner: Option<String>,
    found: Vec<Mismatch>,
}

impl fmt::Display for TypeMismatch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.owner, self.found.as_slice()) {
            (None, [only]) => formatter.write_str(only.to_string().trim()),
            (None, several) => formatter.write_str(&joined(several)),
            (Some(owner), [only]) => write!(formatter, "{owner}:{only}"),
            (Some(owner), several) => write!(formatter, "{owner}:\n {}", joined(several)),
        }
    }
}

impl std::error::Error for TypeMismatch {}

impl From<TypeMismatch> for String {
    fn from(mismatch: TypeMismatch) -> Self {
        mismatch.to_string()
    }
}

/// Describes why a type is not assignable to another. The text starts with `subject`; it is empty if the type
/// is assignable.
pub fn describe(subject: &str, expected: &Type, actual: &Type) -> String {
    mismatch(subject, expected, actual).into()
}

fn mismatch(subject: &str, expected: &Type, actual: &Type) -> TypeMismatch {
    TypeMismatch { owner: None, found: reasons(expected, actual, &[PathStep::Subject(subject.to_owned())]) }
}

/// Checks a value against a type. The error message starts with `subject`.
pub fn assert_instance<V: Subject>(subject: &str, expected: &Type, value: &V) -> Result<(), TypeMismatch> {
    if expected.is_instance(value) { Ok(()) } else { Err(mismatch(subject, expected, &Type::infer_set(value))) }
}

/// Checks the parameters given to an owner such as `Class[C]` or `D[x]`: each must have a value of its type,
/// and there must be no unknown ones. The error lists all mismatches.
pub fn check_parameters<V: Subject>(
    owner: &str,
    parameters: &[Parameter<'_>],
    given: &[(&str, &V)],
) -> Result<(), TypeMismatch> {
    let mut found = Vec::new();
    for (name, _) in given {
        if !parameters.iter().any(|parameter| parameter.name == *name) {
            found.push(Mismatch::new(&[], ReasonKind::InvalidParameter((*name).to_owned())));
        }
    }
    for parameter in parameters {
        let path = || [PathStep::Parameter(parameter.name.to_owned())];
        match (given.iter().find(|(name, _)| *name == parameter.name), parameter.data_type) {
            (Some((_, value)), Some(expected)) => match parameter.promised {
                Some(promised) if expected.generalize().is_assignable(&promised.generalize()) => {}
                Some(promised) => found.extend(reasons(expected, promised, &path())),
                None if expected.is_instance(*value) => {}
                None => found.extend(reasons(expected, &Type::infer_set(*value), &path())),
            },
            (None, _) if parameter.is_required => {
                found.push(Mismatch::new(&[], ReasonKind::MissingParameter(parameter.name.to_owned())));
            }
            _ => {}
        }
    }
    if found.is_empty() { Ok(()) } else { Err(TypeMismatch { owner: Some(owner.to_owned()), found }) }
}

fn joined(found: &[Mismatch]) -> String {
    found.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n ")
}
