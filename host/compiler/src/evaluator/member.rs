//! Member access after a dot: attributes and functions of objects, parts of a URI. Members take precedence over
//! functions.

use datatype::{Type, Uri};
use value::{Deferred, EvalError, Object, Value};

use super::Evaluator;
use crate::issue;

impl Evaluator<'_> {
    /// Returns a member of a value; `None` if there is no such member.
    ///
    /// # Errors
    /// Returns an error if an attribute gets arguments, or a function of an object has no implementation.
    pub(super) fn member(&self, receiver: &Value, name: &str, arguments: usize) -> Result<Option<Value>, EvalError> {
        match receiver {
            Value::Object(object) => of_object(object, name, arguments),
            Value::Deferred(call) => Ok(of_deferred(call, name)),
            Value::Uri(uri) => Ok(of_uri(uri, name)),
            _ => Ok(None),
        }
    }
}

fn of_object(object: &Object, name: &str, arguments: usize) -> Result<Option<Value>, EvalError> {
    let type_name = object.type_name();
    // Puppet: `message` is an alias of an error's attribute `msg`.
    let name = if name == "message" && matches!(object.object_type, Type::Error) { "msg" } else { name };
    if let Some(value) = object.attributes.text(name) {
        if arguments > 0 {
            return Err(issue::attribute_with_arguments(type_name, name, arguments));
        }
        return Ok(Some(value.clone()));
    }
    match &object.object_type {
        Type::Object(object_type) if object_type.function(name).is_some() => {
            Err(issue::function_without_code(type_name, name))
        }
        _ => Ok(None),
    }
}

fn of_deferred(call: &Deferred, name: &str) -> Option<Value> {
    match name {
        "name" => Some(Value::String(call.name.clone())),
        "arguments" => Some(call.arguments.clone().map_or(Value::Undef, Value::Array)),
        _ => None,
    }
}

fn of_uri(uri: &Uri, name: &str) -> Option<Value> {
    let text = |part: &Option<Box<str>>| part.as_deref().map_or(Value::Undef, Value::from);
    Some(match name {
        "scheme" => text(&uri.scheme),
        "userinfo" => text(&uri.userinfo),
        "host" => text(&uri.host),
        "port" => uri.effective_port().map_or(Value::Undef, |port| Value::Integer(port.into())),
        // A URI with an opaque part has no path.
        "path" if uri.opaque.is_some() => Value::Undef,
        "path" => Value::from(&*uri.path),
        "query" => text(&uri.query),
        "fragment" => text(&uri.fragment),
        "opaque" => text(&uri.opaque),
        _ => return None,
    })
}
