//! Writer for calls, lists, maps and literals in one of the formats. It keeps a stack of open constructs instead
//! of recursing.

use std::fmt::Write;

use super::PnFormat;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Call,
    List,
    Map,
}

struct Open {
    shape: Shape,
    elements: usize,
}

pub(super) struct PnWriter {
    text: String,
    format: PnFormat,
    open: Vec<Open>,
}

impl PnWriter {
    pub(super) fn new(format: PnFormat) -> Self {
        Self { text: String::new(), format, open: Vec::new() }
    }

    pub(super) fn finish(self) -> String {
        self.text
    }

    /// Starts `(name …)`.
    pub(super) fn call(&mut self, name: &str) {
        self.element();
        if self.format == PnFormat::Json {
            self.text.push_str("{\"^\":[");
            quote_json(&mut self.text, name);
        } else {
            self.text.push('(');
            self.text.push_str(name);
        }
        self.open.push(Open { shape: Shape::Call, elements: 0 });
    }

    /// Starts `[…]`.
    pub(super) fn list(&mut self) {
        self.element();
        self.text.push('[');
        self.open.push(Open { shape: Shape::List, elements: 0 });
    }

    /// Starts `{…}`.
    pub(super) fn map(&mut self) {
        self.element();
        self.text.push_str(if self.format == PnFormat::Json { "{\"#\":[" } else { "{" });
        self.open.push(Open { shape: Shape::Map, elements: 0 });
    }

    /// Writes the key of the next element of a map.
    pub(super) fn key(&mut self, key: &str) {
        let depth = self.open.len();
        let Some(map) = self.open.last_mut() else { return };
        let first = map.elements == 0;
        map.elements += 1;
        match self.format {
            PnFormat::Json => {
                if !first {
                    self.text.push(',');
                }
                quote_json(&mut self.text, key);
                self.text.push(',');
            }
            PnFormat::Pretty => self.line(depth),
            PnFormat::Compact if !first => self.text.push(' '),
            PnFormat::Compact => {}
        }
        if self.format != PnFormat::Json {
            self.text.push(':');
            self.text.push_str(key);
            self.text.push(' ');
        }
    }

    /// Ends the innermost construct.
    pub(super) fn end(&mut self) {
        let Some(open) = self.open.pop() else { return };
        self.text.push_str(match (open.shape, self.format) {
            (Shape::Call | Shape::Map, PnFormat::Json) => "]}",
            (Shape::Call, _) => ")",
            (Shape::List, _) => "]",
            (Shape::Map, _) => "}",
        });
    }

    pub(super) fn string(&mut self, text: &str) {
        self.element();
        if self.format == PnFormat::Json {
            quote_json(&mut self.text, text);
        } else {
            quote(&mut self.text, text);
        }
    }

    /// Writes a number, `true` or `false`.
    pub(super) fn bare(&mut self, text: &str) {
        self.element();
        self.text.push_str(text);
    }

    pub(super) fn nil(&mut self) {
        self.bare(if self.format == PnFormat::Json { "null" } else { "nil" });
    }

    /// Writes the separator before an element.
    fn element(&mut self) {
        let depth = self.open.len();
        let Some(open) = self.open.last_mut() else { return };
        if open.shape == Shape::Map {
            return;
        }
        let first = open.elements == 0;
        open.elements += 1;
        let after_name = open.shape == Shape::Call;
        match self.format {
            PnFormat::Pretty => self.line(depth),
            PnFormat::Compact if !first || after_name => self.text.push(' '),
            PnFormat::Json if !first || after_name => self.text.push(','),
            PnFormat::Compact | PnFormat::Json => {}
        }
    }

    fn line(&mut self, depth: usize) {
        self.text.push('\n');
        self.text.extend(std::iter::repeat_n("  ", depth));
    }
}

fn quote(out: &mut String, text: &str) {
    out.push('"');
    for character in text.chars() {
        match character {
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            // Writing to a String never fails.
            control if (control as u32) < 0x20 => _ = write!(out, "\\o{:03o}", control as u32),
            other => out.push(other),
        }
    }
    out.push('"');
}

fn quote_json(out: &mut String, text: &str) {
    out.push('"');
    for character in text.chars() {
        match character {
            '\u{8}' => out.push_str("\\b"),
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\u{c}' => out.push_str("\\f"),
            '\r' => out.push_str("\\r"),
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            control if (control as u32) < 0x20 => _ = write!(out, "\\u{:04x}", control as u32),
            other => out.push(other),
        }
    }
    out.push('"');
}
