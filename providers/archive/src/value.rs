//! Values with several forms in manifests, and the messages of Puppet's module for invalid values.

use marotte_sdk::{AttributeValue, InvalidValue, Value};

macro_rules! paths {
    ($($(#[$docs:meta])* $name:ident: $words:literal,)*) => {$(
        $(#[$docs])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct $name(pub(crate) String);

        impl AttributeValue for $name {
            fn from_value(value: Value) -> Result<Self, InvalidValue> {
                match String::from_value(value)? {
                    path if path.starts_with('/') => Ok(Self(path)),
                    path => Err(format!(concat!($words, "{}"), path).into()),
                }
            }

            fn into_value(self) -> Value {
                self.0.into()
            }
        }
    )*};
}

paths! {
    /// Path of the file.
    ArchivePath: "archive path must be absolute: ",
    /// Directory for the extracted files.
    ExtractPath: "archive extract_path must be absolute: ",
    /// Directory for temporary files.
    TempDir: "Invalid temp_dir ",
}

/// Source of a file: an http, https or puppet URL, or a local path.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct Source(pub(crate) String);

impl Source {
    /// Returns whether the source is on another host.
    pub(crate) fn is_remote(&self) -> bool {
        self.0.starts_with("http://") || self.0.starts_with("https://")
    }
}

impl Source {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        let source = String::from_value(value)?;
        if source.starts_with('/') {
            return Ok(Self(source));
        }
        let invalid = || InvalidValue::from(format!("invalid source url: {source}"));
        let (scheme, rest) = source.split_once(':').ok_or_else(invalid)?;
        match (scheme, rest) {
            ("http" | "https", rest) if rest.starts_with("//") && rest.len() > 2 => Ok(Self(source)),
            ("puppet", rest) if rest.starts_with("///modules/") => Ok(Self(source)),
            ("puppet", _) => Err(format!("a source on another host is not supported: '{source}'").into()),
            // Percent-encoded characters are not decoded, so such a URL would refer to a different path.
            ("file", rest) if rest.starts_with("///") && !rest.contains('%') => Ok(Self(rest[2..].to_owned())),
            ("file", _) => Err(format!("'{source}' is not supported: give the path itself").into()),
            ("ftp" | "s3" | "gs", _) => {
                Err(format!("a source with the scheme {scheme} is not supported: '{source}'").into())
            }
            _ => Err(invalid()),
        }
    }
}

/// A checksum, or whether to verify it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Checksum {
    /// No checksum.
    None,
    /// The expected checksum.
    Digest(String),
    /// Whether to verify the checksum.
    Verify(bool),
}

impl AttributeValue for Checksum {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        let text = match value {
            Value::Boolean(verify) => return Ok(Self::Verify(verify)),
            value => String::from_value(value)?,
        };
        match text.as_str() {
            "" | "undef" => Ok(Self::None),
            "true" => Ok(Self::Verify(true)),
            "false" => Ok(Self::Verify(false)),
            digest if find_digest(digest, 5, |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')).is_some() => {
                Ok(Self::Digest(text))
            }
            _ => Err(format!(
                "Invalid value {text:?}. Valid values are true, false, undef, . Valid values match /\\b[0-9a-f]{{5,128}}\\b/."
            ).into()),
        }
    }

    fn into_value(self) -> Value {
        match self {
            Self::None => "".into(),
            Self::Digest(digest) => digest.into(),
            Self::Verify(verify) => verify.into(),
        }
    }
}

/// Returns the first word of a text that has the form of a checksum, with at least `least` and at most 128
/// digits.
pub(crate) fn find_digest(text: &str, least: usize, is_digit: impl Fn(u8) -> bool) -> Option<&str> {
    let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let mut words = words.filter(|word| (least..=128).contains(&word.len()));
    words.find(|word| word.bytes().all(&is_digit))
}

/// Flags for the extraction program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Flags {
    /// The default flags.
    Usual,
    /// Flags for any program.
    All(String),
    /// Flags for each program.
    By(Vec<(String, String)>),
}

impl Flags {
    /// Returns the flags for a program, or `None` for its default flags.
    pub(crate) fn of(&self, program: &str) -> Option<&str> {
        match self {
            Self::Usual => None,
            Self::All(flags) => Some(flags),
            Self::By(programs) => {
                Some(programs.iter().find(|(known, _)| known == program).map_or("", |(_, flags)| flags))
            }
        }
    }
}

impl AttributeValue for Flags {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        match value {
            Value::Hash(pairs) => {
                let pair = |(program, flags)| Ok((String::from_value(program)?, String::from_value(flags)?));
                pairs.into_iter().map(pair).collect::<Result<_, InvalidValue>>().map(Self::By)
            }
            value => match String::from_value(value)? {
                text if text == "undef" => Ok(Self::Usual),
                text => Ok(Self::All(text)),
            },
        }
    }

    fn into_value(self) -> Value {
        match self {
            Self::Usual => "undef".into(),
            Self::All(flags) => flags.into(),
            Self::By(programs) => {
                Value::Hash(programs.into_iter().map(|(program, flags)| (program.into(), flags.into())).collect())
            }
        }
    }
}

/// Headers of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Headers(pub(crate) Vec<(String, String)>);

impl AttributeValue for Headers {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        let lines = match value {
            Value::Array(lines) => lines,
            one => vec![one],
        };
        let header = |line: Value| {
            let line = String::from_value(line)?;
            let parts = line.split_once(':').map(|(name, value)| (name.trim(), value.trim()));
            match parts.filter(|(name, _)| !name.is_empty() && !line.contains(['\r', '\n', '\0'])) {
                Some((name, value)) => Ok((name.to_owned(), value.to_owned())),
                None => Err(format!("A header has the form 'Name: value', not {line:?}").into()),
            }
        };
        lines.into_iter().map(header).collect::<Result<_, InvalidValue>>().map(Self)
    }

    fn into_value(self) -> Value {
        let line = |(name, value): (String, String)| Value::from(format!("{name}: {value}"));
        Value::Array(self.0.into_iter().map(line).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_urls_or_paths() {
        let source = |text: &str| Source::from_value(text.into()).map(|source| source.0);
        assert_eq!(source("/a b/c"), Ok("/a b/c".into()));
        assert_eq!(source("file:///a/b"), Ok("/a/b".into()));
        assert_eq!(source("https://a/b"), Ok("https://a/b".into()));
        assert_eq!(source("puppet:///modules/m/f"), Ok("puppet:///modules/m/f".into()));
        assert_eq!(source("x/y"), Err("invalid source url: x/y".into()));
        assert_eq!(source("git:x"), Err("invalid source url: git:x".into()));
        for scheme in ["ftp", "s3", "gs"] {
            let refused = format!("a source with the scheme {scheme} is not supported: '{scheme}://a/b'");
            assert_eq!(source(&format!("{scheme}://a/b")), Err(refused.into()));
        }
        assert!(
            source("file:///a%20b").is_err() && source("file://host/a").is_err() && source("puppet://h/x").is_err()
        );
    }

    #[test]
    fn checksum_is_a_digest_or_a_boolean() {
        let checksum = |value: Value| Checksum::from_value(value);
        assert_eq!(checksum("0a1b2c".into()), Ok(Checksum::Digest("0a1b2c".into())));
        assert_eq!(checksum(false.into()), Ok(Checksum::Verify(false)));
        assert_eq!(checksum("".into()), Ok(Checksum::None));
        assert!(
            checksum("XYZ".into()).unwrap_err().to_string().starts_with("Invalid value \"XYZ\". Valid values are true")
        );
        let any = |byte: u8| byte.is_ascii_hexdigit();
        let digest = "D41D8CD98F00B204E9800998ECF8427E";
        assert_eq!(find_digest(&format!("x.tar.gz: {digest} *x"), 32, any), Some(digest));
        assert_eq!(find_digest(&format!("{digest}g {digest}"), 32, any), Some(digest));
        assert_eq!(find_digest("<html>404</html>", 32, any), None);
    }

    #[test]
    fn header_without_a_name_is_rejected() {
        let headers = |text: &str| Headers::from_value(text.into()).map(|headers| headers.0);
        assert_eq!(headers("Accept: a/b"), Ok(vec![("Accept".into(), "a/b".into())]));
        assert!(headers("Accept").is_err() && headers(": x").is_err() && headers("A: b\r\nC: d").is_err());
    }
}
