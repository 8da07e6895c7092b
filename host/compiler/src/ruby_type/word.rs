//! Tokenizer for Ruby files, limited to declarations: names, symbols, strings and signs. No Ruby is executed; other
//! code only has to be skipped without being mistaken for a declaration.

/// A token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Word<'a> {
    /// `newparam`, `Puppet`, `@doc`.
    Name(&'a str),
    /// `:path`, or `path:` as the key of a hash.
    Symbol(&'a str),
    /// A quoted string or a heredoc, without its delimiters.
    Text(&'a str),
    /// A regular expression.
    Pattern(&'a str),
    /// The words of `%w(a b)` and `%i(a b)`.
    Words(Vec<&'a str>),
    /// Any other sign.
    Sign(char),
    /// The end of a line.
    End,
}

/// The tokens of a file.
pub(super) struct Words<'a> {
    text: &'a str,
    /// The tokens.
    pub(super) list: Vec<Word<'a>>,
    /// The positions at which the tokens begin.
    starts: Vec<usize>,
}

impl<'a> Words<'a> {
    /// Splits a file into tokens.
    pub(super) fn of(text: &'a str) -> Self {
        let mut scanner = Scanner { text, at: 0, words: Vec::new(), heredocs: Vec::new() };
        let mut starts = Vec::new();
        let mut start = 0;
        while scanner.step() {
            starts.resize(scanner.words.len(), start);
            start = scanner.at;
        }
        Self { text, list: scanner.words, starts }
    }

    /// Returns the number and the text of the line in which a token begins.
    pub(super) fn line(&self, index: usize) -> (usize, &'a str) {
        let start = self.starts.get(index).copied().unwrap_or(self.text.len());
        let before = &self.text[..start];
        let line = self.text[before.rfind('\n').map_or(0, |end| end + 1)..].lines().next().unwrap_or_default();
        (before.matches('\n').count() + 1, line.trim())
    }
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
    words: Vec<Word<'a>>,
    /// The terminators of the heredocs that begin on the next line.
    heredocs: Vec<&'a str>,
}

impl<'a> Scanner<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Reads one token. Returns false at the end of the file.
    fn step(&mut self) -> bool {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return false };
        match first {
            '\n' => self.line(),
            '#' => self.at += rest.find('\n').unwrap_or(rest.len()),
            '=' if rest.starts_with("=begin") && self.is_line_start() => {
                self.at += rest.find("\n=end").map_or(rest.len(), |end| end + "\n=end".len());
            }
            '\'' | '"' | '`' => self.quoted(1, first, first),
            '/' if self.is_value_next(rest) => {
                self.quoted(1, '/', '/');
                self.be_pattern();
            }
            '%' => self.percent(rest),
            '<' if rest.starts_with("<<") => self.heredoc(rest),
            ':' if rest.starts_with("::") => self.sign(first, 2),
            ':' if rest[1..].starts_with(is_name_start) => {
                let name = name(&rest[1..]);
                self.words.push(Word::Symbol(name));
                self.at += 1 + name.len();
            }
            ':' if rest[1..].starts_with(['"', '\'']) => {
                self.at += 1;
                let quote = self.rest().chars().next().unwrap_or('"');
                self.quoted(1, quote, quote);
                if let Some(Word::Text(text)) = self.words.pop() {
                    self.words.push(Word::Symbol(text));
                }
            }
            _ if is_name_start(first) || first == '@' => {
                let sigil = rest.len() - rest.trim_start_matches('@').len();
                let end = sigil + name(&rest[sigil..]).len();
                let is_key = rest[end..].starts_with(':') && !rest[end..].starts_with("::") && sigil == 0;
                self.words.push(if is_key { Word::Symbol(&rest[..end]) } else { Word::Name(&rest[..end]) });
                self.at += (end + usize::from(is_key)).max(1);
            }
            _ if first.is_whitespace() => self.at += first.len_utf8(),
            _ => self.sign(first, first.len_utf8()),
        }
        true
    }

    fn sign(&mut self, sign: char, length: usize) {
        self.words.push(Word::Sign(sign));
        self.at += length;
    }

    fn is_line_start(&self) -> bool {
        self.at == 0 || self.text.as_bytes()[self.at - 1] == b'\n'
    }

    /// Returns whether a slash or percent sign begins a literal here; after a value it is an operator.
    fn is_value_next(&self, rest: &str) -> bool {
        match self.words.last() {
            Some(Word::Name(_)) => {
                let is_apart = self.text[..self.at].ends_with(' ');
                is_apart && !rest[1..].starts_with([' ', '='])
            }
            // The key of a hash: `pattern: /x/`.
            Some(Word::Symbol(_)) => self.text[..self.at].trim_end().ends_with(':'),
            Some(Word::Text(_) | Word::Pattern(_) | Word::Words(_)) => false,
            Some(Word::Sign(sign)) => !matches!(sign, ')' | ']' | '}'),
            Some(Word::End) | None => true,
        }
    }

    /// Reads a literal between two delimiters, which can be nested.
    fn quoted(&mut self, head: usize, open: char, close: char) {
        let body = &self.rest()[head..];
        let (mut depth, mut chars) = (1, body.char_indices());
        let mut end = body.len();
        while let Some((at, char)) = chars.next() {
            if char == '\\' {
                chars.next();
            } else if char == close {
                depth -= 1;
                if depth == 0 {
                    end = at;
                    break;
                }
            } else if char == open {
                depth += 1;
            }
        }
        self.words.push(Word::Text(&body[..end]));
        self.at = (self.at + head + end + close.len_utf8()).min(self.text.len());
    }

    fn percent(&mut self, rest: &'a str) {
        let kind = rest[1..].chars().next().filter(|kind| "wWiIqQrsx".contains(*kind));
        let head = 1 + kind.map_or(0, char::len_utf8);
        let open = rest[head..].chars().next().filter(|open| "([{<|!/".contains(*open));
        let Some(open) = open.filter(|open| (kind.is_some() || *open != '/') && self.is_value_next(rest)) else {
            return self.sign('%', 1);
        };
        let close = match open {
            '(' => ')',
            '[' => ']',
            '{' => '}',
            '<' => '>',
            other => other,
        };
        self.quoted(head + open.len_utf8(), open, close);
        match kind {
            Some('r') => self.be_pattern(),
            Some('w' | 'W' | 'i' | 'I') => {
                if let Some(Word::Text(text)) = self.words.pop() {
                    self.words.push(Word::Words(text.split_whitespace().collect()));
                }
            }
            _ => {}
        }
    }

    /// Converts the last token to a regular expression.
    fn be_pattern(&mut self) {
        if let Some(Word::Text(text)) = self.words.pop() {
            self.words.push(Word::Pattern(text));
        }
    }

    /// Reads the start of a heredoc, whose text begins on the next line.
    fn heredoc(&mut self, rest: &'a str) {
        let tag = rest[2..].trim_start_matches(['-', '~']);
        let quote = tag.chars().next().filter(|quote| "'\"".contains(*quote));
        let tag = &tag[quote.map_or(0, char::len_utf8)..];
        let end = name(tag);
        let is_closed = quote.is_none_or(|quote| tag[end.len()..].starts_with(quote));
        if end.is_empty() || !is_closed || (quote.is_none() && !end.starts_with(|c: char| c.is_ascii_uppercase())) {
            return self.sign('<', 2);
        }
        self.heredocs.push(end);
        let offset = rest.len() - tag.len() + end.len();
        self.at += offset + quote.map_or(0, char::len_utf8);
    }

    /// Ends a line and reads the heredocs that began on it.
    fn line(&mut self) {
        self.at += 1;
        for end in std::mem::take(&mut self.heredocs) {
            let body = self.rest();
            let mut length = 0;
            let mut after = body.len();
            for line in body.split_inclusive('\n') {
                if line.trim() == end {
                    after = length + line.len();
                    break;
                }
                length += line.len();
            }
            self.words.push(Word::Text(&body[..length]));
            self.at += after;
        }
        self.words.push(Word::End);
    }
}

fn is_name_start(char: char) -> bool {
    char.is_alphabetic() || char == '_'
}

/// Returns the name at the beginning of a text, including a trailing `?` or `!`.
fn name(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let is_more = end > 0 && text[end..].starts_with(['?', '!']) && !text[end + 1..].starts_with('=');
    &text[..end + usize::from(is_more)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<Word<'_>> {
        Words::of(text).list
    }

    #[test]
    fn heredoc_with_unclosed_quote_is_an_operator() {
        for text in ["x = <<\"EOT", "x = <<\"EOT€\n", "x <<'a", "x = <<~'EOT\nEOT\n", "x <<'"] {
            assert!(words(text).contains(&Word::Sign('<')), "{text}");
        }
    }

    #[test]
    fn comments_and_strings_are_not_parsed_as_code() {
        let text = "# newparam(:no)\n@doc = \"newparam(:no) do\n\"\ndesc <<-EOT.strip, 'x'\n  newparam(:no)\n  EOT\nx = a / b # /\n\
                    newvalues(/[\\/']/, %r{a{1}/}, :\"odd name\")\n=begin\nnewparam(:no)\n=end\nnewparam :yes, namevar: true\n";
        let words = words(text);
        assert!(!words.contains(&Word::Symbol("no")), "{words:?}");
        for expected in
            [Word::Pattern("[\\/']"), Word::Pattern("a{1}/"), Word::Symbol("odd name"), Word::Symbol("namevar")]
        {
            assert!(words.contains(&expected), "{expected:?} in {words:?}");
        }
        assert!(words.ends_with(&[
            Word::Symbol("yes"),
            Word::Sign(','),
            Word::Symbol("namevar"),
            Word::Name("true"),
            Word::End
        ]));
    }

    #[test]
    fn unterminated_literals_end_at_the_end_of_file() {
        for text in ["'a", "%w(", "<<EOT", "<<EOT\nx", "/", ":", "@", "%", "=begin", "\"\\", "é", ":é"] {
            let _ = words(text);
        }
        assert_eq!(words("%w(a b)"), [Word::Words(vec!["a", "b"])]);
    }
}
