//! Parser of Puppetfiles: the subset of Ruby that declares modules, read as data. Ruby code that would have to
//! be evaluated is rejected with its position.

mod issue;
mod token;

use std::path::{Path, PathBuf};

use syntax::{Diagnostic, SourceFile, Span};

use token::{RubyToken, RubyTokenKind};

/// The default module directory.
const MODULES: &str = "modules";

/// The known keys of a module, and the origin of the module that each key implies.
const KEYS: [(&str, Option<ModuleOrigin>); 19] = [
    ("git", Some(ModuleOrigin::Repository)),
    ("branch", Some(ModuleOrigin::Repository)),
    ("tag", Some(ModuleOrigin::Repository)),
    ("commit", Some(ModuleOrigin::Repository)),
    ("ref", Some(ModuleOrigin::Repository)),
    ("default_branch", Some(ModuleOrigin::Repository)),
    ("default_branch_override", Some(ModuleOrigin::Repository)),
    ("svn", Some(ModuleOrigin::Repository)),
    ("rev", Some(ModuleOrigin::Repository)),
    ("revision", Some(ModuleOrigin::Repository)),
    ("username", Some(ModuleOrigin::Repository)),
    ("password", Some(ModuleOrigin::Repository)),
    ("path", Some(ModuleOrigin::Repository)),
    ("local", Some(ModuleOrigin::Local)),
    ("type", None),
    ("source", None),
    ("version", None),
    ("install_path", None),
    ("exclude_spec", None),
];

/// The origin of a module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModuleOrigin {
    /// The Forge, or a compatible server.
    Forge,
    /// A repository or an archive, whose version is not known.
    Repository,
    /// The directory of the environment itself.
    Local,
}

/// A declared module.
#[derive(Debug, PartialEq)]
pub struct DeclaredModule {
    /// Its name: `puppetlabs/stdlib`, or without the author.
    pub name: String,
    /// The origin.
    pub origin: ModuleOrigin,
    /// The version, if given.
    pub version: Option<String>,
    /// The directory of the module, relative to the Puppetfile's, if it differs from that of the other modules.
    pub install_path: Option<String>,
    /// The statement.
    pub span: Span,
}

impl DeclaredModule {
    /// Returns the name of the module's directory.
    #[must_use]
    pub fn directory(&self) -> &str {
        self.name.rsplit('/').next().unwrap_or(&self.name)
    }
}

/// The content of a Puppetfile.
#[derive(Debug, PartialEq)]
pub struct Puppetfile {
    /// The server for modules without an explicit origin.
    pub forge: Option<String>,
    /// The directory, relative to the Puppetfile's, in which modules are installed.
    pub moduledir: String,
    /// The declared modules, in order.
    pub modules: Vec<DeclaredModule>,
}

impl Puppetfile {
    /// Parses a file.
    ///
    /// # Errors
    /// Returns an error for the first construct that is not data or is not known.
    pub fn read(source: &SourceFile) -> Result<Self, Box<Diagnostic>> {
        let tokens = token::tokens(source)?;
        let mut parser = Parser { source, tokens: &tokens, at: 0 };
        let mut file = Self { forge: None, moduledir: MODULES.to_owned(), modules: Vec::new() };
        while let Some(token) = parser.next_statement() {
            let RubyTokenKind::Word(word) = &token.kind else { return Err(issue::not_data(source, token.span)) };
            match word.as_str() {
                "forge" => file.forge = Some(parser.only_text(word)?),
                "moduledir" => file.moduledir = parser.only_text(word)?,
                "mod" => {
                    let declared = parser.module(token.span)?;
                    if let Some(first) = file.modules.iter().find(|other| other.directory() == declared.directory()) {
                        return Err(issue::duplicate_module(&declared, first));
                    }
                    file.modules.push(declared);
                }
                _ => return Err(issue::not_data(source, token.span)),
            }
        }
        Ok(file)
    }

    /// Returns the directory in which a module is installed.
    #[must_use]
    pub fn directory_of(&self, file: &Path, module: &DeclaredModule) -> PathBuf {
        let directory = file.parent().unwrap_or(Path::new(""));
        directory.join(module.install_path.as_deref().unwrap_or(&self.moduledir))
    }
}

/// A value.
#[derive(Debug, PartialEq)]
enum Value {
    Text(String),
    Symbol(String),
    Boolean(bool),
    Nil,
    Hash(Vec<(String, Self)>),
}

/// Parser of statements.
struct Parser<'a> {
    source: &'a SourceFile,
    tokens: &'a [RubyToken],
    at: usize,
}

impl<'a> Parser<'a> {
    /// Returns the first token of the next statement, if any.
    fn next_statement(&mut self) -> Option<&'a RubyToken> {
        while self.takes(&RubyTokenKind::End) {}
        self.take()
    }

    fn peek(&self) -> Option<&'a RubyToken> {
        self.tokens.get(self.at)
    }

    fn take(&mut self) -> Option<&'a RubyToken> {
        let token = self.peek()?;
        self.at += 1;
        Some(token)
    }

    fn takes(&mut self, kind: &RubyTokenKind) -> bool {
        let is_there = self.peek().is_some_and(|token| token.kind == *kind);
        self.at += usize::from(is_there);
        is_there
    }

    /// Skips line ends, which have no meaning after a comma or within brackets.
    fn skip_lines(&mut self) {
        while self.takes(&RubyTokenKind::End) {}
    }

    /// Returns the position of the next token, or of the end of the file.
    fn here(&self) -> Span {
        let end = self.source.text().len();
        self.peek().map_or_else(|| self.source.span(end, end), |token| token.span)
    }

    /// Parses the single string of `forge` or `moduledir`.
    fn only_text(&mut self, word: &str) -> Result<String, Box<Diagnostic>> {
        let at = self.here();
        let mut values = self.values()?;
        match (values.pop(), values.is_empty()) {
            (Some((Value::Text(text), _)), true) => Ok(text),
            _ => Err(issue::string_expected(word, at)),
        }
    }

    /// Parses the values of a statement, separated by commas, with or without parentheses.
    fn values(&mut self) -> Result<Vec<(Value, Span)>, Box<Diagnostic>> {
        let has_parentheses = self.takes(&RubyTokenKind::Open('('));
        let mut values = Vec::new();
        loop {
            if has_parentheses {
                self.skip_lines();
            }
            if has_parentheses && self.takes(&RubyTokenKind::Close(')')) {
                break;
            }
            let at = self.here();
            let value = match self.pair()? {
                // A hash without braces is always the last value.
                Some(pair) => Value::Hash(self.more_pairs(pair, has_parentheses)?),
                None => self.value()?,
            };
            values.push((value, at));
            if has_parentheses {
                self.skip_lines();
            }
            if !self.takes(&RubyTokenKind::Comma) {
                if has_parentheses && !self.takes(&RubyTokenKind::Close(')')) {
                    return Err(issue::not_data(self.source, self.here()));
                }
                break;
            }
            self.skip_lines();
        }
        match self.peek() {
            None | Some(RubyToken { kind: RubyTokenKind::End, .. }) => Ok(values),
            Some(token) => Err(issue::not_data(self.source, token.span)),
        }
    }

    /// Parses a key and its value, if one comes next: `key: v`, `:key => v` or `'key' => v`.
    fn pair(&mut self) -> Result<Option<(String, Value, Span)>, Box<Diagnostic>> {
        let Some(token) = self.peek() else { return Ok(None) };
        let has_arrow = self.tokens.get(self.at + 1).is_some_and(|next| next.kind == RubyTokenKind::Arrow);
        let key = match &token.kind {
            RubyTokenKind::Key(name) => name,
            RubyTokenKind::Symbol(name) | RubyTokenKind::Text(name) if has_arrow => name,
            _ => return Ok(None),
        };
        self.at += if has_arrow { 2 } else { 1 };
        self.skip_lines();
        // No key accepts a hash.
        if self.peek().is_some_and(|next| next.kind == RubyTokenKind::Open('{')) {
            return Err(issue::not_data(self.source, self.here()));
        }
        Ok(Some((key.clone(), self.value()?, token.span)))
    }

    fn more_pairs(
        &mut self,
        first: (String, Value, Span),
        in_parentheses: bool,
    ) -> Result<Vec<(String, Value)>, Box<Diagnostic>> {
        let mut pairs = vec![self.known(first)?];
        loop {
            let before = self.at;
            if in_parentheses {
                self.skip_lines();
            }
            if !self.takes(&RubyTokenKind::Comma) {
                self.at = before;
                return Ok(pairs);
            }
            self.skip_lines();
            match self.pair()? {
                Some(pair) => pairs.push(self.known(pair)?),
                // A trailing comma is allowed before a closing parenthesis.
                None if in_parentheses && self.peek().is_some_and(|next| next.kind == RubyTokenKind::Close(')')) => {
                    return Ok(pairs);
                }
                None => return Err(issue::not_data(self.source, self.here())),
            }
        }
    }

    fn known(&self, (key, value, span): (String, Value, Span)) -> Result<(String, Value), Box<Diagnostic>> {
        if KEYS.iter().any(|(known, _)| *known == key) { Ok((key, value)) } else { Err(issue::unknown_key(&key, span)) }
    }

    fn value(&mut self) -> Result<Value, Box<Diagnostic>> {
        let at = self.here();
        let refusal = || issue::not_data(self.source, at);
        let token = self.take().ok_or_else(refusal)?;
        match &token.kind {
            RubyTokenKind::Text(text) => Ok(Value::Text(text.clone())),
            RubyTokenKind::Symbol(name) => Ok(Value::Symbol(name.clone())),
            RubyTokenKind::Word(word) => match word.as_str() {
                "true" => Ok(Value::Boolean(true)),
                "false" => Ok(Value::Boolean(false)),
                "nil" => Ok(Value::Nil),
                _ => Err(refusal()),
            },
            RubyTokenKind::Open('{') => self.hash(),
            _ => Err(refusal()),
        }
    }

    /// Parses a hash after its opening brace.
    fn hash(&mut self) -> Result<Value, Box<Diagnostic>> {
        let mut pairs = Vec::new();
        loop {
            self.skip_lines();
            if self.takes(&RubyTokenKind::Close('}')) {
                return Ok(Value::Hash(pairs));
            }
            let pair = self.pair()?.ok_or_else(|| issue::not_data(self.source, self.here()))?;
            pairs.push(self.known(pair)?);
            self.skip_lines();
            if !self.takes(&RubyTokenKind::Comma)
                && self.peek().is_none_or(|next| next.kind != RubyTokenKind::Close('}'))
            {
                return Err(issue::not_data(self.source, self.here()));
            }
        }
    }

    /// Parses a module after the word `mod`.
    fn module(&mut self, word: Span) -> Result<DeclaredModule, Box<Diagnostic>> {
        let at = self.here();
        let mut values = self.values()?.into_iter();
        let Some((Value::Text(name), _)) = values.next() else { return Err(issue::string_expected("mod", at)) };
        if !is_name(&name) {
            return Err(issue::invalid_name(&name, at));
        }
        let name = name.replacen('-', "/", 1);
        let mut declared =
            DeclaredModule { name, origin: ModuleOrigin::Forge, version: None, install_path: None, span: word };
        match values.next() {
            None | Some((Value::Nil, _)) => {}
            Some((Value::Text(version), _)) => declared.version = Some(version),
            // The version of `:latest` is not known before installation.
            Some((Value::Symbol(word), _)) if word == "latest" => {}
            Some((Value::Hash(pairs), _)) => declared.describe(&pairs),
            Some((_, at)) => return Err(issue::version_expected(at)),
        }
        match values.next() {
            None => Ok(declared),
            Some((Value::Hash(pairs), _)) => {
                declared.describe(&pairs);
                match values.next() {
                    None => Ok(declared),
                    Some((_, at)) => Err(issue::not_data(self.source, at)),
                }
            }
            Some((_, at)) => Err(issue::not_data(self.source, at)),
        }
    }
}

impl DeclaredModule {
    fn describe(&mut self, pairs: &[(String, Value)]) {
        for (key, value) in pairs {
            let origin = match (key.as_str(), value) {
                ("local", Value::Boolean(false) | Value::Nil) => None,
                ("type", Value::Text(name)) => match name.as_str() {
                    "git" | "svn" | "tarball" => Some(ModuleOrigin::Repository),
                    "local" => Some(ModuleOrigin::Local),
                    _ => None,
                },
                _ => KEYS.iter().find(|(known, _)| known == key).and_then(|(_, origin)| *origin),
            };
            self.origin = origin.unwrap_or(self.origin);
            match (key.as_str(), value) {
                ("version", Value::Text(version)) => self.version = Some(version.clone()),
                ("install_path", Value::Text(path)) => self.install_path = Some(path.clone()),
                _ => {}
            }
        }
    }
}

/// Returns whether a string is the name of a module, with or without the author's.
fn is_name(name: &str) -> bool {
    let (author, own) = match name.split_once(['/', '-']) {
        Some((author, own)) => (Some(author), own),
        None => (None, name),
    };
    author.is_none_or(|author| !author.is_empty() && author.chars().all(|letter| letter.is_ascii_alphanumeric()))
        && crate::is_module_name(own)
}

#[cfg(test)]
mod tests;
