//! Callable code: blocks and functions. Arguments are bound by position, defaults are filled in and types are checked;
//! then the body is evaluated in a local frame.

use std::rc::Rc;
use std::sync::Arc;

use datatype::{CallableType, FunctionSignature, SignatureParameter, Size, Type, mismatch};
use syntax::Span;
use syntax::ast::{Block as Statements, Expression, Lambda, Parameter};
use value::{EvalError, Value, checked_nesting};

use super::Evaluator;
use crate::definition::ClosureSignature;
use crate::identity::{FunctionId, ScopeId};
use crate::issue;

/// A block after a call: `|$x| { }`. It can only be called during the call, and can read the surrounding variables.
#[derive(Clone, Debug)]
pub struct LambdaBlock<'a> {
    code: BlockCode<'a>,
    /// The signature, if a parameter has a type.
    signature: Option<Rc<ClosureSignature>>,
}

/// The code of a block.
#[derive(Clone, Copy, Debug)]
enum BlockCode<'a> {
    /// Code of the Puppet language.
    Lambda(&'a Lambda),
    /// A block of Ruby code, by number, with the minimum and maximum number of arguments.
    Ruby(usize, usize, Option<usize>),
}

impl LambdaBlock<'_> {
    /// Returns a block of Ruby code, which accepts any values.
    pub(super) fn ruby(number: usize, least: usize, most: Option<usize>) -> Self {
        Self { code: BlockCode::Ruby(number, least, most), signature: None }
    }

    /// Returns the names of the parameters.
    pub fn parameter_names(&self) -> impl Iterator<Item = &str> {
        let lambda = match self.code {
            BlockCode::Lambda(lambda) => Some(lambda),
            BlockCode::Ruby(..) => None,
        };
        lambda.into_iter().flat_map(|lambda| &lambda.parameters).map(|parameter| &*parameter.name)
    }

    /// Returns the minimum and maximum number of arguments.
    #[must_use]
    pub fn arity(&self) -> (usize, usize) {
        let parameters = match self.code {
            BlockCode::Lambda(lambda) => &lambda.parameters,
            BlockCode::Ruby(_, least, most) => return (least, most.unwrap_or(usize::MAX)),
        };
        let required = parameters.iter().filter(|p| p.default.is_none() && !p.captures_rest).count();
        let takes_rest = parameters.last().is_some_and(|parameter| parameter.captures_rest);
        (required, if takes_rest { usize::MAX } else { parameters.len() })
    }
}

/// Code to be called.
#[derive(Clone, Copy)]
struct Closure<'c, 'a> {
    name: &'c str,
    parameters: &'a [Parameter],
    body: &'a Statements,
    signature: Option<&'c ClosureSignature>,
}

impl<'a> Evaluator<'a> {
    /// Creates a block from the lambda after a call.
    pub(super) fn block(&mut self, lambda: &'a Lambda) -> Result<LambdaBlock<'a>, EvalError> {
        let is_typed = lambda.return_type.is_some() || lambda.parameters.iter().any(|p| p.data_type.is_some());
        let signature = match is_typed {
            true => Some(Rc::new(self.closure_signature(&lambda.parameters, lambda.return_type.as_ref())?)),
            false => None,
        };
        Ok(LambdaBlock { code: BlockCode::Lambda(lambda), signature })
    }

    /// Returns the type of a block.
    pub(crate) fn callable(&mut self, block: &LambdaBlock<'a>) -> Result<Rc<CallableType>, EvalError> {
        if let Some(signature) = &block.signature {
            return Ok(Rc::clone(&signature.callable));
        }
        let lambda = match block.code {
            BlockCode::Lambda(lambda) => lambda,
            BlockCode::Ruby(_, least, most) => {
                let types = vec![Type::Any; most.unwrap_or(least + 1)];
                return Ok(Rc::new(CallableType::new(types, least, most)));
            }
        };
        let key = std::ptr::from_ref(lambda) as usize;
        if let Some(known) = self.callables.get(&key) {
            return Ok(Rc::clone(known));
        }
        let signature = self.closure_signature(&lambda.parameters, None)?;
        self.callables.insert(key, Rc::clone(&signature.callable));
        Ok(signature.callable)
    }

    /// Calls a block.
    pub(crate) fn call_block(&mut self, block: &LambdaBlock<'a>, arguments: &[Value]) -> Result<Value, EvalError> {
        let lambda = match block.code {
            BlockCode::Lambda(lambda) => lambda,
            BlockCode::Ruby(number, ..) => return self.call_ruby_block(number, arguments),
        };
        let is_plain = |parameter: &Parameter| parameter.default.is_none() && !parameter.captures_rest;
        let mark = self.scopes.mark();
        let result = if block.signature.is_none()
            && lambda.parameters.len() == arguments.len()
            && lambda.parameters.iter().all(is_plain)
        {
            // Common case: no types to check and no defaults to fill in.
            self.scopes.push_local();
            for (parameter, argument) in lambda.parameters.iter().zip(arguments) {
                self.scopes.bind(&parameter.name, argument.clone());
            }
            self.nested(|evaluator| evaluator.evaluate_block(&lambda.body)).or_else(EvalError::caught_next)
        } else {
            let (parameters, body) = (&*lambda.parameters, &lambda.body);
            let signature = block.signature.as_deref();
            self.call_closure(Closure { name: "lambda", parameters, body, signature }, arguments)
        };
        self.scopes.restore(mark);
        result
    }

    /// Calls a function written in the Puppet language. It runs in the top scope.
    pub(super) fn call_defined(&mut self, id: FunctionId, arguments: &[Value], span: Span) -> Result<Value, EvalError> {
        let node = self.definitions.get_function(id).node;
        let mark = self.scopes.mark();
        self.scopes.enter(ScopeId::TOP);
        let result = self.defined_signature(id).and_then(|signature| {
            check_arguments(&node.name, &signature.signature, arguments)?;
            let (parameters, body) = (&*node.parameters, &node.body);
            self.call_closure(Closure { name: &node.name, parameters, body, signature: Some(&signature) }, arguments)
        });
        self.scopes.restore(mark);
        result
            .or_else(EvalError::caught_return)
            // A recursive function can nest its result more deeply on each return.
            .and_then(|value| {
                if self.depth.is_multiple_of(8) { checked_nesting(value).map(|(_, value)| value) } else { Ok(value) }
            })
            .map_err(|fault| fault.traced(|| format!("in function '{}'", node.name), Some(span)))
    }

    /// Returns the signature of a function written in the Puppet language.
    pub(super) fn defined_signature(&mut self, id: FunctionId) -> Result<Rc<ClosureSignature>, EvalError> {
        let definition = self.definitions.get_function(id);
        if let Some(known) = &definition.signature {
            return Ok(Rc::clone(known));
        }
        let node = definition.node;
        let signature = Rc::new(self.closure_signature(&node.parameters, node.return_type.as_ref())?);
        self.definitions.get_function_mut(id).signature = Some(Rc::clone(&signature));
        Ok(signature)
    }

    /// Evaluates the types of the parameters and of the result.
    fn closure_signature(
        &mut self,
        parameters: &'a [Parameter],
        return_type: Option<&'a Expression>,
    ) -> Result<ClosureSignature, EvalError> {
        let mut signature = FunctionSignature { max: Some(0), ..FunctionSignature::default() };
        for parameter in parameters {
            let data_type = self.declared_data_type(parameter.data_type.as_ref())?.unwrap_or(Type::Any);
            let (data_type, size) = match (parameter.captures_rest, data_type) {
                // The array type of a rest parameter may limit the number of arguments.
                (true, Type::Array(array)) => (array.element.clone(), array.size),
                (true, other) => (other, Size::ANY),
                (false, other) => (other, Size::new(u64::from(parameter.default.is_none()), Some(1))),
            };
            if size.min() > 0 && signature.min < signature.parameters.len() {
                return Err(issue::required_after_optional(&parameter.name, parameter.span).into());
            }
            signature.parameters.push(SignatureParameter { name: (&*parameter.name).into(), data_type });
            signature.min += usize::try_from(size.min()).unwrap_or(usize::MAX);
            let more = size.max().and_then(|max| usize::try_from(max).ok());
            signature.max = signature.max.zip(more).map(|(max, more)| max + more);
        }
        let returns = self.declared_data_type(return_type)?;
        signature.returns.clone_from(&returns);
        let callable = Rc::new(signature.callable());
        Ok(ClosureSignature { signature, callable, returns })
    }

    /// Binds arguments to parameters and runs the body. Surplus arguments are dropped.
    fn call_closure(&mut self, closure: Closure<'_, 'a>, arguments: &[Value]) -> Result<Value, EvalError> {
        self.scopes.push_parameters(closure.parameters.iter().map(|parameter| &*parameter.name));
        for (index, parameter) in closure.parameters.iter().enumerate() {
            let value = self.bound(closure, parameter, index, arguments)?;
            self.scopes.fill(index, value);
        }
        if let Some(signature) = closure.signature {
            self.check_bound(closure, &signature.signature)?;
        }
        self.scopes.unlock();
        let body = closure.body;
        let value = self.nested(|evaluator| evaluator.evaluate_block(body)).or_else(EvalError::caught_next)?;
        if let Some(returns) = closure.signature.and_then(|signature| signature.returns.as_ref())
            && !returns.is_instance(&value)
        {
            let subject = format!("value returned from {} has wrong type,", closure.name);
            mismatch::assert_instance(&subject, returns, &value).map_err(EvalError::new)?;
        }
        Ok(value)
    }

    /// Returns the value of a parameter: an argument, the remaining arguments, or the default.
    fn bound(
        &mut self,
        closure: Closure<'_, 'a>,
        parameter: &'a Parameter,
        index: usize,
        arguments: &[Value],
    ) -> Result<Value, EvalError> {
        if parameter.captures_rest {
            let rest = arguments.get(index..).unwrap_or_default();
            let is_default = rest.is_empty() || matches!(rest, [Value::Undef]);
            return Ok(match &parameter.default {
                Some(default) if is_default => match self.default_value(closure, parameter, default)? {
                    list @ Value::Array(_) => list,
                    single => Value::array([single]),
                },
                _ => Value::array(rest),
            });
        }
        match (arguments.get(index), &parameter.default) {
            (Some(given), _) => Ok(given.clone()),
            (None, Some(default)) => self.default_value(closure, parameter, default),
            (None, None) => Err(issue::missing_parameter(&parameter.name, parameter.span).into()),
        }
    }

    fn default_value(
        &mut self,
        closure: Closure<'_, 'a>,
        parameter: &'a Parameter,
        default: &'a Expression,
    ) -> Result<Value, EvalError> {
        let mark = self.scopes.mark();
        let value = self.evaluate(default);
        self.scopes.restore(mark);
        value.map_err(|fault| fault.named_parameter(closure.name, &parameter.name, closure.parameters))
    }

    /// Checks the values of all parameters, including defaults, against their types.
    fn check_bound(&self, closure: Closure<'_, 'a>, signature: &FunctionSignature) -> Result<(), EvalError> {
        let mut values = Vec::with_capacity(closure.parameters.len());
        for (index, parameter) in closure.parameters.iter().enumerate() {
            match (parameter.captures_rest, self.scopes.filled(index)) {
                (true, Some(Value::Array(rest))) => values.extend(rest.iter().cloned()),
                (_, Some(value)) => values.push(value.clone()),
                (_, None) => {}
            }
        }
        check_arguments(closure.name, signature, &values)
    }
}

/// Checks arguments against the signature of a closure.
fn check_arguments(name: &str, signature: &FunctionSignature, arguments: &[Value]) -> Result<(), EvalError> {
    if signature.accepts(arguments, None) {
        return Ok(());
    }
    Err(EvalError::new(mismatch::describe_call(name, &[signature], arguments, None)))
}

/// Converts the signature to a `Callable` type.
impl From<&ClosureSignature> for Type {
    fn from(signature: &ClosureSignature) -> Self {
        Self::Callable(Arc::new(CallableType::clone(&signature.callable)))
    }
}
