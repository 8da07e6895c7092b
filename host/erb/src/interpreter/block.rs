//! Blocks: calls and parameter binding.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::{Arguments, Interpreter, LocalVariables, Unwind};
use crate::syntax_tree::{self, AssignTarget, BlockParameter, Expr};
use crate::value::{Closure, Proc, Value};

/// A callable block.
#[derive(Clone, Debug)]
pub(crate) enum BlockValue {
    /// Code and the number of the call to which the block was passed.
    Closure(Closure, u64),
    /// `&:name`: calls the method of this name on its argument.
    Method(Rc<str>),
    /// A block with the index of the iteration as an additional argument.
    Indexed(Box<BlockValue>, Rc<Cell<i64>>),
    /// A block with a constant additional argument.
    With(Box<BlockValue>, Value),
    /// Collects its arguments.
    Collector(Rc<RefCell<Vec<Value>>>),
}

impl Interpreter<'_> {
    pub(super) fn lambda(&mut self, block: &Rc<syntax_tree::BlockCode>, environment: &Rc<LocalVariables>) -> Value {
        self.calls += 1;
        let closure = Closure { block: block.clone(), environment: environment.clone() };
        self.heap.procedure(Proc { block: BlockValue::Closure(closure, self.calls), is_lambda: true })
    }

    /// Calls a block with values, like `yield`.
    pub(crate) fn invoke(&mut self, block: &BlockValue, mut values: Vec<Value>) -> Result<Value, Unwind> {
        self.work(1)?;
        match block {
            BlockValue::Closure(closure, home) => {
                let frame = closure.environment.frame;
                let inner = self.inside(&closure.environment, frame, closure.environment.block.clone());
                self.bind_block(&closure.block, values, &inner)?;
                match self.nested(|interpreter| interpreter.evaluate(&closure.block.body, &inner)) {
                    Err(Unwind::Next(value)) => Ok(value),
                    Err(Unwind::Break(value, None)) => Err(Unwind::Break(value, Some(*home))),
                    result => result,
                }
            }
            BlockValue::Method(name) => {
                if values.is_empty() {
                    return Err(self.fault("ArgumentError", "no receiver given"));
                }
                let receiver = values.remove(0);
                self.nested(|interpreter| interpreter.send(receiver, name, &Arguments::new(values)))
            }
            BlockValue::Indexed(inner, turn) => {
                let index = turn.get();
                turn.set(index + 1);
                let element = self.packed(values);
                self.invoke(inner, vec![element, Value::Integer(index)])
            }
            BlockValue::With(inner, value) => {
                let element = self.packed(values);
                self.invoke(inner, vec![element, *value])
            }
            BlockValue::Collector(kept) => {
                let element = self.packed(values);
                self.reserve(size_of::<Value>())?;
                self.heap.charge(size_of::<Value>());
                kept.borrow_mut().push(element);
                Ok(Value::Nil)
            }
        }
    }

    /// Returns a single value unchanged, several values as an array.
    fn packed(&mut self, mut values: Vec<Value>) -> Value {
        match values.len() {
            0 => Value::Nil,
            1 => values.remove(0),
            _ => self.heap.array(values),
        }
    }

    /// Calls a lambda, whose arguments are bound like those of a method.
    pub(crate) fn invoke_lambda(&mut self, block: &BlockValue, values: Vec<Value>) -> Result<Value, Unwind> {
        let BlockValue::Closure(closure, home) = block else { return self.invoke(block, values) };
        self.calls += 1;
        let frame = self.calls;
        let inner = self.inside(&closure.environment, frame, None);
        self.bind_method(&closure.block, values, None, &inner)?;
        match self.nested(|interpreter| interpreter.evaluate(&closure.block.body, &inner)) {
            Err(Unwind::Next(value)) => Ok(value),
            Err(Unwind::Return(value, left)) if left == frame => Ok(value),
            Err(Unwind::Break(value, None)) => Ok(value),
            Err(Unwind::Break(value, Some(left))) if left == *home => Ok(value),
            result => result,
        }
    }

    /// Calls a method defined by the template.
    pub(super) fn call_method(
        &mut self,
        block: &Rc<syntax_tree::BlockCode>,
        arguments: &Arguments,
    ) -> Result<Value, Unwind> {
        self.calls += 1;
        let frame = self.calls;
        self.heap.charge(64);
        let inner = Rc::new(LocalVariables {
            variables: RefCell::default(),
            parent: None,
            frame,
            block: arguments.block.clone(),
        });
        self.bind_method(block, arguments.list.clone(), arguments.block.clone(), &inner)?;
        match self.nested(|interpreter| interpreter.evaluate(&block.body, &inner)) {
            Err(Unwind::Return(value, left)) if left == frame => Ok(value),
            result => result,
        }
    }

    fn inside(&mut self, outer: &Rc<LocalVariables>, frame: u64, block: Option<BlockValue>) -> Rc<LocalVariables> {
        self.heap.charge(64);
        Rc::new(LocalVariables { variables: RefCell::default(), parent: Some(outer.clone()), frame, block })
    }

    /// Binds the parameters of a block: missing ones are nil, surplus arguments are dropped, and a single array is
    /// destructured.
    fn bind_block(
        &mut self,
        block: &syntax_tree::BlockCode,
        mut values: Vec<Value>,
        environment: &Rc<LocalVariables>,
    ) -> Result<(), Unwind> {
        let named = block.parameters.iter().filter(|parameter| !matches!(parameter, BlockParameter::Block(_))).count();
        let only_rest = matches!(block.parameters.as_slice(), [BlockParameter::Rest(_)]);
        if let [Value::Array(list)] = values.as_slice()
            && (named > 1 || block.has_excess_comma)
            && !only_rest
        {
            values = self.heap.arrays[*list].clone();
        }
        self.bind(&block.parameters, &values, None, environment)
    }

    /// Binds the parameters of a method or a lambda. The number of arguments must match.
    fn bind_method(
        &mut self,
        block: &syntax_tree::BlockCode,
        values: Vec<Value>,
        given: Option<BlockValue>,
        environment: &Rc<LocalVariables>,
    ) -> Result<(), Unwind> {
        let count =
            |wanted: fn(&BlockParameter) -> bool| block.parameters.iter().filter(|parameter| wanted(parameter)).count();
        let least = count(|parameter| matches!(parameter, BlockParameter::Required(_)));
        let most = least + count(|parameter| matches!(parameter, BlockParameter::Optional(..)));
        let is_open = count(|parameter| matches!(parameter, BlockParameter::Rest(_))) > 0;
        if values.len() < least || values.len() > most && !is_open {
            let expected = match (is_open, least == most) {
                (true, _) => format!("{least}+"),
                (false, true) => least.to_string(),
                (false, false) => format!("{least}..{most}"),
            };
            return Err(self.wrong_number(values.len(), &expected));
        }
        self.bind(&block.parameters, &values, given, environment)
    }

    /// Returns the error of a call with a wrong number of arguments.
    pub(crate) fn wrong_number(&mut self, given: usize, expected: &str) -> Unwind {
        self.fault("ArgumentError", format!("wrong number of arguments (given {given}, expected {expected})"))
    }

    fn bind(
        &mut self,
        parameters: &[BlockParameter],
        values: &[Value],
        given: Option<BlockValue>,
        environment: &Rc<LocalVariables>,
    ) -> Result<(), Unwind> {
        self.work(parameters.len())?;
        let required = parameters.iter().filter(|parameter| matches!(parameter, BlockParameter::Required(_))).count();
        let mut spare = values.len().saturating_sub(required);
        let mut at = 0;
        let mut after = required;
        for parameter in parameters {
            match parameter {
                BlockParameter::Required(target) => {
                    let value = values.get(at).copied().unwrap_or(Value::Nil);
                    at += 1;
                    after -= 1;
                    self.bind_target(target, value, environment)?;
                }
                BlockParameter::Optional(name, default) => {
                    let value = if spare > 0 {
                        spare -= 1;
                        at += 1;
                        values[at - 1]
                    } else {
                        self.evaluate(default, environment)?
                    };
                    environment.declare(name, value);
                }
                BlockParameter::Rest(target) => {
                    let end = values.len().saturating_sub(after).max(at.min(values.len()));
                    let taken = values.get(at..end).unwrap_or_default().to_vec();
                    at = end;
                    let list = self.heap.array(taken);
                    self.bind_target(target, list, environment)?;
                }
                BlockParameter::Block(name) => {
                    let value = match given.clone() {
                        Some(block) => self.heap.procedure(Proc { block, is_lambda: false }),
                        None => Value::Nil,
                    };
                    environment.declare(name, value);
                }
            }
        }
        Ok(())
    }

    /// Sets parameters, which hide outer variables of the same name.
    fn bind_target(
        &mut self,
        target: &AssignTarget,
        value: Value,
        environment: &Rc<LocalVariables>,
    ) -> Result<(), Unwind> {
        match target {
            AssignTarget::Local(name) => environment.declare(name, value),
            AssignTarget::Many(targets) => {
                for target in targets {
                    declare_all(target, environment);
                }
                let list = self.elements_of_list(value)?;
                self.assign_many(targets, &list, environment)?;
            }
            _ => {}
        }
        Ok(())
    }

    pub(super) fn yield_block(
        &mut self,
        arguments: &[Expr],
        environment: &Rc<LocalVariables>,
    ) -> Result<Value, Unwind> {
        let values = self.list(arguments, environment)?;
        match environment.block.clone() {
            Some(block) => self.invoke(&block, values),
            None => Err(self.fault("LocalJumpError", "no block given (yield)")),
        }
    }
}

fn declare_all(target: &AssignTarget, environment: &LocalVariables) {
    match target {
        AssignTarget::Local(name) => environment.declare(name, Value::Nil),
        AssignTarget::Splat(inner) => declare_all(inner, environment),
        AssignTarget::Many(targets) => targets.iter().for_each(|target| declare_all(target, environment)),
        AssignTarget::Instance(_) | AssignTarget::Element(..) | AssignTarget::Nothing => {}
    }
}
