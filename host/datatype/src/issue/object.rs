//! Errors in object types and type sets.

use super::{TypeIssue, plain};

pub(crate) fn constant_and_attribute(member: &str) -> TypeIssue {
    plain(format!("{member} is defined as both a constant and an attribute"))
}

pub(crate) fn overrides_nothing(member: &str) -> TypeIssue {
    plain(format!("expected {member} to override an inherited attribute, but no such attribute was found"))
}

pub(crate) fn overrides_final(member: &str, inherited: &str) -> TypeIssue {
    plain(format!("{member} attempts to override final {inherited}"))
}

pub(crate) fn overrides_without_flag(member: &str, inherited: &str) -> TypeIssue {
    plain(format!("{member} attempts to override {inherited} without having override => true"))
}

pub(crate) fn overrides_with_other_type(member: &str, inherited: &str) -> TypeIssue {
    plain(format!("{member} attempts to override {inherited} with a type that does not match"))
}

pub(crate) fn equality_of_unknown_attribute(owner: &str, name: &str) -> TypeIssue {
    plain(format!("{owner} equality is referencing non existent attribute '{name}'"))
}

pub(crate) fn equality_of_constant(owner: &str, name: &str) -> TypeIssue {
    plain(format!(
        "{owner} equality is referencing constant attribute {owner}[{name}]. \
         Reference to constant is not allowed in equality"
    ))
}

pub(crate) fn constant_not_final(member: &str) -> TypeIssue {
    plain(format!("{member} of kind 'constant' cannot be combined with final => false"))
}

pub(crate) fn constant_without_value(member: &str) -> TypeIssue {
    plain(format!("{member} of kind 'constant' requires a value"))
}

pub(crate) fn derived_with_value(member: &str, kind: &str) -> TypeIssue {
    plain(format!("{member} of kind '{kind}' cannot be combined with an attribute value"))
}

pub(crate) fn function_and_attribute(owner: &str, name: &str) -> TypeIssue {
    plain(format!("function {owner}[{name}] conflicts with attribute with the same name"))
}

pub(crate) fn bad_version(text: &str) -> TypeIssue {
    plain(format!("Unable to parse '{text}' as a semantic version identifier"))
}

pub(crate) fn inherits_from_itself(name: &str) -> TypeIssue {
    plain(format!("The Object type '{name}' inherits from itself"))
}

pub(crate) fn not_parameterized(name: &str) -> TypeIssue {
    plain(format!("The {name}-Type cannot be parameterized using []"))
}

pub(crate) fn unknown_type_parameter(name: &str, owner: &str) -> TypeIssue {
    plain(format!("'{name}' is not a known type parameter for {owner}-Type"))
}

pub(crate) fn empty_extension(name: &str) -> TypeIssue {
    plain(format!("The {name}-Type cannot be parameterized using an empty parameter list"))
}
