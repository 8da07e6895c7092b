//! Syntax of names.

/// `a::b_1`, without a leading `::`: the name of a class, define or function.
pub(super) fn is_definition(name: &str) -> bool {
    has_parts(name, u8::is_ascii_lowercase)
}

/// `a-b`, `7zip::c`: additional class and define names of Puppet 3.
pub(super) fn is_old_definition(name: &str) -> bool {
    name.split("::").all(|segment| {
        segment.starts_with(|first: char| first.is_ascii_lowercase() || first.is_ascii_digit())
            && segment.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
    })
}

/// `a-b`, `A`, `c::B`: additional variable names of Puppet 3.
pub(super) fn is_old_variable(name: &str) -> bool {
    let name = name.strip_prefix("::").unwrap_or(name);
    name.split("::").all(|segment| {
        !segment.is_empty() && segment.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
    })
}

/// `A::B_1`, without a leading `::`: the name of a type alias.
pub(super) fn is_alias(name: &str) -> bool {
    has_parts(name, u8::is_ascii_uppercase)
}

/// Returns whether a name consists of segments joined by `::` whose first characters satisfy `is_first`.
fn has_parts(name: &str, is_first: impl Fn(&u8) -> bool) -> bool {
    let mut bytes = name.as_bytes();
    loop {
        if !bytes.first().is_some_and(&is_first) {
            return false;
        }
        let length = bytes.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
        bytes = match &bytes[length..] {
            [] => return true,
            [b':', b':', rest @ ..] => rest,
            _ => return false,
        };
    }
}

/// `a`, `::a`, `a::_b`: only the last segment may start with an underscore.
pub(super) fn is_variable(name: &str) -> bool {
    let name = name.strip_prefix("::").unwrap_or(name);
    // Most names have no namespace.
    let (namespace, last) = match name.contains(':') {
        true => name.rsplit_once("::").map_or((None, name), |(namespace, last)| (Some(namespace), last)),
        false => (None, name),
    };
    is_parameter(last) && namespace.is_none_or(is_definition)
}

/// `a`, `_b`
pub(super) fn is_parameter(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase() || first == '_') && is_word(name)
}

/// `0`, `12`: the variables set by a match.
pub(super) fn is_numeric_variable(name: &str) -> bool {
    name == "0" || (!name.starts_with('0') && is_digits(name))
}

/// Digits, optionally in a notation that resembles hexadecimal.
pub(super) fn is_numeric_parameter(name: &str) -> bool {
    is_digits(name.strip_prefix("0x").unwrap_or(name))
}

/// Letters, digits, `_`, `-` and `.`
pub(super) fn is_host(name: &str) -> bool {
    name.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-' | '.'))
}

/// Names of data types, which are not allowed for classes, defines and functions.
pub(super) fn is_reserved(name: &str) -> bool {
    matches!(
        name,
        "any"
            | "array"
            | "boolean"
            | "collection"
            | "enum"
            | "float"
            | "hash"
            | "init"
            | "integer"
            | "numeric"
            | "object"
            | "optional"
            | "pattern"
            | "regexp"
            | "runtime"
            | "scalar"
            | "semver"
            | "semverrange"
            | "sensitive"
            | "string"
            | "struct"
            | "timespan"
            | "timestamp"
            | "tuple"
            | "type"
            | "typeset"
            | "unit"
            | "variant"
    )
}

fn is_word(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
