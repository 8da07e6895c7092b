//! Scanning of shell syntax: words with quotes and substitutions, and the extent of commands that are not examined further.

/// A construct without an end: the offset at which it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unterminated(pub(crate) usize);

/// Returns the end of the word that begins at an offset; the offset itself if there is no word.
pub(crate) fn word_end(text: &str, start: usize) -> Result<usize, Unterminated> {
    let bytes = text.as_bytes();
    let mut at = start;
    while let Some(byte) = bytes.get(at) {
        at = match byte {
            b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'<' | b'>' | b'(' | b')' => break,
            _ => step(text, at)?,
        };
    }
    Ok(at)
}

/// Returns the end of the character, quoted text or substitution at an offset.
fn step(text: &str, start: usize) -> Result<usize, Unterminated> {
    let bytes = text.as_bytes();
    match bytes[start] {
        b'\\' => Ok((start + 2).min(bytes.len())),
        b'\'' => text[start + 1..].find('\'').map(|length| start + length + 2).ok_or(Unterminated(start)),
        quote @ (b'"' | b'`') => {
            let mut at = start + 1;
            while let Some(byte) = bytes.get(at) {
                at = match byte {
                    _ if *byte == quote => return Ok(at + 1),
                    b'\\' => at + 2,
                    b'$' => step(text, at)?,
                    _ => at + 1,
                };
            }
            Err(Unterminated(start))
        }
        b'$' if bytes.get(start + 1) == Some(&b'(') => balanced(text, start + 1, (b'(', b')')),
        b'$' if bytes.get(start + 1) == Some(&b'{') => balanced(text, start + 1, (b'{', b'}')),
        _ => Ok(start + 1),
    }
}

/// Returns the end of a group in brackets, which may contain others.
fn balanced(text: &str, start: usize, (open, close): (u8, u8)) -> Result<usize, Unterminated> {
    let bytes = text.as_bytes();
    let mut depth = 0;
    let mut at = start;
    while let Some(&byte) = bytes.get(at) {
        if byte == open {
            depth += 1;
        } else if byte == close {
            depth -= 1;
            if depth == 0 {
                return Ok(at + 1);
            }
        }
        at = step(text, at)?;
    }
    Err(Unterminated(start))
}

/// Returns the offset of the next character other than a space or tab.
pub(crate) fn skip_blanks(text: &str, start: usize) -> usize {
    text.len() - text[start..].trim_start_matches([' ', '\t']).len()
}

/// Returns the offset after the line that contains an offset.
pub(crate) fn line_end(text: &str, start: usize) -> usize {
    text[start..].find('\n').map_or(text.len(), |length| start + length + 1)
}

/// The words of a command line outside of groups, and the offset after it.
#[derive(Debug, Default)]
pub(crate) struct CommandLine<'t> {
    pub(crate) words: Vec<&'t str>,
    pub(crate) end: usize,
}

/// Returns the command line that begins at an offset: up to a line feed or semicolon outside of groups, conditions, loops and
/// here documents.
pub(crate) fn command_line(text: &str, start: usize) -> Result<CommandLine<'_>, Unterminated> {
    let mut scanner = Scanner { text, at: start, ..Scanner::default() };
    while scanner.at < text.len() && !scanner.advance()? {}
    if !scanner.closers.is_empty() || !scanner.documents.is_empty() {
        return Err(Unterminated(start));
    }
    Ok(CommandLine { words: scanner.words, end: scanner.at })
}

#[derive(Debug, Default)]
struct Scanner<'t> {
    text: &'t str,
    at: usize,
    words: Vec<&'t str>,
    /// The words or brackets that end the open groups.
    closers: Vec<&'static str>,
    /// The delimiters of here documents that begin in the next line, and whether tabs before them are ignored.
    documents: Vec<(String, bool)>,
    /// Whether the next word is not the name of a command.
    is_argument: bool,
    /// Whether the command continues in the next line.
    continues: bool,
}

impl<'t> Scanner<'t> {
    /// Scans one token. Returns whether it ends the command line.
    fn advance(&mut self) -> Result<bool, Unterminated> {
        let rest = &self.text[self.at..];
        let operators = ["\\\n", " ", "\t", ";;", ";", "&&", "||", "|", "&", "<<<", "<<", "<", ">", "(", ")", "\n"];
        let Some(operator) = operators.into_iter().find(|operator| rest.starts_with(operator)) else {
            if rest.starts_with('#') {
                self.at += rest.find('\n').unwrap_or(rest.len());
                return Ok(false);
            }
            return self.word().map(|()| false);
        };
        self.at += operator.len();
        match operator {
            "\n" => {
                self.skip_documents()?;
                self.is_argument = false;
                return Ok(self.closers.is_empty() && !self.continues);
            }
            ";" => {
                self.is_argument = false;
                return Ok(self.closers.is_empty());
            }
            ";;" | "&" => self.is_argument = false,
            "&&" | "||" | "|" => (self.is_argument, self.continues) = (false, true),
            "<<" => self.document()?,
            "(" => {
                self.closers.push(")");
                self.is_argument = false;
            }
            // The parenthesis after a pattern of `case` has no counterpart.
            ")" => {
                self.close(")");
                self.is_argument = false;
            }
            _ => {}
        }
        Ok(false)
    }

    fn word(&mut self) -> Result<(), Unterminated> {
        let end = word_end(self.text, self.at)?.max(self.at + 1);
        let word = &self.text[self.at..end];
        if self.closers.is_empty() {
            self.words.push(word);
        }
        (self.at, self.continues) = (end, false);
        if self.is_argument {
            return Ok(());
        }
        match word {
            "if" => self.closers.push("fi"),
            "for" | "while" | "until" | "select" => {
                self.closers.push("done");
                self.is_argument = matches!(word, "for" | "select");
            }
            "case" => {
                self.closers.push("esac");
                self.is_argument = true;
            }
            "{" => self.closers.push("}"),
            "fi" | "done" | "esac" | "}" => {
                self.close(word);
                self.is_argument = true;
            }
            "then" | "else" | "elif" | "do" | "!" | "time" => {}
            // The name of a function is followed by its group.
            "function" => {
                self.at = skip_blanks(self.text, self.at);
                self.at = word_end(self.text, self.at)?;
            }
            _ => self.is_argument = true,
        }
        Ok(())
    }

    fn close(&mut self, closer: &str) {
        if self.closers.last() == Some(&closer) {
            self.closers.pop();
        }
    }

    /// Reads the delimiter of a here document.
    fn document(&mut self) -> Result<(), Unterminated> {
        let ignores_tabs = self.text[self.at..].starts_with('-');
        let start = skip_blanks(self.text, self.at + usize::from(ignores_tabs));
        self.at = word_end(self.text, start)?;
        let delimiter = self.text[start..self.at].replace(['\'', '"', '\\'], "");
        self.documents.push((delimiter, ignores_tabs));
        Ok(())
    }

    fn skip_documents(&mut self) -> Result<(), Unterminated> {
        for (delimiter, ignores_tabs) in std::mem::take(&mut self.documents) {
            let start = self.at;
            loop {
                let end = line_end(self.text, self.at);
                if end == self.at {
                    return Err(Unterminated(start));
                }
                let line = self.text[self.at..end].trim_end_matches('\n');
                self.at = end;
                let line = if ignores_tabs { line.trim_start_matches('\t') } else { line };
                if line == delimiter {
                    break;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<&str> {
        let mut at = 0;
        let mut found = Vec::new();
        while at < text.len() {
            let end = command_line(text, at).unwrap().end;
            found.push(&text[at..end]);
            at = end;
        }
        found
    }

    #[test]
    fn word_ends_outside_of_quotes_and_substitutions() {
        for (text, word) in [
            ("a b", "a"),
            ("'a b'c d", "'a b'c"),
            ("\"a \\\" $(echo \")\") b\" c", "\"a \\\" $(echo \")\") b\""),
            ("`a b`;c", "`a b`"),
            ("$(a (b) c)d e", "$(a (b) c)d"),
            ("${a:-b c} d", "${a:-b c}"),
            ("a\\ b c", "a\\ b"),
            ("a#b", "a#b"),
            ("é'ü ' x", "é'ü '"),
            (";", ""),
        ] {
            assert_eq!(word_end(text, 0), Ok(word.len()), "{text}");
        }
        for text in ["'a", "a\"b", "$(a", "`a\\`", "\"\\"] {
            assert!(word_end(text, 0).is_err(), "{text}");
        }
    }

    #[test]
    fn command_line_contains_groups_and_here_documents() {
        for text in [
            "if a; then b; fi\n",
            "for a in b; do\n c\ndone # d\n",
            "case $a in\n  b) c ;;\n  (d) e; f ;;\nesac\n",
            "f() {\n  a=1\n}\n",
            "function f {\n  a=1\n}\n",
            "(a\nb)\n",
            "a <<E\nb\nE\n",
            "a <<-'E' <<F\n\tE\nx\nF\n",
            "a && \n b\n",
            "a \\\n b\n",
            "a=$(b\nc)\n",
            "while read -r a; do b; done < c\n",
            "echo if; ",
        ] {
            let padded = format!("{text}x=1\n");
            let expected: Vec<&str> =
                if text.ends_with(' ') { vec!["echo if;", " x=1\n"] } else { vec![text, "x=1\n"] };
            assert_eq!(lines(&padded), expected, "{text}");
        }
    }

    #[test]
    fn open_group_is_an_error() {
        for text in ["if a; then\n", "f() {\n", "a <<E\nb\n", "(a\n"] {
            assert!(command_line(text, 0).is_err(), "{text}");
        }
    }
}
