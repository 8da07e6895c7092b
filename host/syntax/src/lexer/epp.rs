//! Templates: text with code between `<%` and `%>`.

use super::Lexer;
use crate::issue;
use crate::token::{TokenFlags, TokenKind};

/// The state of the lexer within a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Template {
    /// Not a template: `%>` has no special meaning.
    Absent,
    /// Code after a `<%` at the given byte.
    Code(usize),
    /// An expression after a `<%=` at the given byte.
    Expression(usize),
    /// The end of the template.
    Done,
}

impl Lexer<'_> {
    /// Processes `%>` or `-%>`: the end of template code, or operators elsewhere.
    pub(super) fn close(&mut self, kind: TokenKind, lo: usize, hi: usize) {
        let in_code = self.interpolations.len() == self.context.interpolations;
        let expression = matches!(self.context.template, Template::Expression(_));
        if !in_code || !(expression || matches!(self.context.template, Template::Code(_))) {
            let first = if kind == TokenKind::TrimClose { TokenKind::Minus } else { TokenKind::Percent };
            self.push(first, lo, lo + 1);
            self.position = lo + 1;
            return;
        }
        if expression {
            self.push(TokenKind::RenderEnd, lo, hi);
        }
        self.template_text(kind == TokenKind::TrimClose);
    }

    /// Reads text up to the next code. `trims` removes the leading blanks and line break.
    pub(super) fn template_text(&mut self, mut trims: bool) {
        let start = self.position;
        let limit = self.context.limit;
        self.context.template = Template::Done;
        let mut text = String::new();
        let mut at = start;
        while at < limit {
            let rest = &self.text[at..limit];
            let found = rest.find("<%");
            let mut part = found.map_or(rest, |length| &rest[..length]);
            at = found.map_or(limit, |length| at + length + 2);
            if trims {
                part = trim_line_start(part);
                trims = false;
            }
            text.push_str(&part.replace("%%>", "%>"));
            if found.is_none() {
                // Puppet emits the text even if trimming has left it empty.
                self.push_cooked(TokenKind::RenderText, start, at, TokenFlags::NONE, text);
                self.position = limit;
                return;
            }
            let open = at - 2;
            match self.text.as_bytes()[at..limit].first() {
                None => {
                    self.reject(open, limit, issue::epp_unbalanced_expression(self.source, open, limit));
                    self.position = limit;
                    return;
                }
                Some(b'%') => {
                    text.push_str("<%");
                    at += 1;
                }
                Some(b'#') => match self.template_comment(at, &mut text) {
                    Some((end, trims_next)) => (at, trims) = (end, trims_next),
                    None => {
                        self.reject(open, limit, issue::epp_unbalanced_comment(self.source, open));
                        self.position = limit;
                        return;
                    }
                },
                Some(b'-') => {
                    text.truncate(text.trim_end_matches([' ', '\t']).len());
                    self.template_code(start, open, at + 1, text);
                    return;
                }
                Some(b'=') => {
                    self.push_template_text(start, open, text);
                    self.push(TokenKind::RenderStart, open, at + 1);
                    self.context.template = Template::Expression(open);
                    self.position = at + 1;
                    return;
                }
                Some(_) => {
                    self.template_code(start, open, at, text);
                    return;
                }
            }
        }
        // Puppet drops the text before a comment or '<%%' that is the last item of the template.
        self.position = limit;
    }

    fn template_code(&mut self, start: usize, open: usize, position: usize, text: String) {
        self.push_template_text(start, open, text);
        self.context.template = Template::Code(open);
        self.position = position;
    }

    /// Finds the end of the comment whose `#` is at `at`. Returns the end and whether the following text is trimmed.
    fn template_comment(&self, at: usize, text: &mut String) -> Option<(usize, bool)> {
        let rest = &self.text[at..self.context.limit];
        let close = rest.match_indices("%>").find(|(place, _)| *place > 0 && rest.as_bytes()[place - 1] != b'%')?.0;
        if rest[1..].starts_with('-') {
            text.truncate(text.trim_end_matches([' ', '\t']).len());
        }
        Some((at + close + 2, rest[..close].ends_with('-')))
    }

    fn push_template_text(&mut self, lo: usize, hi: usize, text: String) {
        self.first_on_line = false;
        if !text.is_empty() {
            self.push_cooked(TokenKind::RenderText, lo, hi, TokenFlags::NONE, text);
        }
    }

    /// Reports unterminated template code.
    pub(super) fn end_template(&mut self) {
        if let Template::Code(open) | Template::Expression(open) = self.context.template {
            self.context.template = Template::Done;
            let limit = self.context.limit;
            self.reject(limit, limit, issue::epp_unbalanced_tag(self.source, open, limit));
        }
    }
}

/// Returns a text without its leading blanks and the line break after them.
fn trim_line_start(text: &str) -> &str {
    let text = text.trim_start_matches([' ', '\t']);
    let text = text.strip_prefix('\r').unwrap_or(text);
    text.strip_prefix('\n').unwrap_or(text)
}
