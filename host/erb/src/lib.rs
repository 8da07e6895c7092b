//! ERB templates: a parser and an interpreter for the subset of Ruby used in templates, with limits on time and
//! memory. Templates have access only to the variables and functions of their [`TemplateScope`], not to the system.
//!
//! Unsupported features of Ruby are rejected with their name and the line, never ignored.

mod address;
mod class;
mod compare;
mod error;
mod format;
mod hash;
mod heap;
mod inspect;
mod interpreter;
mod methods;
mod parser;
mod references;
mod regexp;
mod scope;
mod syntax_tree;
mod translate;
mod value;

pub use address::{AddressFault, IpAddress};
pub use compare::{compare_gem_versions, gem_version};
pub use error::TemplateError;
pub use interpreter::TemplateLimits;
pub use methods::successor;
pub use references::TemplateReference;
pub use scope::{ScopeError, TemplateScope};

/// A parsed template.
#[derive(Debug)]
pub struct Template {
    program: syntax_tree::Expr,
}

impl Template {
    /// Parses a template.
    ///
    /// # Errors
    /// Returns an error if the template is not valid Ruby or uses an unsupported feature.
    pub fn parse(text: &str) -> Result<Self, TemplateError> {
        if text.len() > MAXIMUM_TEXT {
            return Err(TemplateError::syntax(1, format!("the template has more than {MAXIMUM_TEXT} bytes")));
        }
        parser::parse(&translate::translate(text)).map(|program| Self { program })
    }

    /// Returns the variables and functions that the template refers to by literal names, with their lines.
    #[must_use]
    pub fn references(&self) -> Vec<(TemplateReference, u32)> {
        references::references(&self.program)
    }

    /// Renders the template.
    ///
    /// # Errors
    /// Returns an error if the template raises an exception, uses an unsupported feature or exceeds its limits.
    pub fn render(&self, scope: &mut dyn TemplateScope, limits: TemplateLimits) -> Result<String, TemplateError> {
        interpreter::run(&self.program, scope, limits)
    }
}

/// Maximum length of a template in bytes.
const MAXIMUM_TEXT: usize = 16 * 1024 * 1024;
