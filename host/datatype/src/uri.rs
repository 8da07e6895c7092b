//! URIs: components, text form, relative references, and patterns of `URI[…]`.

use std::fmt;
use std::sync::Arc;

use crate::literal::Literal;
use crate::subject::Subject;

/// A URI, or a relative reference.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Uri {
    /// `https`, in lower case.
    pub scheme: Option<Box<str>>,
    /// `user:password`
    pub userinfo: Option<Box<str>>,
    /// `example.com`
    pub host: Option<Box<str>>,
    /// The port, if given.
    pub port: Option<u16>,
    /// `/a/b`; empty if there is no path.
    pub path: Box<str>,
    /// `x=1`
    pub query: Option<Box<str>>,
    /// `top`
    pub fragment: Option<Box<str>>,
    /// The part after the scheme of an opaque URI such as `mailto:a@b`.
    pub opaque: Option<Box<str>>,
}

/// The error of an invalid URI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UriError(Box<str>);

impl fmt::Display for UriError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "bad URI(is not URI?): {:?}", self.0)
    }
}

impl std::error::Error for UriError {}

impl Uri {
    /// Parses a URI.
    pub fn parse(text: &str) -> Result<Self, UriError> {
        parse(text).ok_or_else(|| UriError(text.into()))
    }

    /// Returns the port, or the scheme's default port if none is given.
    pub fn effective_port(&self) -> Option<u16> {
        self.port.or_else(|| default_port(self.scheme.as_deref()?))
    }

    /// Resolves a reference against this URI.
    #[must_use]
    pub fn join(&self, reference: &Self) -> Self {
        if reference.scheme.is_some() {
            return reference.clone();
        }
        let mut joined = Self { scheme: self.scheme.clone(), fragment: reference.fragment.clone(), ..Self::default() };
        if reference.host.is_some() {
            joined.userinfo.clone_from(&reference.userinfo);
            joined.host.clone_from(&reference.host);
            joined.port = reference.port;
            joined.path = without_dots(&reference.path);
            joined.query.clone_from(&reference.query);
            return joined;
        }
        joined.userinfo.clone_from(&self.userinfo);
        joined.host.clone_from(&self.host);
        joined.port = self.port;
        joined.query.clone_from(&reference.query);
        joined.path = if reference.path.is_empty() {
            if reference.query.is_none() {
                joined.query.clone_from(&self.query);
            }
            self.path.clone()
        } else if reference.path.starts_with('/') {
            without_dots(&reference.path)
        } else {
            let directory = self.path.rfind('/').map_or("/", |at| &self.path[..=at]);
            without_dots(&format!("{directory}{}", reference.path))
        };
        joined
    }

    /// Returns the components that a URI type matches against: names in lower case, and without a default port.
    fn normal_parts(&self) -> Vec<(&'static str, String)> {
        let lower = |text: &str| text.to_ascii_lowercase();
        let mut parts = Vec::new();
        let mut add = |name, value: Option<String>| parts.extend(value.map(|value| (name, value)));
        add("scheme", self.scheme.as_deref().map(lower));
        add("userinfo", self.userinfo.as_deref().map(str::to_owned));
        add("host", self.host.as_deref().filter(|host| !host.is_empty()).map(lower));
        let is_usual = |port: u16| matches!((self.scheme.as_deref(), port), (Some("http"), 80) | (Some("https"), 443));
        add("port", self.effective_port().filter(|port| !is_usual(*port)).map(|port| port.to_string()));
        add("path", Some(self.path.to_string()).filter(|path| !path.is_empty()));
        add("query", self.query.as_deref().map(str::to_owned));
        add("fragment", self.fragment.as_deref().map(str::to_owned));
        add("opaque", self.opaque.as_deref().map(str::to_owned));
        parts
    }

    fn part(&self, name: &str) -> Literal {
        let text = |part: &Option<Box<str>>| part.as_deref().map_or(Literal::Undef, Literal::from);
        match name {
            "scheme" => text(&self.scheme),
            "userinfo" => text(&self.userinfo),
            "host" => text(&self.host),
            "port" => self.effective_port().map_or(Literal::Undef, |port| Literal::Integer(port.into())),
            "path" if self.opaque.is_none() => Literal::from(&*self.path),
            "query" => text(&self.query),
            "fragment" => text(&self.fragment),
            "opaque" => text(&self.opaque),
            _ => Literal::Undef,
        }
    }
}

impl fmt::Display for Uri {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(scheme) = &self.scheme {
            write!(formatter, "{scheme}:")?;
        }
        if let Some(opaque) = &self.opaque {
            formatter.write_str(opaque)?;
        } else {
            if let Some(host) = &self.host {
                formatter.write_str("//")?;
                if let Some(userinfo) = &self.userinfo {
                    write!(formatter, "{userinfo}@")?;
                }
                formatter.write_str(host)?;
                let usual = self.scheme.as_deref().and_then(default_port);
                if let Some(port) = self.port.filter(|port| Some(*port) != usual) {
                    write!(formatter, ":{port}")?;
                }
                if !self.path.is_empty() && !self.path.starts_with('/') {
                    formatter.write_str("/")?;
                }
            }
            formatter.write_str(&self.path)?;
            if let Some(query) = &self.query {
                write!(formatter, "?{query}")?;
            }
        }
        self.fragment.as_ref().map_or(Ok(()), |fragment| write!(formatter, "#{fragment}"))
    }
}

fn default_port(scheme: &str) -> Option<u16> {
    Some(match scheme {
        "http" | "ws" => 80,
        "https" | "wss" => 443,
        "ftp" => 21,
        "ldap" => 389,
        "ldaps" => 636,
        _ => return None,
    })
}

fn parse(text: &str) -> Option<Uri> {
    let is_allowed = |byte: u8| {
        byte.is_ascii_graphic() && !matches!(byte, b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}')
    };
    if !text.bytes().all(is_allowed) || !escapes_are_complete(text) {
        return None;
    }
    let (rest, fragment) = cut(text, '#');
    let (scheme, rest) = split_scheme(rest);
    let mut uri = Uri {
        scheme: scheme.map(|scheme| scheme.to_ascii_lowercase().into()),
        fragment: fragment.map(Into::into),
        ..Uri::default()
    };
    let is_hierarchical = rest.starts_with('/') || rest.is_empty() || scheme.is_none() || rest.starts_with('?');
    if !is_hierarchical {
        uri.opaque = Some(rest.into());
        return Some(uri);
    }
    let (rest, query) = cut(rest, '?');
    uri.query = query.map(Into::into);
    let Some(after) = rest.strip_prefix("//") else {
        uri.path = rest.into();
        // A colon before the first slash would start a scheme.
        let first = rest.split('/').next().unwrap_or_default();
        return (uri.scheme.is_some() || !first.contains(':')).then_some(uri);
    };
    let (authority, path) = after.find('/').map_or((after, ""), |at| after.split_at(at));
    uri.path = if scheme == Some("ftp") { path.trim_start_matches('/') } else { path }.into();
    let (userinfo, host) = authority.rsplit_once('@').map_or((None, authority), |(user, host)| (Some(user), host));
    uri.userinfo = userinfo.map(Into::into);
    let (host, port) = match host.rfind(':') {
        Some(at) if !host[at..].contains(']') => (&host[..at], &host[at + 1..]),
        _ => (host, ""),
    };
    if host.contains(['[', ']']) && !(host.starts_with('[') && host.ends_with(']')) {
        return None;
    }
    // Only file URIs may have an empty host.
    uri.host = (!host.is_empty() || scheme == Some("file")).then(|| host.into());
    uri.port = if port.is_empty() { None } else { Some(port.parse().ok()?) };
    Some(uri)
}

fn cut(text: &str, separator: char) -> (&str, Option<&str>) {
    text.split_once(separator).map_or((text, None), |(before, after)| (before, Some(after)))
}

fn split_scheme(text: &str) -> (Option<&str>, &str) {
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))).unwrap_or(text.len());
    let is_scheme = text.starts_with(|c: char| c.is_ascii_alphabetic()) && text[end..].starts_with(':');
    if is_scheme { (Some(&text[..end]), &text[end + 1..]) } else { (None, text) }
}

/// Returns whether each `%` is followed by two hexadecimal digits.
fn escapes_are_complete(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes
        .iter()
        .enumerate()
        .filter(|(_, byte)| **byte == b'%')
        .all(|(at, _)| bytes.get(at + 1..at + 3).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)))
}

/// Resolves `.` and `..` in a path.
fn without_dots(path: &str) -> Box<str> {
    let mut kept: Vec<&str> = Vec::new();
    let mut segments = path.split('/').peekable();
    while let Some(segment) = segments.next() {
        let is_last = segments.peek().is_none();
        match segment {
            "." => {}
            ".." => {
                if kept.len() > 1 {
                    kept.pop();
                }
            }
            other => {
                kept.push(other);
                continue;
            }
        }
        if is_last {
            kept.push("");
        }
    }
    kept.join("/").into()
}

/// The pattern of `URI[…]`: a value, regular expression or type for some of the components.
#[derive(Clone, Debug, PartialEq)]
pub struct UriPattern {
    /// The components, in declaration order.
    pub parts: Box<[(Arc<str>, Literal)]>,
}

impl UriPattern {
    /// Returns the pattern that matches a URI; `None` if the URI has no components.
    pub fn of(uri: &Uri) -> Option<Self> {
        let parts: Box<[_]> =
            uri.normal_parts().into_iter().map(|(name, value)| (name.into(), Literal::from(value.as_str()))).collect();
        (!parts.is_empty()).then_some(Self { parts })
    }

    /// Returns whether a URI has the required components.
    pub fn matches(&self, uri: &Uri) -> bool {
        self.parts.iter().all(|(name, demand)| matches_part(demand, &uri.part(name)))
    }

    /// Returns whether this pattern matches everything that another pattern matches.
    pub(crate) fn covers(&self, other: &Self) -> bool {
        self.parts.iter().all(|(name, wide)| {
            let narrow = other.parts.iter().find(|(other_name, _)| other_name == name);
            narrow.is_some_and(|(_, narrow)| match (wide, narrow) {
                (Literal::Type(wide), Literal::Type(narrow)) => wide.is_assignable(narrow),
                _ => matches_part(wide, narrow),
            })
        })
    }
}

/// Matches like the operators `=~` and `==`.
fn matches_part(demand: &Literal, value: &Literal) -> bool {
    match (demand, value) {
        (Literal::String(wide), Literal::String(narrow)) => wide.eq_ignore_ascii_case(narrow),
        (Literal::Regexp(regex), Literal::String(text)) => regex.is_match(text).unwrap_or(false),
        (Literal::Type(data_type), value) => data_type.is_instance(value),
        (demand, value) => demand == value,
    }
}

/// The components that a URI type can specify.
pub(crate) const PARTS: [&str; 8] = ["scheme", "userinfo", "host", "port", "path", "query", "fragment", "opaque"];

/// Parses the hash of a URI type; the error contains an invalid key.
pub(crate) fn pattern_from_hash<V: Subject>(hash: &V) -> Option<UriPattern> {
    let mut parts = Vec::new();
    for (key, value) in hash.entries() {
        let Literal::String(name) = Literal::copy(key)? else { return None };
        if !PARTS.contains(&&*name) {
            return None;
        }
        parts.push((name, Literal::copy(value)?));
    }
    Some(UriPattern { parts: parts.into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uris_are_parsed_and_formatted() {
        let text = "https://user@example.com:8080/a/b?x=1#frag";
        let uri = Uri::parse(text).unwrap();
        assert_eq!(
            (uri.scheme.as_deref(), uri.userinfo.as_deref(), uri.host.as_deref()),
            (Some("https"), Some("user"), Some("example.com"))
        );
        assert_eq!(
            (uri.port, &*uri.path, uri.query.as_deref(), uri.fragment.as_deref()),
            (Some(8080), "/a/b", Some("x=1"), Some("frag"))
        );
        for text in [
            text,
            "mailto:a@b.c",
            "/a/b",
            "a",
            "http://[::1]:80x/",
            "urn:isbn:1",
            "file:///etc/x",
            "?q",
            "#f",
            "http://h",
        ] {
            if let Ok(uri) = Uri::parse(text) {
                assert_eq!(uri.to_string(), text);
            }
        }
        for text in ["a b", "http://h:x/", "a%2", "é", "http://[::1/"] {
            assert!(Uri::parse(text).is_err(), "{text}");
        }
        assert_eq!(Uri::parse("http://h:80/").unwrap().to_string(), "http://h/");
    }

    #[test]
    fn references_are_resolved() {
        let base = Uri::parse("http://a/b/c/d?q").unwrap();
        let cases = [
            ("g", "http://a/b/c/g"),
            ("./g", "http://a/b/c/g"),
            ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"),
            ("//g", "http://g"),
            ("?y", "http://a/b/c/d?y"),
            ("#s", "http://a/b/c/d?q#s"),
            ("..", "http://a/b/"),
            ("../../../g", "http://a/g"),
            ("x://h/../y", "x://h/../y"),
            ("", "http://a/b/c/d?q"),
        ];
        for (reference, expected) in cases {
            assert_eq!(base.join(&Uri::parse(reference).unwrap()).to_string(), expected, "{reference}");
        }
    }

    #[test]
    fn patterns_match_uris() {
        let uri = Uri::parse("https://Example.com/a").unwrap();
        assert!(UriPattern::of(&Uri::parse("HTTPS://example.com:443/a").unwrap()).unwrap().matches(&uri));
        let scheme = UriPattern { parts: [("scheme".into(), Literal::from("http"))].into() };
        assert!(!scheme.matches(&uri) && scheme.covers(&UriPattern::of(&Uri::parse("http://b").unwrap()).unwrap()));
    }
}
