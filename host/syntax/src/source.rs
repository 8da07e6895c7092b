//! Source texts, and the conversion of byte offsets to lines and columns. No files are read; callers pass the
//! texts.

use std::collections::HashMap;
use std::sync::Arc;

use crate::span::{SourceId, Span};

/// A line and a column. The column counts characters, as in Puppet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

/// A text to parse, with its name and the offsets of its lines.
#[derive(Debug)]
pub struct SourceFile {
    id: SourceId,
    name: Arc<str>,
    text: Arc<str>,
    line_starts: Box<[u32]>,
}

impl SourceFile {
    /// Returns the source with the given id, file name and text.
    ///
    /// Offsets are 32 bits wide; parsing a text of 4 GiB or more returns an error.
    pub fn new(id: SourceId, name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        let lines = text.match_indices('\n').map(|(at, _)| at as u32 + 1);
        let line_starts = std::iter::once(0).chain(lines).collect();
        Self { id, name: name.into(), text, line_starts }
    }

    /// Returns the id used by spans of this source.
    pub fn id(&self) -> SourceId {
        self.id
    }

    /// Returns the file name, or an empty string for a text that is not from a file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the text of a span of this source.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// Returns a span of this source.
    pub fn span(&self, lo: usize, hi: usize) -> Span {
        Span::new(self.id, lo as u32, hi as u32)
    }

    /// Returns the 1-based number of the line that contains the byte at `offset`.
    pub fn line(&self, offset: u32) -> u32 {
        self.line_starts.partition_point(|&start| start <= offset) as u32
    }

    /// Returns the line and column of the byte at `offset`. An offset past the end is the end of the last
    /// line.
    pub fn position(&self, offset: u32) -> Position {
        let line = self.line(offset);
        let start = self.line_starts[line as usize - 1] as usize;
        let end = (offset as usize).min(self.text.len());
        let column = self.text.as_bytes()[start..end].iter().filter(|&&byte| !is_continuation(byte)).count() as u32 + 1;
        Position { line, column }
    }

    /// Returns the offset at which a line (1-based) starts, or the end of the text if there is no such line.
    pub fn line_start(&self, line: u32) -> usize {
        let index = (line as usize).saturating_sub(1);
        self.line_starts.get(index).map_or(self.text.len(), |&start| start as usize)
    }

    /// Returns the text of a line (1-based) without its line break.
    pub fn line_text(&self, line: u32) -> &str {
        let Some(index) = (line as usize).checked_sub(1) else { return "" };
        let Some(&start) = self.line_starts.get(index) else { return "" };
        let end = self.line_starts.get(index + 1).map_or(self.text.len(), |&next| next as usize);
        self.text[start as usize..end].trim_end_matches(['\n', '\r'])
    }
}

/// Returns whether a byte is a UTF-8 continuation byte.
fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

/// All sources of a compilation, by id.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    list: Vec<Arc<SourceFile>>,
    shared: HashMap<SourceId, Arc<SourceFile>>,
}

impl SourceMap {
    /// Adds a text under the next free id.
    pub fn add(&mut self, name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Arc<SourceFile> {
        let source = Arc::new(SourceFile::new(SourceId(self.list.len() as u32), name, text));
        self.list.push(Arc::clone(&source));
        source
    }

    /// Adds a source that compilations share, under its own id.
    pub fn insert(&mut self, shared: &Arc<SourceFile>) {
        self.shared.insert(shared.id(), Arc::clone(shared));
    }

    /// Returns the source with an id.
    pub fn get(&self, id: SourceId) -> Option<&Arc<SourceFile>> {
        if id.is_shared() { self.shared.get(&id) } else { self.list.get(id.0 as usize) }
    }

    /// Returns the first source with a file name.
    pub fn find(&self, name: &str) -> Option<&Arc<SourceFile>> {
        self.list.iter().chain(self.shared.values()).find(|source| source.name() == name)
    }

    /// Returns the file name and position of the start of a span.
    pub fn locate(&self, span: Span) -> Option<(&str, Position)> {
        self.get(span.source).map(|source| (source.name(), source.position(span.lo)))
    }
}

#[cfg(test)]
mod tests {
    use super::{Position, SourceMap};

    #[test]
    fn positions_start_at_line_and_column_one() {
        let mut sources = SourceMap::default();
        let source = sources.add("a.pp", "ä\nöx\r\n");
        let at = |offset| source.position(offset);
        assert_eq!(at(0), Position { line: 1, column: 1 });
        assert_eq!(at(2), Position { line: 1, column: 2 });
        assert_eq!(at(3), Position { line: 2, column: 1 });
        assert_eq!(at(5), Position { line: 2, column: 2 });
        assert_eq!(at(8), Position { line: 3, column: 1 });
        assert_eq!(source.line_text(2), "öx");
        assert_eq!(source.line_text(3), "");
        assert_eq!(source.line_text(0), "");
        assert_eq!(source.line_text(4), "");
    }

    #[test]
    fn sources_locate_spans() {
        let mut sources = SourceMap::default();
        sources.add("a.pp", "a");
        let second = sources.add("b.pp", "a\nb");
        assert_eq!(sources.locate(second.span(2, 3)), Some(("b.pp", Position { line: 2, column: 1 })));
        assert_eq!(second.slice(second.span(2, 3)), "b");
    }
}
