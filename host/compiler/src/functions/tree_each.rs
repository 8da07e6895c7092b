//! `tree_each`: iterates over all values in nested arrays and hashes, with their paths.

use std::collections::VecDeque;
use std::sync::Arc;

use datatype::Type;
use value::{EvalError, LazySequence, Value};

use crate::evaluator::{Function, FunctionCall, Overload};

const ITERATED: &str = "Variant[Iterator, Array, Hash, Object] $tree, OptionsType $options?";
const WITH_PATH: &str = "Variant[Iterator, Array, Hash, Object] $tree, OptionsType $options?, Callable[2,2] &$block";
const WITHOUT_PATH: &str = "Variant[Iterator, Array, Hash, Object] $tree, OptionsType $options?, Callable[1,1] &$block";

pub(super) const FUNCTION: Function = Function::new(
    "tree_each",
    "Calls a block for each value in nested arrays and hashes, and returns the argument. The block receives the value, \
     or the path and the value. Without a block, returns an iterator over pairs of path and value. The options are \
     `container_type` (the types that are traversed), `include_root`, `include_containers`, `include_values`, and \
     `order`, which is `depth_first` or `breadth_first`.",
    &[
        Overload::new(WITH_PATH, |call| each(call, |call, path, value| call.step(&[path, value]))),
        Overload::new(WITHOUT_PATH, |call| each(call, |call, _, value| call.step(&[value]))),
        Overload::new(ITERATED, |call| {
            let pairs: Value = nodes(call)?.into_iter().map(|(path, value)| Value::array([path, value])).collect();
            Ok(LazySequence::over(&pairs).map_or(Value::Undef, |lazy| Value::Iterator(Arc::new(lazy.lasting()))))
        }),
    ],
)
.with_types(&["OptionsType = Struct[{container_type => Optional[Type], include_root => Optional[Boolean], \
               include_containers => Optional[Boolean], include_values => Optional[Boolean], \
               order => Optional[Enum[depth_first, breadth_first]], include_refs => Optional[Boolean]}]"]);

fn each(
    call: &mut FunctionCall<'_, '_>,
    step: fn(&mut FunctionCall<'_, '_>, Value, Value) -> Result<Option<Value>, EvalError>,
) -> Result<Value, EvalError> {
    for (path, value) in nodes(call)? {
        if step(call, path, value)?.is_none() {
            break;
        }
    }
    Ok(call.argument(0).clone())
}

/// Options of a traversal.
struct Options {
    container_type: Option<Type>,
    has_root: bool,
    has_containers: bool,
    has_values: bool,
    is_depth_first: bool,
}

impl Options {
    fn new(given: &Value) -> Result<Self, EvalError> {
        let option = |name| given.as_hash().and_then(|options| options.text(name)).filter(|value| !value.is_undef());
        let flag = |name| option(name).is_none_or(Value::is_true);
        let container_type = option("container_type").and_then(Value::as_type).cloned();
        if let Some(container_type) = &container_type
            && !is_container_type(container_type)
        {
            return Err(EvalError::new(format!(
                "Only Array, Hash, and Object types can be used as container types. Got {container_type}"
            )));
        }
        let (has_containers, has_values) = (flag("include_containers"), flag("include_values"));
        if !has_containers && !has_values {
            return Err(EvalError::new("Options 'include_containers' and 'include_values' cannot both be false"));
        }
        Ok(Self {
            container_type,
            has_root: has_containers && flag("include_root"),
            has_containers,
            has_values,
            is_depth_first: option("order").and_then(Value::as_str) != Some("breadth_first"),
        })
    }

    fn is_container(&self, value: &Value) -> bool {
        matches!(value, Value::Array(_) | Value::Hash(_) | Value::Object(_))
            && self.container_type.as_ref().is_none_or(|container_type| container_type.is_instance(value))
    }
}

fn is_container_type(data_type: &Type) -> bool {
    match data_type {
        Type::Array(_)
        | Type::Tuple(_)
        | Type::Hash(_)
        | Type::Struct(_)
        | Type::Object(_)
        | Type::ObjectExtension(_) => true,
        Type::Variant(types) => types.iter().all(is_container_type),
        Type::Alias(alias) => alias.target().is_some_and(|target| is_container_type(&target)),
        _ => false,
    }
}

/// Returns the selected nodes of the tree with their paths.
fn nodes(call: &FunctionCall<'_, '_>) -> Result<Vec<(Value, Value)>, EvalError> {
    let options = Options::new(call.argument(1))?;
    let root = call.argument(0);
    // A data type is an object too, but has no children.
    if !options.is_container(root) && !matches!(root, Value::Type(_)) {
        return Err(EvalError::new("tree_each(): the value is not a container to descend into"));
    }
    let mut nodes = Vec::new();
    if options.has_root {
        nodes.push((Value::array([]), root.clone()));
    }
    let mut waiting = VecDeque::from([(Vec::new(), root.clone())]);
    if options.is_depth_first {
        // The stack of nodes to visit; the root has been visited.
        let mut stack = children(&[], root);
        stack.reverse();
        while let Some((path, value)) = stack.pop() {
            let is_container = options.is_container(&value);
            if if is_container { options.has_containers } else { options.has_values } {
                nodes.push((Value::from(path.clone()), value.clone()));
            }
            if is_container {
                let mut inner = children(&path, &value);
                inner.reverse();
                stack.extend(inner);
            }
        }
        return Ok(nodes);
    }
    while let Some((path, container)) = waiting.pop_front() {
        for (path, value) in children(&path, &container) {
            let is_container = options.is_container(&value);
            // Puppet: values are never omitted in breadth-first order.
            if !is_container || options.has_containers {
                nodes.push((Value::from(path.clone()), value.clone()));
            }
            if is_container {
                waiting.push_back((path, value));
            }
        }
    }
    Ok(nodes)
}

/// Returns the direct children of a container with their paths.
fn children(path: &[Value], container: &Value) -> Vec<(Vec<Value>, Value)> {
    let child = |key: Value, value: &Value| {
        let mut path = path.to_vec();
        path.push(key);
        (path, value.clone())
    };
    match container {
        Value::Array(elements) => {
            elements.iter().enumerate().map(|(index, value)| child(Value::from(index), value)).collect()
        }
        Value::Hash(hash) => hash.iter().map(|(key, value)| child(key.clone(), value)).collect(),
        Value::Object(object) => object.attributes.iter().map(|(key, value)| child(key.clone(), value)).collect(),
        _ => Vec::new(),
    }
}
