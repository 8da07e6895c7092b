//! `case` and loops.

use std::rc::Rc;

use super::{Interpreter, LocalVariables, Unwind};
use crate::syntax_tree::{AssignTarget, Expr, ExprKind, When, While};
use crate::value::Value;

impl Interpreter<'_> {
    pub(super) fn case(
        &mut self,
        subject: Option<&Expr>,
        branches: &[When],
        otherwise: &Expr,
        environment: &Rc<LocalVariables>,
    ) -> Result<Value, Unwind> {
        let subject = subject.map(|subject| self.evaluate(subject, environment)).transpose()?;
        for branch in branches {
            for node in &branch.values {
                let patterns = match &node.kind {
                    ExprKind::Splat(list) => {
                        let list = self.evaluate(list, environment)?;
                        self.splat(list)?
                    }
                    _ => vec![self.evaluate(node, environment)?],
                };
                for pattern in patterns {
                    let fits = match subject {
                        Some(subject) => self.matches(pattern, subject)?,
                        None => pattern.is_true(),
                    };
                    if fits {
                        return self.evaluate(&branch.body, environment);
                    }
                }
            }
        }
        self.evaluate(otherwise, environment)
    }

    pub(super) fn while_loop(&mut self, while_loop: &While, environment: &Rc<LocalVariables>) -> Result<Value, Unwind> {
        let mut is_first = while_loop.runs_first;
        loop {
            if !is_first && self.evaluate(&while_loop.condition, environment)?.is_true() == while_loop.is_until {
                return Ok(Value::Nil);
            }
            is_first = false;
            match self.evaluate(&while_loop.body, environment) {
                Ok(_) | Err(Unwind::Next(_)) => {}
                Err(Unwind::Break(value, None)) => return Ok(value),
                Err(stop) => return Err(stop),
            }
        }
    }

    pub(super) fn for_loop(
        &mut self,
        targets: &[AssignTarget],
        list: &Expr,
        body: &Expr,
        environment: &Rc<LocalVariables>,
    ) -> Result<Value, Unwind> {
        let list = self.evaluate(list, environment)?;
        for element in self.elements(list)? {
            match targets {
                [only] => self.assign(only, element, environment)?,
                several => {
                    let parts = self.elements_of_list(element)?;
                    self.assign_many(several, &parts, environment)?;
                }
            }
            match self.evaluate(body, environment) {
                Ok(_) | Err(Unwind::Next(_)) => {}
                Err(Unwind::Break(value, None)) => return Ok(value),
                Err(stop) => return Err(stop),
            }
        }
        Ok(list)
    }
}
