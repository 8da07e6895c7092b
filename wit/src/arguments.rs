//! Argument lists of commands in the grants of a manifest: their syntax, and the arguments that they cover.

/// The name after `@` that represents all staged files, unless the type has an attribute of this name.
pub const STAGED: &str = "staged";

/// Returns whether one of the values of an attribute of the resource satisfies a predicate.
pub type Has<'a, A> = dyn Fn(&A, &mut dyn FnMut(&str) -> bool) -> bool + 'a;

/// The values to which the patterns of an argument list refer.
pub struct ArgumentValues<'a, A> {
    /// Returns whether a value of an attribute satisfies a predicate. The paths of files that were staged beside the
    /// path in the attribute are values of the attribute, too.
    pub attribute: &'a Has<'a, A>,
    /// Returns whether a text is the path of a file that the component has staged.
    pub is_staged: &'a dyn Fn(&str) -> bool,
}

/// A granted argument list. `A` identifies an attribute of the resource.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArgumentPattern<A> {
    list: Vec<Element<A>>,
    /// Whether any number of further arguments may follow.
    rest: bool,
}

/// An element of the list: one argument or a group of arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Element<A> {
    /// Exactly one argument.
    One(Argument<A>),
    /// `[-p <port>]`: these arguments or none.
    Optional(Vec<Argument<A>>),
    /// `[-p <port>]...`: these arguments any number of times.
    Repeated(Vec<Argument<A>>),
}

/// A pattern for one argument.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Argument<A> {
    /// `*`, or `<name>` after `--`, where no argument is an option.
    Any,
    /// `<name>`: an argument that does not begin with `-`.
    Operand,
    /// `--port=<port>`: an option with any value.
    Valued(String),
    /// Exactly this text.
    Exact(String),
    /// An absolute path whose components match the pattern. No component may be `.` or `..`.
    Path(Vec<String>),
    /// `before` followed by a value of an attribute of the resource, or by a path below that value whose
    /// further components match `below`.
    Attribute { before: String, attribute: A, below: Vec<String> },
    /// `before` followed by the path of a staged file.
    Staged(String),
    /// An attribute that the type does not have; matches no argument.
    Never,
}

impl<A> ArgumentPattern<A> {
    /// Parses a list of the manifest. `attribute` returns the attribute with the given name, or `None` if the
    /// type does not have it.
    pub fn new(list: &[String], attribute: &dyn Fn(&str) -> Option<A>) -> Self {
        let (list, rest) = match list.split_last() {
            Some((last, others)) if last == "**" => (others, true),
            _ => (list, false),
        };
        let mut is_behind_options = false;
        let mut elements = Vec::with_capacity(list.len());
        for text in list {
            elements.push(Element::parse(text, is_behind_options, attribute));
            is_behind_options |= text == "--";
        }
        Self { list: elements, rest }
    }

    /// Returns whether these arguments are granted.
    ///
    /// `ends[n]` is true if the elements processed so far can match exactly the first `n` arguments. Each
    /// combination is tried once, so the cost is the product of the two lengths.
    pub fn cover(&self, arguments: &[String], values: &ArgumentValues<'_, A>) -> bool {
        let ends = self.list.iter().fold(start(arguments), |ends, element| element.advance(&ends, arguments, values));
        ends.last() == Some(&true) || self.rest && ends.contains(&true)
    }

    /// Returns how many of the first arguments the list matches.
    pub fn matched(&self, arguments: &[String], values: &ArgumentValues<'_, A>) -> usize {
        let (mut ends, mut longest) = (start(arguments), 0);
        for element in &self.list {
            ends = element.advance(&ends, arguments, values);
            longest = longest.max(ends.iter().rposition(|is_end| *is_end).unwrap_or(0));
        }
        longest
    }

    /// Returns the attributes whose values are needed for the decision.
    pub fn attributes(&self) -> impl Iterator<Item = &A> {
        self.list.iter().flat_map(Element::arguments).filter_map(|argument| match argument {
            Argument::Attribute { attribute, .. } => Some(attribute),
            _ => None,
        })
    }
}

/// Before any element, exactly no argument is matched.
fn start(arguments: &[String]) -> Vec<bool> {
    let mut ends = vec![false; arguments.len() + 1];
    ends[0] = true;
    ends
}

/// Describes the list among several that matches the most arguments of a command that none of them covers, and the
/// first argument that it does not match: `; the nearest grant '-l <name>' does not cover the argument '-a'`.
pub fn nearest<A>(
    lists: &[(ArgumentPattern<A>, &[String])],
    arguments: &[String],
    values: &ArgumentValues<'_, A>,
) -> String {
    let matched = lists.iter().map(|(pattern, words)| (pattern.matched(arguments, values), words.join(" ")));
    // Of several with the same number, the first.
    let Some((count, words)) = matched.reduce(|best, other| if other.0 > best.0 { other } else { best }) else {
        return String::new();
    };
    match arguments.get(count) {
        Some(argument) => format!("; the nearest grant '{words}' does not cover the argument '{argument}'"),
        None => format!("; the nearest grant '{words}' requires further arguments"),
    }
}

impl<A> Element<A> {
    fn parse(text: &str, is_behind_options: bool, attribute: &dyn Fn(&str) -> Option<A>) -> Self {
        let argument = |word: &str| Argument::parse(word, is_behind_options, attribute);
        let Some((words, is_repeated)) = group(text) else { return Self::One(argument(text)) };
        let words = words.split(' ').map(argument).collect();
        if is_repeated { Self::Repeated(words) } else { Self::Optional(words) }
    }

    fn arguments(&self) -> &[Argument<A>] {
        match self {
            Self::One(argument) => std::slice::from_ref(argument),
            Self::Optional(arguments) | Self::Repeated(arguments) => arguments,
        }
    }

    /// Returns which numbers of arguments can be matched up to and including this element, given those that
    /// can be matched before it.
    fn advance(&self, before: &[bool], arguments: &[String], values: &ArgumentValues<'_, A>) -> Vec<bool> {
        let granted = self.arguments();
        let mut after = if matches!(self, Self::One(_)) { vec![false; before.len()] } else { before.to_vec() };
        for start in 0..before.len() {
            let is_start = before[start] || matches!(self, Self::Repeated(_)) && after[start];
            let Some(own) = arguments.get(start..start + granted.len()).filter(|_| is_start) else { continue };
            if granted.iter().zip(own).all(|(granted, argument)| granted.covers(argument, values)) {
                after[start + granted.len()] = true;
            }
        }
        after
    }
}

impl<A> Argument<A> {
    fn parse(text: &str, is_behind_options: bool, attribute: &dyn Fn(&str) -> Option<A>) -> Self {
        if text == "*" {
            return Self::Any;
        }
        if is_placeholder(text) {
            return if is_behind_options { Self::Any } else { Self::Operand };
        }
        if let Some((option, _)) = text.split_once('=').filter(|(_, value)| is_placeholder(value)) {
            return Self::Valued(format!("{option}="));
        }
        // `@path`, or `--into=@path`: the value of an option.
        let option = text.find("=@").map_or(0, |end| end + 1);
        let (before, value) = text.split_at(option);
        if let Some(rest) = value.strip_prefix('@') {
            let (name, below) = rest.split_once('/').unwrap_or((rest, ""));
            if rest == STAGED && attribute(rest).is_none() {
                return Self::Staged(before.to_owned());
            }
            if is_name(name) {
                return attribute(name).map_or(Self::Never, |attribute| Self::Attribute {
                    before: before.to_owned(),
                    attribute,
                    below: components(below),
                });
            }
        }
        if text.starts_with('/') && text.contains(['*', '?']) {
            return Self::Path(components(text));
        }
        Self::Exact(text.to_owned())
    }

    fn covers(&self, argument: &str, values: &ArgumentValues<'_, A>) -> bool {
        match self {
            Self::Any => true,
            Self::Operand => !argument.starts_with('-'),
            Self::Valued(before) => argument.starts_with(before.as_str()),
            Self::Exact(text) => text == argument,
            Self::Path(pattern) => argument.strip_prefix('/').is_some_and(|rest| path_fits(pattern, rest)),
            Self::Attribute { before, attribute, below } => {
                let Some(value) = argument.strip_prefix(before.as_str()) else { return false };
                (values.attribute)(attribute, &mut |text| match below.as_slice() {
                    [] => text == value,
                    below => {
                        let rest = value.strip_prefix(text.trim_end_matches('/'));
                        rest.and_then(|rest| rest.strip_prefix('/')).is_some_and(|rest| path_fits(below, rest))
                    }
                })
            }
            Self::Staged(before) => {
                argument.strip_prefix(before.as_str()).is_some_and(|value| (values.is_staged)(value))
            }
            Self::Never => false,
        }
    }
}

fn components(path: &str) -> Vec<String> {
    path.split('/').filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// Returns whether a path matches a pattern. A path with an empty, `.` or `..` component matches no pattern.
fn path_fits(pattern: &[String], path: &str) -> bool {
    let names: Vec<&[u8]> = path.split('/').map(str::as_bytes).collect();
    !names.iter().any(|name| matches!(*name, b"" | b"." | b"..")) && components_match(pattern, &names)
}

/// Returns the words of `[-p <port>]` or `[-p <port>]...`, and whether the group can be repeated. Returns
/// `None` if the text is not a group.
#[must_use]
pub fn group(text: &str) -> Option<(&str, bool)> {
    let inner = text.strip_prefix('[')?;
    let (inner, is_repeated) = match inner.strip_suffix("]...") {
        Some(inner) => (inner, true),
        None => (inner.strip_suffix(']')?, false),
    };
    (!inner.is_empty()).then_some((inner, is_repeated))
}

/// Returns whether a word is `<name>`, where the name consists of lower-case letters, digits and `-`.
#[must_use]
pub fn is_placeholder(word: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let name = word.strip_prefix('<').and_then(|rest| rest.strip_suffix('>'));
    name.is_some_and(|name| !name.is_empty() && name.bytes().all(is_part))
}

/// Returns whether a list of arguments contains `*` or `**`, which match arguments of any kind.
#[must_use]
pub fn has_wildcard(arguments: &[String]) -> bool {
    let in_group = |text: &str| group(text).is_some_and(|(words, _)| words.split(' ').any(|word| word == "*"));
    arguments.iter().any(|text| matches!(text.as_str(), "*" | "**") || in_group(text))
}

/// Returns whether a text has the form of an attribute name.
#[must_use]
pub fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Returns whether the components of a path match a pattern, in which `**` matches any run of components.
#[must_use]
pub fn components_match(pattern: &[String], components: &[&[u8]]) -> bool {
    match pattern.split_first() {
        None => components.is_empty(),
        Some((first, rest)) if first == "**" => {
            (0..=components.len()).any(|skipped| components_match(rest, &components[skipped..]))
        }
        Some((first, rest)) => components
            .split_first()
            .is_some_and(|(name, others)| glob(first.as_bytes(), name) && components_match(rest, others)),
    }
}

/// Returns whether a name matches a pattern: `*` matches any run of characters, `?` any single character.
#[must_use]
pub fn glob(pattern: &[u8], name: &[u8]) -> bool {
    let (mut at, mut here) = (0, 0);
    let mut retry: Option<(usize, usize)> = None;
    while here < name.len() {
        match pattern.get(at) {
            Some(b'*') => {
                retry = Some((at, here));
                at += 1;
            }
            Some(byte) if *byte == b'?' || *byte == name[here] => {
                at += 1;
                here += 1;
            }
            _ => match retry {
                Some((star, taken)) => {
                    retry = Some((star, taken + 1));
                    at = star + 1;
                    here = taken + 1;
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|byte| *byte == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(list: &[&str]) -> Vec<String> {
        list.iter().map(|word| (*word).to_owned()).collect()
    }

    fn values<'a>(
        attribute: &'a Has<'a, &'static str>,
        is_staged: &'a dyn Fn(&str) -> bool,
    ) -> ArgumentValues<'a, &'static str> {
        ArgumentValues { attribute, is_staged }
    }

    #[test]
    fn staged_file_matches_only_its_word() {
        let path = |name: &str| (name == "path").then_some("path");
        let has = |_: &&str, test: &mut dyn FnMut(&str) -> bool| test("/etc/key");
        let covers = |granted: &[&str], arguments: &[&str]| {
            let pattern = ArgumentPattern::new(&words(granted), &path);
            pattern.cover(&words(arguments), &values(&has, &|text| text == "/etc/.marotte-1"))
        };
        assert!(covers(&["-out", "@staged"], &["-out", "/etc/.marotte-1"]));
        assert!(covers(&["--out=@staged"], &["--out=/etc/.marotte-1"]));
        assert!(!covers(&["-out", "@staged"], &["-out", "/etc/.marotte-2"]));
        assert!(!covers(&["-out", "@staged"], &["-out", "/etc/key"]));
        assert!(!covers(&["-out", "@staged/x"], &["-out", "/etc/.marotte-1/x"]));
        assert!(covers(&["-out", "@path"], &["-out", "/etc/key"]));
        let staged = |name: &str| (name == "staged").then_some("staged");
        let pattern = ArgumentPattern::new(&words(&["@staged"]), &staged);
        let values = values(&has, &|_| true);
        assert!(pattern.cover(&words(&["/etc/key"]), &values) && !pattern.cover(&words(&["/x"]), &values));
    }

    #[test]
    fn nearest_grant_is_named_with_the_argument_that_differs() {
        let lists = [words(&["-l"]), words(&["add", "[-p <port>]", "<name>"])];
        let lists: Vec<_> =
            lists.iter().map(|list| (ArgumentPattern::new(list, &|_| None::<&str>), list.as_slice())).collect();
        let told = |arguments: &[&str]| nearest(&lists, &words(arguments), &values(&|_, _| false, &|_| false));
        assert_eq!(
            told(&["add", "-p", "1", "-x"]),
            "; the nearest grant 'add [-p <port>] <name>' does not cover the argument '-x'"
        );
        assert_eq!(told(&["add"]), "; the nearest grant 'add [-p <port>] <name>' requires further arguments");
        assert_eq!(told(&["-a"]), "; the nearest grant '-l' does not cover the argument '-a'");
        assert_eq!(nearest::<&str>(&[], &words(&["x"]), &values(&|_, _| false, &|_| false)), "");
    }
}
