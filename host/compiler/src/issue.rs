//! All messages of the evaluation, one function each, named after Puppet's issue code. They use Puppet's text if it has
//! such a message; labels and hints are Marotte's own. The code here doesn't decide whether something is an error.

mod access;
mod definition;
mod expression;
mod file;
mod label;
mod limit;
mod lookup;
mod puppet3;
mod resource;

pub(crate) use access::*;
pub(crate) use definition::*;
pub(crate) use expression::*;
pub(crate) use file::*;
pub(crate) use label::{a_an_uc, expression_label, model_class, value_label};
pub(crate) use limit::*;
pub(crate) use lookup::*;
pub(crate) use puppet3::*;
pub(crate) use resource::*;
pub(crate) use syntax::label::with_article as a_an;

use syntax::{Diagnostic, Span};

/// Returns an error with Puppet's prefix for evaluation errors.
fn evaluation(issue: &'static str, message: impl std::fmt::Display, span: impl Into<Option<Span>>) -> Diagnostic {
    Diagnostic::error(issue, format!("Evaluation Error: {message}"), span)
}
