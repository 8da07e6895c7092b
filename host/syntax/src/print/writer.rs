//! Output buffer of the printer: lines with indentation, heredoc texts after the lines with their tags, and
//! the transitions between text and code in a template.

use crate::Mode;
use crate::source::SourceFile;

/// Number of blanks for each level.
const INDENT: usize = 2;

pub(super) struct Printer<'s> {
    pub(super) source: &'s SourceFile,
    pub(super) mode: Mode,
    /// The class being printed, whose name is part of the names inside.
    pub(super) namespace: String,
    out: String,
    level: usize,
    /// Whether the next code starts a line.
    wants_line: bool,
    /// Texts of heredocs to be written at the next line break, with their end lines.
    pending: Vec<String>,
    place: Place,
}

/// The context at the end of the output.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Code,
    /// Between two pieces of code.
    Gap,
    /// After text.
    Text,
}

impl<'s> Printer<'s> {
    pub(super) fn new(source: &'s SourceFile, mode: Mode) -> Self {
        let place = if mode == Mode::Epp { Place::Gap } else { Place::Code };
        Self {
            source,
            mode,
            namespace: String::new(),
            out: String::new(),
            level: 0,
            wants_line: false,
            pending: Vec::new(),
            place,
        }
    }

    /// Returns the output.
    pub(super) fn finish(mut self) -> String {
        let is_template = self.mode == Mode::Epp;
        if is_template && self.place == Place::Code {
            self.close();
        } else if !is_template && self.wants_line {
            self.end_line();
        }
        self.out
    }

    /// Writes code.
    pub(super) fn code(&mut self, text: &str) {
        if self.place != Place::Code {
            self.out.push_str("<% ");
            self.place = Place::Code;
        } else if self.wants_line {
            self.end_line();
            self.out.extend(std::iter::repeat_n(' ', self.level * INDENT));
        }
        self.wants_line = false;
        self.out.push_str(text);
    }

    /// Starts a new line before the next code. Within a template, text and code stay on one line.
    pub(super) fn line(&mut self) {
        self.wants_line = true;
    }

    fn end_line(&mut self) {
        self.out.push('\n');
        for text in std::mem::take(&mut self.pending) {
            self.out.push_str(&text);
        }
    }

    /// Writes with deeper indentation.
    pub(super) fn deeper(&mut self, write: impl FnOnce(&mut Self)) {
        self.level += 1;
        write(self);
        self.level -= 1;
    }

    /// Writes brackets with each item on a line of its own between them.
    pub(super) fn lines<T>(&mut self, (open, close): (&str, &str), items: &[T], mut write: impl FnMut(&mut Self, &T)) {
        self.code(open);
        self.deeper(|printer| {
            for item in items {
                printer.line();
                write(printer, item);
            }
        });
        self.line();
        self.code(close);
    }

    /// Writes items separated by commas.
    pub(super) fn separated<T>(&mut self, items: &[T], mut write: impl FnMut(&mut Self, &T)) {
        for (place, item) in items.iter().enumerate() {
            if place > 0 {
                self.code(", ");
            }
            write(self, item);
        }
    }

    /// Returns the output of a function as a separate text.
    pub(super) fn render_separately(&mut self, write: impl FnOnce(&mut Self)) -> String {
        let out = std::mem::take(&mut self.out);
        let pending = std::mem::take(&mut self.pending);
        let wants_line = std::mem::take(&mut self.wants_line);
        write(self);
        self.wants_line = wants_line;
        self.pending = pending;
        std::mem::replace(&mut self.out, out)
    }

    /// Saves the text of a heredoc for the next line break.
    pub(super) fn after_line(&mut self, text: String) {
        self.pending.push(text);
    }

    /// Writes `%>`.
    fn close(&mut self) {
        if !self.pending.is_empty() {
            self.end_line();
        }
        self.wants_line = false;
        self.out.push_str(" %>");
        self.place = Place::Gap;
    }

    /// Writes text of a template.
    pub(super) fn text(&mut self, text: &str) {
        match self.place {
            Place::Code => self.close(),
            // Without a separator, two texts would become one.
            Place::Text => self.out.push_str("<% %>"),
            Place::Gap => {}
        }
        self.place = Place::Text;
        if text.is_empty() {
            // A text is empty only after its line break has been trimmed.
            self.out.push_str("<% -%>\n");
        }
        let mut rest = text;
        while let Some(at) = rest.find('%') {
            let opens = rest[..at].ends_with('<');
            let closes = rest[at + 1..].starts_with('>') && !opens;
            self.out.push_str(&rest[..=at]);
            if opens || closes {
                self.out.push('%');
            }
            rest = &rest[at + 1..];
        }
        self.out.push_str(rest);
    }

    /// Writes `<%= … %>`.
    pub(super) fn value(&mut self, write: impl FnOnce(&mut Self)) {
        if self.place == Place::Code {
            self.close();
        }
        self.wants_line = false;
        self.out.push_str("<%= ");
        self.place = Place::Code;
        write(self);
        self.close();
    }
}
