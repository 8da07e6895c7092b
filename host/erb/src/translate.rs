//! Translation of a template to a Ruby program, like ERB with the trim mode '-'. Line numbers of the program and the
//! template are equal. Ruby code is copied without being parsed.

/// The variable that collects the output of a program.
pub(crate) const OUTPUT: &str = "_erbout";

/// Kind of a tag.
#[derive(Clone, Copy)]
enum Tag {
    /// `<% … %>`
    Code,
    /// `<%= … %>`
    Output,
    /// `<%# … %>`
    Comment,
}

/// Translates a template to a program.
pub(crate) fn translate(template: &str) -> String {
    let mut program = Program { script: String::with_capacity(template.len() * 2), line: Vec::new() };
    program.push(format!("{OUTPUT} = +''"));
    let mut rest = template;
    while let Some((text, tag, after)) = opening(rest) {
        program.text(&text);
        rest = match closing(after, tag, &mut program) {
            Some(rest) => rest,
            // ERB: the content of an unterminated tag is text.
            None => {
                program.text(&unescaped(after, "%%>", "%>"));
                ""
            }
        };
    }
    program.text(&unescaped(rest, "<%%", "<%"));
    program.script + &program.line.join("; ")
}

/// Returns the text before the next tag, the kind of the tag, and the text after its opening delimiter.
fn opening(text: &str) -> Option<(String, Tag, &str)> {
    let mut from = 0;
    loop {
        let at = from + find(&text[from..], *b"<%")?;
        let after = &text[at + 2..];
        let (tag, length) = match after.as_bytes().first() {
            Some(b'%') => {
                from = at + 3;
                continue;
            }
            Some(b'=') => (Tag::Output, 1),
            Some(b'#') => (Tag::Comment, 1),
            Some(b'-') => (Tag::Code, 1),
            _ => (Tag::Code, 0),
        };
        let mut before = &text[..at];
        if after.starts_with('-') {
            // White space is removed if nothing else precedes the tag on its line.
            let trimmed = before.trim_end_matches([' ', '\t']);
            if trimmed.is_empty() || trimmed.ends_with('\n') {
                before = trimmed;
            }
        }
        return Some((unescaped(before, "<%%", "<%"), tag, &after[length..]));
    }
}

/// Adds the code of a tag to the program. Returns the text after the tag, or `None` if the tag is unterminated.
fn closing<'t>(text: &'t str, tag: Tag, program: &mut Program) -> Option<&'t str> {
    let mut from = 0;
    let at = loop {
        let at = from + find(&text[from..], *b"%>")?;
        // `%%>` does not end the tag.
        if text[from..at].ends_with('%') {
            from = at + 2;
            continue;
        }
        break at;
    };
    let trims = text[from..at].ends_with('-');
    program.code(tag, unescaped(&text[..at - usize::from(trims)], "%%>", "%>"));
    let after = &text[at + 2..];
    if !trims {
        return Some(after);
    }
    let line_end = ["\r\n", "\n"].into_iter().find(|end| after.starts_with(end));
    if after.is_empty() || line_end.is_some() {
        program.end_line();
    }
    Some(&after[line_end.map_or(0, str::len)..])
}

/// Finds two characters, mostly after a short text, for which `str::find` prepares too much.
fn find(text: &str, pair: [u8; 2]) -> Option<usize> {
    text.as_bytes().windows(2).position(|found| *found == pair)
}

fn unescaped(text: &str, mark: &str, plain: &str) -> String {
    if text.contains('%') { text.replace(mark, plain) } else { text.to_owned() }
}

/// Builder of a program.
struct Program {
    script: String,
    /// The parts of the current, unfinished line.
    line: Vec<String>,
}

impl Program {
    fn push(&mut self, command: String) {
        self.line.push(command);
    }

    fn end_line(&mut self) {
        self.script.push_str(&self.line.join("; "));
        self.script.push('\n');
        self.line.clear();
    }

    /// Adds a statement that prints text. Line breaks of the text are preserved in the program.
    fn text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let mut literal = String::with_capacity(text.len() + 8);
        for letter in text.chars() {
            match letter {
                '\n' => literal.push_str("\\n"),
                '"' | '\\' | '#' => literal.extend(['\\', letter]),
                other => literal.push(other),
            }
        }
        let lines = "\n".repeat(text.matches('\n').count());
        self.push(format!("{OUTPUT}.<< \"{literal}\".freeze{lines}"));
    }

    fn code(&mut self, tag: Tag, mut code: String) {
        match tag {
            Tag::Code if code.ends_with('\n') => {
                code.pop();
                self.push(code);
                self.end_line();
            }
            Tag::Code => self.push(code),
            Tag::Output => self.push(format!("{OUTPUT}.<<(({code}).to_s)")),
            Tag::Comment => {}
        }
    }
}
