//! Early ends of an evaluation: exceptions, jumps, and errors that a template cannot rescue.

use super::{Interpreter, LocalVariables};
use crate::class;
use crate::error::TemplateError;
use crate::scope::ScopeError;
use crate::syntax_tree::{Begin, Rescue};
use crate::value::{Exception, Value};
use std::rc::Rc;

/// Reason why an evaluation ended without a value.
#[derive(Debug)]
pub(crate) enum Unwind {
    /// An exception.
    Raise(Value),
    /// `break`, with the number of the call whose block it exits, once known.
    Break(Value, Option<u64>),
    /// `next`
    Next(Value),
    /// `return`, with the number of the call that it exits.
    Return(Value, u64),
    /// A limit was exceeded or a feature is not supported, which ends the template.
    Fault(TemplateError),
}

impl Interpreter<'_> {
    /// Creates an exception and returns it as raised.
    pub(crate) fn fault(&mut self, class: &str, message: impl Into<String>) -> Unwind {
        let class = self.heap.intern(class);
        Unwind::Raise(self.heap.exception(Exception { class, message: message.into(), line: self.line }))
    }

    /// Returns an error of the scope as a raised exception.
    pub(crate) fn puppet_fault(&mut self, error: ScopeError) -> Unwind {
        self.fault("Puppet::ParseError", error.0)
    }

    /// Returns the error of a Ruby feature that is not supported in templates. It cannot be rescued.
    pub(crate) fn unsupported(&self, what: &str) -> Unwind {
        Unwind::Fault(TemplateError::new(self.line, format!("{what} not supported in templates")).unsupported())
    }

    /// Returns the error of an evaluation that ended early.
    pub(super) fn fault_of(&self, stop: Unwind) -> TemplateError {
        match stop {
            Unwind::Fault(fault) => fault,
            Unwind::Raise(Value::Exception(exception)) => {
                let exception = &self.heap.exceptions[exception];
                TemplateError::new(exception.line, exception.message.clone())
            }
            Unwind::Raise(_) => TemplateError::new(self.line, "unhandled exception"),
            Unwind::Break(..) => TemplateError::new(self.line, "break from proc-closure"),
            Unwind::Next(_) => TemplateError::new(self.line, "unexpected next"),
            Unwind::Return(..) => TemplateError::new(self.line, "unexpected return"),
        }
    }

    /// Evaluates `begin` with its `rescue`, `else` and `ensure`.
    pub(super) fn begin(&mut self, begin: &Begin, environment: &Rc<LocalVariables>) -> Result<Value, Unwind> {
        let mut result = self.evaluate(&begin.body, environment);
        if let Err(Unwind::Raise(exception)) = result {
            result = match self.rescue(&begin.rescues, exception, environment)? {
                Some(rescue) => {
                    if let Some(variable) = &rescue.variable {
                        self.assign(variable, exception, environment)?;
                    }
                    self.evaluate(&rescue.body, environment)
                }
                None => Err(Unwind::Raise(exception)),
            };
        } else if let (Ok(_), Some(otherwise)) = (&result, &begin.otherwise) {
            result = self.evaluate(otherwise, environment);
        }
        if let Some(ensure) = &begin.ensure
            && !matches!(result, Err(Unwind::Fault(_)))
        {
            self.evaluate(ensure, environment)?;
        }
        result
    }

    /// Returns the clause that rescues an exception.
    fn rescue<'r>(
        &mut self,
        rescues: &'r [Rescue],
        exception: Value,
        environment: &Rc<LocalVariables>,
    ) -> Result<Option<&'r Rescue>, Unwind> {
        let name = class::of(exception, &self.heap);
        for rescue in rescues {
            if rescue.classes.is_empty() && class::is_kind_of(&name, "StandardError") {
                return Ok(Some(rescue));
            }
            for class in self.list(&rescue.classes, environment)? {
                let Value::Class(class) = class else {
                    return Err(self.fault("TypeError", "class or module required for rescue clause"));
                };
                if class::is_kind_of(&name, &self.name(class)) {
                    return Ok(Some(rescue));
                }
            }
        }
        Ok(None)
    }
}
