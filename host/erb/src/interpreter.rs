//! The interpreter: state, limits, and dispatch on expressions. The modules in `interpreter/` evaluate each kind of
//! expression, those in `methods/` implement the methods of each class.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::error::TemplateError;
use crate::heap::Heap;
use crate::scope::TemplateScope;
use crate::syntax_tree::{self, Expr, ExprKind, Ident};
use crate::translate::OUTPUT;
use crate::value::{Range, Symbol, Value};

mod assignment;
mod block;
mod call;
mod control;
mod exception;
mod literal;

pub(crate) use block::BlockValue;
pub(crate) use call::Arguments;
pub(crate) use exception::Unwind;

/// Limits of a template. Exceeding one ends the template with an error that it cannot rescue.
#[derive(Clone, Copy, Debug)]
pub struct TemplateLimits {
    /// Maximum number of evaluated expressions and visited elements.
    pub steps: u64,
    /// Maximum total of allocated bytes.
    pub memory: usize,
    /// Maximum nesting depth of expressions and calls.
    pub depth: usize,
}

impl Default for TemplateLimits {
    fn default() -> Self {
        Self { steps: 50_000_000, memory: 512 * 1024 * 1024, depth: 3_000 }
    }
}

/// Remaining stack size below which a new segment is allocated, and the size of a segment.
const RED_ZONE: usize = 256 * 1024;
const SEGMENT: usize = 2 * 1024 * 1024;

/// The variables of a method, or of a block within it.
#[derive(Debug)]
pub(crate) struct LocalVariables {
    variables: RefCell<Vec<(Ident, Value)>>,
    parent: Option<Rc<LocalVariables>>,
    /// The number of the method or lambda call that `return` exits.
    frame: u64,
    /// The block of that call, for `yield`.
    block: Option<BlockValue>,
}

impl LocalVariables {
    fn get(&self, name: &str) -> Option<Value> {
        let mut environment = self;
        loop {
            let variables = environment.variables.borrow();
            if let Some((_, value)) = variables.iter().rev().find(|(known, _)| **known == *name) {
                return Some(*value);
            }
            environment = environment.parent.as_deref()?;
        }
    }

    /// Sets a variable in the scope that defines it, or in this one if there is none.
    fn set(&self, name: &Ident, value: Value) {
        let mut environment = Some(self);
        while let Some(current) = environment {
            let mut variables = current.variables.borrow_mut();
            if let Some(known) = variables.iter_mut().rev().find(|(known, _)| *known == *name) {
                known.1 = value;
                return;
            }
            environment = current.parent.as_deref();
        }
        self.declare(name, value);
    }

    /// Sets a variable in this scope, hiding those of outer scopes.
    fn declare(&self, name: &Ident, value: Value) {
        self.variables.borrow_mut().push((name.clone(), value));
    }
}

/// A running template.
pub(crate) struct Interpreter<'s> {
    pub(crate) heap: Heap,
    pub(crate) scope: &'s mut dyn TemplateScope,
    limits: TemplateLimits,
    steps: u64,
    depth: usize,
    /// The line being evaluated.
    pub(crate) line: u32,
    /// The variables of the template: `@name`.
    instance: BTreeMap<Ident, Value>,
    /// Variables looked up in the scope: the same name gives the same object.
    pub(crate) looked_up: BTreeMap<String, Value>,
    /// Names of the variables set by the template.
    pub(crate) assigned: BTreeSet<String>,
    /// Methods defined by the template.
    methods: BTreeMap<Ident, Rc<syntax_tree::BlockCode>>,
    /// Value of `$~`.
    pub(crate) last_match: Value,
    /// The number of calls so far, used to identify them.
    calls: u64,
    /// Cache of regular expressions by source and options.
    patterns: BTreeMap<(String, String), Value>,
}

/// Runs a program and returns its output.
pub(crate) fn run(
    program: &Expr,
    scope: &mut dyn TemplateScope,
    limits: TemplateLimits,
) -> Result<String, TemplateError> {
    let mut interpreter = Interpreter {
        heap: Heap::default(),
        scope,
        limits,
        steps: 0,
        depth: 0,
        line: 1,
        instance: BTreeMap::new(),
        assigned: BTreeSet::new(),
        looked_up: BTreeMap::new(),
        methods: BTreeMap::new(),
        last_match: Value::Nil,
        calls: 0,
        patterns: BTreeMap::new(),
    };
    let top = Rc::new(LocalVariables { variables: RefCell::default(), parent: None, frame: 0, block: None });
    let ended = interpreter
        .evaluate(program, &top)
        .and_then(|_| interpreter.report_variables())
        .and_then(|()| interpreter.report_changes());
    match ended {
        Ok(()) => match top.get(OUTPUT) {
            Some(Value::String(text)) => Ok(std::mem::take(&mut interpreter.heap.strings[text])),
            Some(other) => interpreter.text(other).map_err(|stop| interpreter.fault_of(stop)),
            None => Ok(String::new()),
        },
        Err(stop) => Err(interpreter.fault_of(stop)),
    }
}

impl Interpreter<'_> {
    /// Counts steps and checks the limits.
    pub(crate) fn work(&mut self, steps: usize) -> Result<(), Unwind> {
        self.steps = self.steps.saturating_add(steps as u64);
        if self.steps > self.limits.steps {
            return Err(self.stop(format!("the template takes more than {} steps", self.limits.steps)));
        }
        if self.heap.allocated > self.limits.memory {
            return Err(self.stop(format!("the template needs more than {} bytes of memory", self.limits.memory)));
        }
        Ok(())
    }

    /// Checks that a number of bytes can be allocated within the memory limit.
    pub(crate) fn reserve(&mut self, bytes: usize) -> Result<(), Unwind> {
        if self.heap.allocated.saturating_add(bytes) > self.limits.memory {
            return Err(self.stop(format!("the template needs more than {} bytes of memory", self.limits.memory)));
        }
        self.work(bytes / 64)
    }

    /// Returns the number of bytes that can still be allocated.
    pub(crate) fn available(&self) -> usize {
        self.limits.memory.saturating_sub(self.heap.allocated)
    }

    fn stop(&self, message: String) -> Unwind {
        Unwind::Fault(TemplateError::new(self.line, message))
    }

    /// Runs a function one nesting level deeper.
    pub(crate) fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T, Unwind>) -> Result<T, Unwind> {
        if self.depth >= self.limits.depth {
            return Err(self.stop("stack level too deep".to_owned()));
        }
        self.depth += 1;
        let result = stacker::maybe_grow(RED_ZONE, SEGMENT, || inner(self));
        self.depth -= 1;
        result
    }

    /// Evaluates an expression.
    pub(crate) fn evaluate(&mut self, node: &Expr, environment: &Rc<LocalVariables>) -> Result<Value, Unwind> {
        self.work(1)?;
        match &node.kind {
            ExprKind::Nil => Ok(Value::Nil),
            ExprKind::Boolean(value) => Ok(Value::Boolean(*value)),
            ExprKind::This => Ok(Value::Template),
            ExprKind::Integer(number) => Ok(Value::Integer(*number)),
            ExprKind::Float(number) => Ok(Value::Float(*number)),
            ExprKind::String(text) => Ok(self.heap.string(&**text)),
            ExprKind::Symbol(name) => Ok(self.heap.symbol(name)),
            ExprKind::Local(name) => Ok(environment.get(name).unwrap_or(Value::Nil)),
            ExprKind::Instance(name) => self.instance_variable(name),
            _ => self.nested(|interpreter| interpreter.evaluate_composite(node, environment)),
        }
    }

    fn evaluate_composite(&mut self, node: &Expr, environment: &Rc<LocalVariables>) -> Result<Value, Unwind> {
        self.line = node.line;
        match &node.kind {
            ExprKind::Interpolated(parts) => {
                let text = self.interpolated(parts, environment)?;
                Ok(self.heap.string(text))
            }
            ExprKind::InterpolatedSymbol(parts) => {
                let text = self.interpolated(parts, environment)?;
                Ok(self.heap.symbol(&text))
            }
            ExprKind::Regexp(parts, options) => self.regexp(parts, options, environment),
            ExprKind::Array(elements) => {
                let list = self.list(elements, environment)?;
                Ok(self.heap.array(list))
            }
            ExprKind::Hash(entries) => self.hash_literal(entries, environment),
            ExprKind::Range(begin, end, excludes_end) => {
                let begin = self.optional(begin.as_deref(), environment)?;
                let end = self.optional(end.as_deref(), environment)?;
                Ok(self.heap.range(Range { begin, end, excludes_end: *excludes_end }))
            }
            ExprKind::Global(name) => self.global(name),
            ExprKind::Constant(path) => self.constant(path),
            ExprKind::Splat(_) => Err(self.fault("SyntaxError", "a splat is not allowed here")),
            ExprKind::Assign(target, value) => {
                let value = self.evaluate(value, environment)?;
                self.assign(target, value, environment)?;
                Ok(value)
            }
            ExprKind::Update(target, operator, value) => self.update(target, operator, value, environment),
            ExprKind::AssignMany(targets, value) => {
                let value = self.evaluate(value, environment)?;
                let list = self.elements_of_list(value)?;
                self.assign_many(targets, &list, environment)?;
                Ok(value)
            }
            ExprKind::And(left, right) => {
                let left = self.evaluate(left, environment)?;
                if left.is_true() { self.evaluate(right, environment) } else { Ok(left) }
            }
            ExprKind::Or(left, right) => {
                let left = self.evaluate(left, environment)?;
                if left.is_true() { Ok(left) } else { self.evaluate(right, environment) }
            }
            ExprKind::Not(inner) => Ok(Value::Boolean(!self.evaluate(inner, environment)?.is_true())),
            ExprKind::Defined(inner) => self.defined(inner, environment),
            ExprKind::Call(call) => self.call(call, node.line, environment),
            ExprKind::Lambda(block) => Ok(self.lambda(block, environment)),
            ExprKind::If(condition, yes, no) => {
                let branch = if self.evaluate(condition, environment)?.is_true() { yes } else { no };
                self.evaluate(branch, environment)
            }
            ExprKind::Case(subject, branches, otherwise) => {
                self.case(subject.as_deref(), branches, otherwise, environment)
            }
            ExprKind::While(while_loop) => self.while_loop(while_loop, environment),
            ExprKind::For(targets, list, body) => self.for_loop(targets, list, body, environment),
            ExprKind::Begin(begin) => self.begin(begin, environment),
            ExprKind::Define(name, block) => {
                self.methods.insert(name.clone(), block.clone());
                Ok(self.heap.symbol(name))
            }
            ExprKind::Return(value) => {
                let value = self.optional(value.as_deref(), environment)?;
                Err(Unwind::Return(value, environment.frame))
            }
            ExprKind::Break(value) => Err(Unwind::Break(self.optional(value.as_deref(), environment)?, None)),
            ExprKind::Next(value) => Err(Unwind::Next(self.optional(value.as_deref(), environment)?)),
            ExprKind::Yield(arguments) => self.yield_block(arguments, environment),
            ExprKind::Sequence(list) => {
                let mut last = Value::Nil;
                for statement in list {
                    last = self.evaluate(statement, environment)?;
                }
                Ok(last)
            }
            ExprKind::Nil
            | ExprKind::Boolean(_)
            | ExprKind::This
            | ExprKind::Integer(_)
            | ExprKind::Float(_)
            | ExprKind::String(_)
            | ExprKind::Symbol(_)
            | ExprKind::Local(_)
            | ExprKind::Instance(_) => Ok(Value::Nil),
        }
    }

    fn optional(&mut self, node: Option<&Expr>, environment: &Rc<LocalVariables>) -> Result<Value, Unwind> {
        node.map_or(Ok(Value::Nil), |node| self.evaluate(node, environment))
    }

    /// Returns the value of `@name`: set by the template, or a variable of the manifest, or else nil.
    fn instance_variable(&mut self, name: &Ident) -> Result<Value, Unwind> {
        if let Some(value) = self.instance.get(name) {
            return Ok(*value);
        }
        let value = match self.looked_up.get(&**name) {
            Some(known) => *known,
            None => match self.scope.variable(name).map_err(|error| self.puppet_fault(error))? {
                Some(data) => self.heap.import(data),
                None => return Ok(Value::Nil),
            },
        };
        self.looked_up.insert(name.to_string(), value);
        self.instance.insert(name.clone(), value);
        Ok(value)
    }

    /// Returns a variable of the manifest by its full name, like `scope[…]`.
    pub(crate) fn look_up(&mut self, name: &str) -> Result<Value, Unwind> {
        if let Some(known) = self.looked_up.get(name) {
            return Ok(*known);
        }
        match self.scope.lookup(name).map_err(|error| self.puppet_fault(error))? {
            Some(data) => {
                let value = self.heap.import(data);
                self.looked_up.insert(name.to_owned(), value);
                Ok(value)
            }
            None => Ok(Value::Nil),
        }
    }

    fn constant(&mut self, path: &str) -> Result<Value, Unwind> {
        match path {
            "Float::INFINITY" => return Ok(Value::Float(f64::INFINITY)),
            "Float::NAN" => return Ok(Value::Float(f64::NAN)),
            "Math::PI" => return Ok(Value::Float(std::f64::consts::PI)),
            "RUBY_VERSION" => return Ok(self.heap.string("3.1.2")),
            _ => {}
        }
        match crate::class::named(path) {
            Some(name) => Ok(self.heap.class(name)),
            None if crate::class::is_unavailable(path) => Err(self.unsupported(&format!("`{path}` is"))),
            None => {
                let first = path.split("::").next().unwrap_or(path);
                let shown = match crate::class::named(first) {
                    Some(_) => path.to_owned(),
                    None => format!("Puppet::Parser::TemplateWrapper::{first}"),
                };
                Err(self.fault("NameError", format!("uninitialized constant {shown}")))
            }
        }
    }

    fn global(&mut self, name: &str) -> Result<Value, Unwind> {
        let Value::Match(found) = self.last_match else { return Ok(Value::Nil) };
        match name {
            "~" => Ok(self.last_match),
            "&" => {
                let text = self.heap.matches[found].group(0).map(str::to_owned);
                Ok(self.heap.optional_string(text))
            }
            digits => {
                let group =
                    digits.parse().ok().and_then(|group| self.heap.matches[found].group(group)).map(str::to_owned);
                Ok(self.heap.optional_string(group))
            }
        }
    }

    /// Returns the name of a symbol or class.
    pub(crate) fn name(&self, symbol: Symbol) -> Rc<str> {
        self.heap.name(symbol)
    }
}
