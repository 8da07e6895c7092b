//! `pw_hash`: hash of a password.

mod bcrypt;
mod md5;
mod sha;

use value::{EvalError, Value};

use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "pw_hash",
    "Returns the hash of a password in the format of `crypt`: `pw_hash('password', 'SHA-512', 'salt')`. The algorithm \
     is `MD5`, `SHA-256`, `SHA-512` or `bcrypt`; a salt for `bcrypt` begins with the cost: `10$` and 22 characters. The \
     hash of a `Sensitive` password is `Sensitive`; the hash of `undef` or an empty password is `undef`.",
    &[Overload::legacy(|call| {
        let arguments: [Value; 3] = legacy::exactly(call)?;
        let is_secret = arguments.iter().any(|argument| matches!(argument, Value::Sensitive(_)));
        let plain = |value: &Value| match value {
            Value::Sensitive(secret) => Value::clone(secret),
            other => other.clone(),
        };
        let [password, algorithm, salt] = [0, 1, 2].map(|index: usize| plain(&arguments[index]));
        let hash = hash(&password, &algorithm, &salt)?;
        Ok(if is_secret && !hash.is_undef() { Value::sensitive(hash) } else { hash })
    })],
);

/// Maximum length of a password, in bytes.
const MAXIMUM: usize = 512;

fn hash(password: &Value, algorithm: &Value, salt: &Value) -> Result<Value, EvalError> {
    let (Value::String(_) | Value::Undef) = password else {
        return Err(EvalError::new("pw_hash(): first argument must be a string"));
    };
    let Value::String(name) = algorithm else {
        return Err(EvalError::new("pw_hash(): second argument must be a string"));
    };
    let algorithm = name.to_ascii_lowercase();
    let bcrypt = match &*algorithm {
        "bcrypt" => Some("2b"),
        "bcrypt-a" => Some("2a"),
        "bcrypt-x" => Some("2x"),
        "bcrypt-y" => Some("2y"),
        "md5" | "sha-256" | "sha-512" => None,
        _ => return Err(EvalError::new(format!("pw_hash(): {name} is not a valid hash type"))),
    };
    let Value::String(salt) = salt else { return Err(EvalError::new("pw_hash(): third argument must be a string")) };
    if salt.is_empty() {
        return Err(EvalError::new("pw_hash(): third argument must not be empty"));
    }
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'/');
    if bcrypt.is_none() && !salt.bytes().all(is_letter) {
        return Err(EvalError::new("pw_hash(): characters in salt must be in the set [a-zA-Z0-9./]"));
    }
    let settings = match bcrypt {
        Some(_) => Some(bcrypt::Settings::parse(salt).ok_or_else(|| {
            EvalError::new(r"pw_hash(): characters in salt must match (?-mix:^[0-9]{2}\$[.\/A-Za-z0-9]{22})")
        })?),
        None => None,
    };
    let password = password.as_str().unwrap_or_default().as_bytes();
    if password.is_empty() {
        return Ok(Value::Undef);
    }
    if password.contains(&0) {
        return Err(EvalError::new("string contains null byte"));
    }
    if password.len() > MAXIMUM {
        return Err(EvalError::new("Numerical result out of range - crypt"));
    }
    Ok(Value::from(match (bcrypt, settings, &*algorithm) {
        (Some(prefix), Some(settings), _) => bcrypt::hash(prefix, password, &settings)?,
        (_, _, "md5") => md5::hash(password, salt),
        (_, _, "sha-256") => sha::hash::<sha2::Sha256>(password, salt),
        _ => sha::hash::<sha2::Sha512>(password, salt),
    }))
}

/// Encodes three bytes as a number of base64 characters, least significant bits first.
fn append(text: &mut String, bytes: [u8; 3], letters: usize) {
    const ALPHABET: &[u8; 64] = b"./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let bits = u32::from_be_bytes([0, bytes[0], bytes[1], bytes[2]]);
    text.extend((0..letters).map(|place| char::from(ALPHABET[(bits >> (6 * place) & 0x3f) as usize])));
}
