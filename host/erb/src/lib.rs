//! ERB templates, with the part of Ruby that templates use: a parser and an interpreter, bounded in time and memory. Pure: a
//! template sees its variables and the functions that its [`TemplateScope`] gives it, and nothing else of the machine.
//!
//! What templates do not use of Ruby is refused with its name and the line, never ignored.

mod address;
mod class;
mod compare;
mod data;
mod error;
mod format;
mod hash;
mod heap;
mod inspect;
mod interpreter;
pub mod json;
mod methods;
mod number;
mod parser;
mod regexp;
mod scope;
mod syntax_tree;
mod translate;
mod value;
pub mod yaml;

pub use address::{AddressFault, IpAddress};
pub use data::{Data, ForeignValue};
pub use error::TemplateError;
pub use inspect::append_string;
pub use interpreter::TemplateLimits;
pub use methods::successor;
pub use number::{float_text, leading_float};
pub use scope::{ScopeError, TemplateScope};

/// A template that has been parsed.
#[derive(Debug)]
pub struct Template {
    program: syntax_tree::Expr,
}

impl Template {
    /// Parses a template.
    ///
    /// # Errors
    /// It is not Ruby, or has something of Ruby that templates do not have.
    pub fn parse(text: &str) -> Result<Self, TemplateError> {
        if text.len() > MAXIMUM_TEXT {
            return Err(TemplateError::syntax(1, format!("the template has more than {MAXIMUM_TEXT} bytes")));
        }
        parser::parse(&translate::translate(text)).map(|program| Self { program })
    }

    /// Returns the text that the template makes.
    ///
    /// # Errors
    /// It raises an exception, uses what templates do not have, or exceeds its limits.
    pub fn render(&self, scope: &mut dyn TemplateScope, limits: TemplateLimits) -> Result<String, TemplateError> {
        interpreter::run(&self.program, scope, limits)
    }
}

/// How long a template may be, in bytes.
const MAXIMUM_TEXT: usize = 16 * 1024 * 1024;
