//! Member access after a dot, before functions are searched: attributes and functions of objects, the parts of a URI.

use datatype::{Type, Uri};

use super::Evaluator;
use crate::eval_error::EvalError;
use crate::issue;
use crate::value::{Deferred, Object, Value};

impl Evaluator<'_> {
    /// Returns the member of a value; `None` if it has none of this name.
    ///
    /// # Errors
    /// The member takes no arguments, or there is no code for it.
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
    // Puppet: the message of an error has two names.
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
