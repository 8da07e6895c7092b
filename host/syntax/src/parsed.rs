//! Syntax trees of files that several compilations share.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use crate::{Diagnostic, Mode, Program, SourceFile, SourceId, parse};

/// A file with its syntax tree.
#[derive(Debug)]
pub struct ParsedFile {
    /// The text, under an id that no other file of the same [`ParsedFiles`] has.
    pub source: Arc<SourceFile>,
    /// The syntax tree.
    pub program: Arc<Program>,
    /// The errors and warnings.
    pub diagnostics: Vec<Diagnostic>,
}

/// The language of a file and its name.
type FileKey = (Mode, Box<str>);

/// The parsed files of an environment, by name. Threads may use it at the same time.
#[derive(Debug, Default)]
pub struct ParsedFiles {
    files: RwLock<HashMap<FileKey, Arc<ParsedFile>>>,
    /// The number of texts that were parsed.
    count: AtomicU32,
}

impl ParsedFiles {
    /// Returns the syntax tree of a file with the given name and text. It is parsed on the first use, and when the text has
    /// changed.
    pub fn parse(&self, name: &str, text: &str, mode: Mode) -> Arc<ParsedFile> {
        let key = (mode, Box::from(name));
        let files = self.files.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = files.get(&key).filter(|known| known.source.text() == text) {
            return Arc::clone(known);
        }
        drop(files);
        let id = SourceId::of_shared(self.count.fetch_add(1, Ordering::Relaxed));
        let source = Arc::new(SourceFile::new(id, name, text));
        let (program, diagnostics) = parse(&source, mode);
        let parsed = Arc::new(ParsedFile { source, program: Arc::new(program), diagnostics });
        let mut files = self.files.write().unwrap_or_else(PoisonError::into_inner);
        files.insert(key, Arc::clone(&parsed));
        parsed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SourceMap;

    #[test]
    fn file_is_parsed_again_only_if_its_text_has_changed() {
        let files = ParsedFiles::default();
        let first = files.parse("a.pp", "class a { }", Mode::Manifest);
        assert!(Arc::ptr_eq(&first, &files.parse("a.pp", "class a { }", Mode::Manifest)));
        let template = files.parse("a.pp", "class a { }", Mode::Epp);
        let changed = files.parse("a.pp", "class b { }", Mode::Manifest);
        let ids = [&first, &template, &changed].map(|file| file.source.id());
        assert!(ids[0] != ids[1] && ids[1] != ids[2] && ids[0] != ids[2]);
    }

    #[test]
    fn shared_sources_are_found_beside_those_of_a_compilation() {
        let files = ParsedFiles::default();
        let mut sources = SourceMap::default();
        let own = sources.add("own.pp", "a");
        let shared = files.parse("shared.pp", "\nb", Mode::Manifest);
        sources.insert(&shared.source);
        sources.insert(&shared.source);
        assert_eq!(sources.locate(own.span(0, 1)).unwrap().0, "own.pp");
        let (name, position) = sources.locate(shared.source.span(1, 2)).unwrap();
        assert_eq!((name, position.line, position.column), ("shared.pp", 2, 1));
        assert!(sources.find("shared.pp").is_some());
        assert!(sources.get(SourceId::of_shared(7)).is_none());
    }
}
