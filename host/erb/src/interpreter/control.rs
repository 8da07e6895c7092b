//! Conditions of many branches, and loops.

use std::rc::Rc;

use super::{Environment, Interpreter, Stop};
use crate::tree::{Kind, Node, Target, When, While};
use crate::value::Value;

impl Interpreter<'_> {
    pub(super) fn case(
        &mut self,
        subject: Option<&Node>,
        branches: &[When],
        otherwise: &Node,
        environment: &Rc<Environment>,
    ) -> Result<Value, Stop> {
        let subject = subject.map(|subject| self.evaluate(subject, environment)).transpose()?;
        for branch in branches {
            for node in &branch.values {
                let patterns = match &node.kind {
                    Kind::Splat(list) => {
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

    pub(super) fn while_loop(&mut self, while_loop: &While, environment: &Rc<Environment>) -> Result<Value, Stop> {
        let mut is_first = while_loop.runs_first;
        loop {
            if !is_first && self.evaluate(&while_loop.condition, environment)?.is_true() == while_loop.is_until {
                return Ok(Value::Nil);
            }
            is_first = false;
            match self.evaluate(&while_loop.body, environment) {
                Ok(_) | Err(Stop::Next(_)) => {}
                Err(Stop::Break(value, None)) => return Ok(value),
                Err(stop) => return Err(stop),
            }
        }
    }

    pub(super) fn for_loop(
        &mut self,
        targets: &[Target],
        list: &Node,
        body: &Node,
        environment: &Rc<Environment>,
    ) -> Result<Value, Stop> {
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
                Ok(_) | Err(Stop::Next(_)) => {}
                Err(Stop::Break(value, None)) => return Ok(value),
                Err(stop) => return Err(stop),
            }
        }
        Ok(list)
    }
}
