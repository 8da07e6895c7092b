//! Built-in functions: their definition, and the selection of the signature that matches a call. Checks, error messages
//! and documentation are all derived from one signature notation:
//!
//! `String $text, Integer $count?, Any *$rest, Callable[1,1] &$block?`
//!
//! Each parameter is a data type and a name. A `?` after the name marks an optional parameter. A `*` before it accepts
//! all remaining arguments; `+` does the same but requires at least one. `&` marks the block after the call.

use std::rc::Rc;

use datatype::{
    Aliases, CallableType, FunctionSignature, Resolver, SignatureBlock, SignatureParameter, Type, TypeIssue, mismatch,
};
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::Span;
use value::{EvalError, Hash, Value};

use super::{Evaluator, LambdaBlock};

/// A built-in function.
#[derive(Debug)]
pub struct Function {
    /// The name of the function.
    pub name: &'static str,
    /// Documentation in Markdown; the first line is a summary.
    pub docs: &'static str,
    /// Signatures, in order of precedence.
    pub overloads: &'static [Overload],
    /// Definitions of types used in the signatures: `Name = Type`.
    types: &'static [&'static str],
    /// The declared return type, if any.
    returns: Option<&'static str>,
    /// The position of the argument that is not evaluated, but undef.
    unevaluated: Option<usize>,
}

impl Function {
    /// Creates a function.
    #[must_use]
    pub const fn new(name: &'static str, docs: &'static str, overloads: &'static [Overload]) -> Self {
        Self { name, docs, overloads, types: &[], returns: None, unevaluated: None }
    }

    /// Returns the function under another name.
    #[must_use]
    pub const fn renamed(mut self, name: &'static str) -> Self {
        self.name = name;
        self
    }

    /// Declares the return type. Only used for functions with a return type in Puppet, where it is the type of a
    /// deferred call.
    #[must_use]
    pub const fn returning(mut self, data_type: &'static str) -> Self {
        self.returns = Some(data_type);
        self
    }

    /// Passes undef instead of the argument at a position, counted from zero, which is not evaluated.
    #[must_use]
    pub(crate) const fn without_evaluating(mut self, position: usize) -> Self {
        self.unevaluated = Some(position);
        self
    }

    /// Returns the position of the argument that is not evaluated.
    pub(crate) const fn unevaluated(&self) -> Option<usize> {
        self.unevaluated
    }

    /// Returns the declared return type.
    pub(crate) fn return_type(&self) -> Option<Type> {
        let text = self.returns?;
        Some(Type::parse(text, &mut datatype::Builtins).unwrap_or_else(|issue| panic!("'{text}': {}", issue.message)))
    }

    /// Defines types for use in the signatures. A type may refer to itself.
    #[must_use]
    pub const fn with_types(mut self, types: &'static [&'static str]) -> Self {
        self.types = types;
        self
    }
}

/// An overload of a function.
#[derive(Debug)]
pub struct Overload {
    signature: &'static str,
    kind: Kind,
    body: FunctionBody,
}

/// The signature of functions that use Puppet's legacy API, which accept any arguments.
const LEGACY: &str = "Any *$arguments, Callable &$block?";

/// Effect of an overload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The body is the implementation.
    Usual,
    /// The body is the implementation of a function that uses the legacy API: the result is a copy, which shares nothing with the
    /// arguments.
    Legacy,
    /// The body returns an error, which is prefixed with the name of the function.
    Refusal,
    /// The body returns an error without a prefix.
    PlainRefusal,
}

/// The implementation of an overload.
pub type FunctionBody = fn(&mut FunctionCall<'_, '_>) -> Result<Value, EvalError>;

impl Overload {
    /// Creates an overload that implements a call.
    #[must_use]
    pub const fn new(signature: &'static str, body: FunctionBody) -> Self {
        Self { signature, kind: Kind::Usual, body }
    }

    /// Creates the overload of a function that uses Puppet's legacy API. It checks the number of arguments itself.
    #[must_use]
    pub const fn legacy(body: FunctionBody) -> Self {
        Self { signature: LEGACY, kind: Kind::Legacy, body }
    }

    /// Creates an overload that rejects a call: the body returns an error, whose message is prefixed with the quoted
    /// name of the function. It is not listed among the signatures.
    #[must_use]
    pub const fn refusal(signature: &'static str, body: FunctionBody) -> Self {
        Self { signature, kind: Kind::Refusal, body }
    }

    /// Creates an overload that rejects a call like [`Overload::refusal`], but without a prefix in the message.
    #[must_use]
    pub const fn plain_refusal(signature: &'static str, body: FunctionBody) -> Self {
        Self { signature, kind: Kind::PlainRefusal, body }
    }

    /// Returns the signature in its source notation.
    #[must_use]
    pub fn signature(&self) -> &'static str {
        self.signature
    }

    /// Returns whether this overload rejects the call.
    #[must_use]
    pub fn is_refusal(&self) -> bool {
        matches!(self.kind, Kind::Refusal | Kind::PlainRefusal)
    }
}

/// A call of a built-in function with arguments that match its signature.
pub struct FunctionCall<'c, 'a> {
    /// The evaluator that executes the call.
    pub evaluator: &'c mut Evaluator<'a>,
    /// The arguments.
    pub arguments: &'c [Value],
    /// The block after the arguments.
    pub block: Option<&'c LambdaBlock<'a>>,
    /// The location of the call, for errors and resources.
    pub span: Span,
    name: &'static str,
}

impl<'c> FunctionCall<'c, '_> {
    /// Returns the name of the function.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns an argument; `undef` if it was omitted.
    #[must_use]
    pub fn argument(&self, index: usize) -> &'c Value {
        self.arguments.get(index).unwrap_or(&Value::Undef)
    }

    /// Returns the text of a string argument; empty if it was omitted.
    #[must_use]
    pub fn text(&self, index: usize) -> &'c str {
        self.argument(index).as_str().unwrap_or_default()
    }

    /// Returns the value of an integer argument, if it was given.
    #[must_use]
    pub fn integer(&self, index: usize) -> Option<i64> {
        self.argument(index).as_integer()
    }

    /// Returns the elements of an array argument; empty if it was omitted.
    #[must_use]
    pub fn elements(&self, index: usize) -> &'c [Value] {
        self.argument(index).as_array().unwrap_or_default()
    }

    /// Returns the minimum and maximum number of parameters of the block, or `None` if there is no block.
    #[must_use]
    pub fn block_arity(&self) -> Option<(usize, usize)> {
        self.block.map(LambdaBlock::arity)
    }

    /// Calls the block. A `next` in the block returns its value; `break` and `return` are returned as errors.
    ///
    /// # Errors
    /// Returns any error of the block, or an error if the block does not accept the arguments.
    pub fn invoke(&mut self, arguments: &[Value]) -> Result<Value, EvalError> {
        match self.block {
            Some(block) => self.evaluator.call_block(block, arguments),
            None => Err(EvalError::new(format!("'{}' needs a block", self.name))),
        }
    }

    /// Calls the block of an iteration; `None` after `break`.
    ///
    /// # Errors
    /// Returns the errors of [`FunctionCall::turn`].
    pub fn step(&mut self, arguments: &[Value]) -> Result<Option<Value>, EvalError> {
        match self.turn(arguments) {
            Err(fault) if fault.is_break() => Ok(None),
            result => result.map(Some),
        }
    }

    /// Calls the block as an iteration of a loop, whose total number is limited.
    ///
    /// # Errors
    /// Returns the errors of [`FunctionCall::invoke`], or an error if the iteration limit is exceeded.
    pub fn turn(&mut self, arguments: &[Value]) -> Result<Value, EvalError> {
        self.evaluator.count_iteration()?;
        self.invoke(arguments)
    }
}

/// The parsed signatures of a function.
#[derive(Debug)]
struct Prepared {
    function: &'static Function,
    signatures: Vec<FunctionSignature>,
    /// The aliases used in the signatures, which only hold weak references to them.
    _aliases: Aliases,
}

impl Prepared {
    /// Parses the signatures. `types` resolves names that are neither built in nor defined by the function.
    ///
    /// # Errors
    /// Returns an issue if a signature, or a type of a module in it, is invalid.
    fn new(function: &'static Function, types: &mut dyn Resolver) -> Result<Self, TypeIssue> {
        let mut names = SignatureTypes { local: LocalTypes::new(function.types), others: types };
        let signatures =
            function.overloads.iter().map(|overload| parse(overload, &mut names)).collect::<Result<_, _>>()?;
        Ok(Self { function, signatures, _aliases: names.local.aliases })
    }
}

/// Resolver of the types in a signature: types defined by the function, and those of modules.
struct SignatureTypes<'t> {
    local: LocalTypes,
    others: &'t mut dyn Resolver,
}

impl Resolver for SignatureTypes<'_> {
    fn resolve(&mut self, name: &str) -> Result<Option<Type>, TypeIssue> {
        match self.local.resolve(name)? {
            None => self.others.resolve(name),
            found => Ok(found),
        }
    }
}

/// Resolver of the types defined by a function; each is parsed when it is first used.
pub(crate) struct LocalTypes {
    aliases: Aliases,
    known: &'static [&'static str],
}

impl LocalTypes {
    /// Creates a resolver from definitions such as `Radix = Integer[2]`.
    pub(crate) fn new(known: &'static [&'static str]) -> Self {
        Self { aliases: Aliases::new(), known }
    }
}

impl Resolver for LocalTypes {
    fn resolve(&mut self, name: &str) -> Result<Option<Type>, TypeIssue> {
        if let Some(found) = self.aliases.get(name) {
            return Ok(Some(found));
        }
        let named = |text: &&'static str| text.split_once('=').filter(|(known, _)| known.trim() == name);
        let Some((_, target)) = self.known.iter().find_map(named) else { return Ok(None) };
        self.aliases.declare(name);
        let target = Type::parse(target.trim(), self)?;
        self.aliases.define(name, target).map(Some)
    }
}

/// The built-in functions. Signatures are parsed when a function is first called.
#[derive(Debug)]
pub(crate) struct FunctionTable {
    known: FxHashMap<&'static str, &'static Function>,
    /// The names of module functions, which modules can override.
    of_modules: FxHashSet<&'static str>,
    /// Parsed functions by address, since a function can be created without a table entry.
    prepared: FxHashMap<usize, Rc<Prepared>>,
}

impl FunctionTable {
    /// Creates a table of Puppet's own functions and of functions from modules.
    pub(crate) fn new(table: &'static [&'static Function], of_modules: &[&'static [&'static Function]]) -> Self {
        let of_modules: Vec<&'static Function> = of_modules.concat();
        Self {
            known: table.iter().chain(&of_modules).map(|function| (function.name, *function)).collect(),
            of_modules: of_modules.iter().map(|function| function.name).collect(),
            prepared: FxHashMap::default(),
        }
    }

    /// Returns whether a function belongs to a module. The module's own definition takes precedence.
    pub(crate) fn is_of_module(&self, name: &str) -> bool {
        self.of_modules.contains(name)
    }

    /// Finds a function by its name.
    pub(crate) fn find(&self, name: &str) -> Option<&'static Function> {
        self.known.get(name).copied()
    }

    /// Returns the names of all functions.
    pub(crate) fn names() -> impl Iterator<Item = &'static str> {
        crate::functions::all().map(|function| function.name)
    }
}

impl Evaluator<'_> {
    /// Returns whether a function accepts arguments without a block.
    ///
    /// # Errors
    /// Returns an error if a type of a module in the signatures is invalid.
    pub(super) fn is_accepted(&mut self, function: &'static Function, arguments: &[Value]) -> Result<bool, EvalError> {
        let prepared = self.prepared(function)?;
        let mut usual =
            prepared.signatures.iter().zip(function.overloads).filter(|(_, overload)| !overload.is_refusal());
        Ok(usual.any(|(signature, _)| signature.accepts(arguments, None)))
    }

    /// Returns the parsed signatures of a function.
    fn prepared(&mut self, function: &'static Function) -> Result<Rc<Prepared>, EvalError> {
        let address = std::ptr::from_ref(function) as usize;
        if let Some(known) = self.functions.prepared.get(&address) {
            return Ok(Rc::clone(known));
        }
        let mut names = self.resolver();
        let prepared = Prepared::new(function, &mut names);
        let prepared = Rc::new(names.checked(prepared)?);
        self.functions.prepared.insert(address, Rc::clone(&prepared));
        Ok(prepared)
    }
}

/// Calls a built-in function.
///
/// # Errors
/// Returns any error of the function, or an error if no signature matches the call.
pub(crate) fn call<'a>(
    evaluator: &mut Evaluator<'a>,
    function: &'static Function,
    arguments: &[Value],
    block: Option<&LambdaBlock<'a>>,
    span: Span,
) -> Result<Value, EvalError> {
    let prepared = evaluator.prepared(function)?;
    let callable = match block {
        Some(block) => Some(evaluator.callable(block)?),
        None => None,
    };
    let fits = |signature: &&FunctionSignature| signature.accepts(arguments, callable.as_deref());
    let Some(index) = prepared.signatures.iter().position(|signature| fits(&signature)) else {
        return Err(EvalError::new(mismatched(&prepared, arguments, callable.as_deref())));
    };
    let overload = &function.overloads[index];
    let mut call = FunctionCall { evaluator, arguments, block, span, name: function.name };
    match (overload.body)(&mut call) {
        Err(fault) if overload.kind == Kind::Refusal => Err(match fault.unplaced() {
            Ok(error) => EvalError::new(format!("'{}' {}", function.name, error.message)),
            Err(fault) => fault,
        }),
        Ok(value) => {
            value.check_extent()?;
            Ok(if overload.kind == Kind::Legacy { copied(value) } else { value })
        }
        result => result,
    }
}

/// Returns a copy that shares no array or hash with the value: templates can change values in place.
fn copied(value: Value) -> Value {
    match value {
        Value::Array(elements) => elements.iter().cloned().map(copied).collect(),
        Value::Hash(hash) => {
            let entries = hash.iter().map(|(key, value)| (key.clone(), copied(value.clone())));
            entries.collect::<Hash>().into()
        }
        other => other,
    }
}

fn mismatched(prepared: &Prepared, arguments: &[Value], block: Option<&CallableType>) -> String {
    let overloads = prepared.function.overloads;
    let signatures: Vec<&FunctionSignature> = prepared
        .signatures
        .iter()
        .zip(overloads)
        .filter(|(_, overload)| !overload.is_refusal())
        .map(|(signature, _)| signature)
        .collect();
    mismatch::describe_call(prepared.function.name, &signatures, arguments, block)
}

/// Parses a signature.
///
/// # Errors
/// Returns an issue if a type of a module is invalid. Invalid signatures are bugs; a test parses the whole table.
fn parse(overload: &Overload, names: &mut dyn Resolver) -> Result<FunctionSignature, TypeIssue> {
    let mut signature = FunctionSignature { max: Some(0), ..FunctionSignature::default() };
    for part in parts(overload.signature) {
        let (data_type, name) = part.rsplit_once(' ').unwrap_or(("Any", part));
        let data_type = Type::parse(data_type.trim(), names)?;
        let (name, is_optional) = name.strip_suffix('?').map_or((name, false), |name| (name, true));
        let (kind, name) = name.split_at(name.find('$').unwrap_or(0));
        let name = name.trim_start_matches('$');
        if kind == "&" {
            let data_type = if is_optional { Type::optional(data_type) } else { data_type };
            signature.block = Some(SignatureBlock { name: name.into(), data_type });
            continue;
        }
        signature.parameters.push(SignatureParameter { name: name.into(), data_type });
        let position = signature.parameters.len();
        match kind {
            "*" => (signature.min, signature.max) = (position - 1, None),
            "+" => (signature.min, signature.max) = (position, None),
            _ if is_optional => signature.max = Some(position),
            _ => (signature.min, signature.max) = (position, Some(position)),
        }
    }
    Ok(signature)
}

/// Splits a signature at the commas outside of brackets.
fn parts(signature: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    signature
        .split(move |letter| {
            match letter {
                '[' | '{' => depth += 1,
                ']' | '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            letter == ',' && depth == 0
        })
        .map(str::trim)
        .filter(|part| !part.is_empty())
}

/// Parses all signatures and the return type of a function.
#[cfg(test)]
pub(crate) fn check_signatures(function: &'static Function) {
    assert!(!function.overloads.is_empty(), "{} has no signature", function.name);
    Prepared::new(function, &mut datatype::Builtins).expect(function.name);
    function.return_type();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_signatures_can_be_parsed() {
        for function in crate::functions::all() {
            check_signatures(function);
        }
    }

    /// All functions of Puppet 7.23 except the Hiera functions, which have their own table.
    const PUPPETS: &str = "abs alert all annotate any assert_type binary_file break call camelcase capitalize ceiling \
        chomp chop compare contain convert_to create_resources crit debug defined dig digest downcase each emerg empty \
        epp err fail file filter find_file find_template flatten floor fqdn_rand generate get getvar group_by import \
        include index info inline_epp inline_template join keys length lest lstrip map match max md5 min \
        module_directory new next notice partition realize reduce regsubst require return reverse_each round rstrip \
        scanf sha1 sha256 shellquote size slice sort split sprintf step strftime strip tag tagged template then \
        tree_each type unique unwrap upcase values versioncmp warning with";

    #[test]
    fn all_puppet_functions_are_in_the_table() {
        let known = FunctionTable::new(crate::functions::TABLE, &[]);
        let missing: Vec<&str> = PUPPETS.split_whitespace().filter(|name| known.find(name).is_none()).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn function_tables_are_sorted_by_name() {
        assert!(crate::functions::TABLE.is_sorted_by_key(|function| function.name));
        assert!(crate::functions::STDLIB.is_sorted_by_key(|function| function.name));
        assert!(crate::functions::EXTLIB.is_sorted_by_key(|function| function.name));
    }

    #[test]
    fn signature_marks_set_argument_counts() {
        let bounds = |text| {
            let signature = parse(&Overload::new(text, |_| Ok(Value::Undef)), &mut datatype::Builtins).unwrap();
            (signature.parameters.len(), signature.min, signature.max, signature.block.is_some())
        };
        assert_eq!(bounds(""), (0, 0, Some(0), false));
        assert_eq!(bounds("Variant[Integer, String] $a, String $b?"), (2, 1, Some(2), false));
        assert_eq!(bounds("Any $a, Any *$rest, Callable[1, 1] &$block?"), (2, 1, None, true));
        assert_eq!(bounds("String +$names"), (1, 1, None, false));
    }
}
