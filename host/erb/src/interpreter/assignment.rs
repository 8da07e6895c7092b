//! Assignments and `defined?`.

use std::rc::Rc;

use super::{Arguments, Interpreter, LocalVariables, Unwind};
use crate::syntax_tree::{AssignTarget, Expr, ExprKind};
use crate::value::Value;

impl Interpreter<'_> {
    pub(super) fn assign(
        &mut self,
        target: &AssignTarget,
        value: Value,
        environment: &Rc<LocalVariables>,
    ) -> Result<(), Unwind> {
        match target {
            AssignTarget::Local(name) => environment.set(name, value),
            AssignTarget::Instance(name) => {
                self.instance.insert(name.clone(), value);
            }
            AssignTarget::Element(receiver, keys) => {
                let receiver = self.evaluate(receiver, environment)?;
                let mut list = self.list(keys, environment)?;
                list.push(value);
                self.send(receiver, "[]=", &Arguments::new(list))?;
            }
            AssignTarget::Splat(inner) => self.assign(inner, value, environment)?,
            AssignTarget::Many(targets) => {
                let list = self.elements_of_list(value)?;
                self.assign_many(targets, &list, environment)?;
            }
            AssignTarget::Nothing => {}
        }
        Ok(())
    }

    /// Assigns the elements of a list to several targets.
    pub(super) fn assign_many(
        &mut self,
        targets: &[AssignTarget],
        list: &[Value],
        environment: &Rc<LocalVariables>,
    ) -> Result<(), Unwind> {
        self.work(targets.len())?;
        let splat = targets.iter().position(|target| matches!(target, AssignTarget::Splat(_)));
        for (index, target) in targets.iter().enumerate() {
            let value = match splat {
                Some(at) if index == at => {
                    let after = targets.len() - at - 1;
                    let end = list.len().saturating_sub(after).max(at.min(list.len()));
                    let taken = list.get(at..end).unwrap_or_default().to_vec();
                    self.heap.array(taken)
                }
                Some(at) if index > at => {
                    let from_end = targets.len() - index;
                    let place = list.len().checked_sub(from_end).filter(|place| *place >= at);
                    place.map_or(Value::Nil, |place| list[place])
                }
                _ => list.get(index).copied().unwrap_or(Value::Nil),
            };
            self.assign(target, value, environment)?;
        }
        Ok(())
    }

    /// Returns the elements of an array; other values count as a single element.
    pub(crate) fn elements_of_list(&mut self, value: Value) -> Result<Vec<Value>, Unwind> {
        match value {
            Value::Array(_) => self.copy_of(value),
            other => Ok(vec![other]),
        }
    }

    /// Evaluates `a += b` and similar. The target is evaluated once.
    pub(super) fn update(
        &mut self,
        target: &AssignTarget,
        operator: &str,
        value: &Expr,
        environment: &Rc<LocalVariables>,
    ) -> Result<Value, Unwind> {
        let mut element = None;
        let before = match target {
            AssignTarget::Local(name) => environment.get(name).unwrap_or(Value::Nil),
            AssignTarget::Instance(name) => self.instance_variable(name)?,
            AssignTarget::Element(receiver, keys) => {
                let receiver = self.evaluate(receiver, environment)?;
                let keys = self.list(keys, environment)?;
                let before = self.send(receiver, "[]", &Arguments::new(keys.clone()))?;
                element = Some((receiver, keys));
                before
            }
            AssignTarget::Splat(_) | AssignTarget::Many(_) | AssignTarget::Nothing => Value::Nil,
        };
        if operator == "||" && before.is_true() || operator == "&&" && !before.is_true() {
            return Ok(before);
        }
        let value = self.evaluate(value, environment)?;
        let result = match operator {
            "||" | "&&" => value,
            operator => self.send(before, operator, &Arguments::new(vec![value]))?,
        };
        match element {
            Some((receiver, mut keys)) => {
                keys.push(result);
                self.send(receiver, "[]=", &Arguments::new(keys))?;
            }
            None => self.assign(target, result, environment)?,
        }
        Ok(result)
    }

    /// Evaluates `defined?`: returns the kind of the expression, or nil.
    pub(super) fn defined(&mut self, node: &Expr, environment: &Rc<LocalVariables>) -> Result<Value, Unwind> {
        let text = match &node.kind {
            ExprKind::Nil => "nil",
            ExprKind::Boolean(true) => "true",
            ExprKind::Boolean(false) => "false",
            ExprKind::This => "self",
            ExprKind::Local(_) => "local-variable",
            ExprKind::Instance(name) => {
                let is_known = self.instance.contains_key(name)
                    || self.scope.variable(name).map_err(|error| self.puppet_fault(error))?.is_some();
                if !is_known {
                    return Ok(Value::Nil);
                }
                "instance-variable"
            }
            ExprKind::Constant(path) => match crate::class::named(path) {
                Some(_) => "constant",
                None => return Ok(Value::Nil),
            },
            ExprKind::Assign(..) | ExprKind::Update(..) | ExprKind::AssignMany(..) => "assignment",
            ExprKind::Yield(_) if environment.block.is_none() => return Ok(Value::Nil),
            ExprKind::Yield(_) => "yield",
            ExprKind::Call(call) => {
                let is_known = match &call.receiver {
                    None => self.has_function(&call.name),
                    Some(receiver) => match self.evaluate(receiver, environment) {
                        Ok(receiver) => self.responds_to(receiver, &call.name),
                        Err(Unwind::Raise(_)) => false,
                        Err(stop) => return Err(stop),
                    },
                };
                if !is_known {
                    return Ok(Value::Nil);
                }
                "method"
            }
            _ => "expression",
        };
        Ok(self.heap.string(text))
    }
}
