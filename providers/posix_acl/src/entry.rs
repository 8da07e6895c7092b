//! Entries of an access control list, such as `default:user:joe:r-x`.

use marotte_sdk::{AttributeValue, InvalidValue, Value};

/// An entry in the form of `getfacl`, with an `X` for permissions of directories and programs only.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry(String);

impl AttributeValue for Entry {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        let text = String::from_value(value)?;
        let mut fields: Vec<&str> = text.split(':').collect();
        let count = fields.len();
        let prefix = match count {
            0..=2 => return Err(format!("Too few fields.  At least 3 required, got {count}.").into()),
            3 => "",
            4 => match fields.remove(0) {
                "d" | "default" => "default:",
                other => return Err(format!("First field of 4 must be \"d\" or \"default\", got \"{other}\".").into()),
            },
            _ => return Err(format!("Too many fields.  At most 4 allowed, got {count}.").into()),
        };
        let kind = match fields[0] {
            "u" | "user" => "user",
            "g" | "group" => "group",
            "o" | "other" => "other",
            "m" | "mask" => "mask",
            other => {
                let expected = "expected \"user\", \"group\", \"other\" or \"mask\"";
                return Err(format!("Unknown type \"{other}\", {expected}.").into());
            }
        };
        let permissions = permissions(fields[2]).ok_or_else(|| format!("Invalid permission set \"{}\".", fields[2]))?;
        Ok(Self(format!("{prefix}{kind}:{}:{permissions}", fields[1])))
    }

    fn into_value(self) -> Value {
        Value::Text(self.0)
    }
}

/// Returns the permissions in the form `rwx`.
fn permissions(text: &str) -> Option<String> {
    if let [digit @ b'0'..=b'7'] = text.as_bytes() {
        let bit = |bit: u8, name: char| if digit & bit == 0 { '-' } else { name };
        return Some([bit(4, 'r'), bit(2, 'w'), bit(1, 'x')].iter().collect());
    }
    let mut found = ['-'; 3];
    for letter in text.chars().filter(|letter| *letter != '-') {
        let place = match letter {
            'r' => 0,
            'w' => 1,
            'x' | 'X' => 2,
            _ => return None,
        };
        if found[place] != '-' {
            return None;
        }
        found[place] = letter;
    }
    Some(found.iter().collect())
}

impl Entry {
    /// Parses a line of `getfacl`.
    pub(crate) fn listed(line: &str) -> Self {
        Self(line.replace("\\040", " "))
    }

    /// Returns the text of the entry.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the entry with an `x` in place of `X`, as `getfacl` prints it.
    pub(crate) fn lowercase(&self) -> String {
        self.0.to_lowercase()
    }

    /// Returns the entry without its permissions, which names the entry in commands.
    pub(crate) fn subject(&self) -> &str {
        self.0.rsplit_once(':').map_or(&self.0, |(subject, _)| subject)
    }

    /// Returns whether this is an entry of the permission bits, which cannot be removed, or the mask of it.
    pub(crate) fn is_base(&self) -> bool {
        ["user::", "group::", "mask::", "other::"].iter().any(|base| self.0.starts_with(base))
    }

    /// Returns whether this is the mask.
    pub(crate) fn is_mask(&self) -> bool {
        self.0.starts_with("mask::")
    }

    /// Returns whether the entry applies to new files in a directory.
    pub(crate) fn is_default(&self) -> bool {
        self.0.starts_with("default:")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<String, String> {
        let entry = Entry::from_value(Value::from(text));
        entry.map(|entry| entry.as_str().to_owned()).map_err(|error| error.to_string())
    }

    #[test]
    fn entry_is_written_in_full() {
        for (text, full) in [
            ("u:joe:rwx", "user:joe:rwx"),
            ("g::xr", "group::r-x"),
            ("d:u:joe:r", "default:user:joe:r--"),
            ("default:o::---", "default:other::---"),
            ("mask::rwX", "mask::rwX"),
            ("user:joe:", "user:joe:---"),
            ("user:joe:5", "user:joe:r-x"),
            ("user:joe:0", "user:joe:---"),
        ] {
            assert_eq!(parsed(text), Ok(full.to_owned()), "{text}");
        }
    }

    #[test]
    fn malformed_entry_is_an_error() {
        for (text, message) in [
            ("user:rwx", "Too few fields.  At least 3 required, got 2."),
            ("a:b:c:d:e", "Too many fields.  At most 4 allowed, got 5."),
            ("x:user:joe:rwx", "First field of 4 must be \"d\" or \"default\", got \"x\"."),
            ("owner::rwx", "Unknown type \"owner\", expected \"user\", \"group\", \"other\" or \"mask\"."),
            ("user::rr", "Invalid permission set \"rr\"."),
            ("user::rwz", "Invalid permission set \"rwz\"."),
            ("user::8", "Invalid permission set \"8\"."),
        ] {
            assert_eq!(parsed(text), Err(message.to_owned()), "{text}");
        }
    }
}
