//! Findings: what needs work, where it is, and what to do.

use std::path::{Path, PathBuf};

use syntax::{SourceMap, Span};

/// How much a finding matters. Ordered by importance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FindingSeverity {
    /// It prevents a catalog from being compiled, or a resource from being applied.
    Error,
    /// Something has another effect than in Puppet, or none.
    Warning,
    /// For information.
    Note,
}

impl FindingSeverity {
    /// Returns its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// The subject of a finding. Ordered as in reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FindingGroup {
    /// Modules and the Puppetfile.
    Modules,
    /// Syntax of manifests and templates.
    Language,
    /// Functions.
    Functions,
    /// Resource types, providers and data types.
    Types,
    /// Facts.
    Facts,
    /// Data and its backends.
    Hiera,
    /// Resources of a server: filebuckets, file sources, exported resources.
    Server,
    /// Settings.
    Settings,
}

impl FindingGroup {
    /// Returns its heading.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Modules => "Modules",
            Self::Language => "Language",
            Self::Functions => "Functions",
            Self::Types => "Resource types",
            Self::Facts => "Facts",
            Self::Hiera => "Hiera",
            Self::Server => "Server",
            Self::Settings => "Settings",
        }
    }
}

/// A position in a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The file, relative to the checked directory if it is in it.
    pub file: String,
    /// The line, from 1.
    pub line: Option<u32>,
    /// The column, from 1.
    pub column: Option<u32>,
}

/// A position in a file whose path is absolute.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Location {
    pub(crate) file: PathBuf,
    pub(crate) line: Option<u32>,
    pub(crate) column: Option<u32>,
}

impl Location {
    /// Returns the location of a file as a whole.
    pub(crate) fn file(file: &Path) -> Self {
        Self { file: file.to_path_buf(), line: None, column: None }
    }

    /// Returns the location of a line.
    pub(crate) fn line(file: &Path, line: Option<u32>) -> Self {
        Self { line, ..Self::file(file) }
    }

    /// Returns the location of a span.
    pub(crate) fn span(span: Span, sources: &SourceMap) -> Option<Self> {
        let (file, at) = sources.locate(span)?;
        Some(Self { file: PathBuf::from(file), line: Some(at.line), column: Some(at.column) })
    }
}

/// Something that needs work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How much it matters.
    pub severity: FindingSeverity,
    /// The group.
    pub group: FindingGroup,
    /// The function, type, fact, setting or file.
    pub subject: String,
    /// A sentence that describes it.
    pub message: String,
    /// What to do; may be empty.
    pub remedy: String,
    /// The places, in order.
    pub places: Vec<Place>,
}

/// The result of a check.
#[derive(Clone, Debug)]
pub struct MigrationReport {
    /// The checked directory.
    pub directory: PathBuf,
    /// The number of files that were read.
    pub files: usize,
    /// The findings, by group and severity.
    pub findings: Vec<Finding>,
}

impl MigrationReport {
    pub(crate) fn new(directory: &Path) -> Self {
        let directory = std::path::absolute(directory).unwrap_or_else(|_| directory.to_path_buf());
        Self { directory, files: 0, findings: Vec::new() }
    }

    /// Returns the number of findings of a severity.
    #[must_use]
    pub fn count(&self, severity: FindingSeverity) -> usize {
        self.findings.iter().filter(|finding| finding.severity == severity).count()
    }

    /// Returns a path relative to the checked directory if it is in it.
    pub(crate) fn shown(&self, file: &Path) -> String {
        file.strip_prefix(&self.directory).unwrap_or(file).display().to_string()
    }

    pub(crate) fn place(&self, location: &Location) -> Place {
        Place { file: self.shown(&location.file), line: location.line, column: location.column }
    }

    /// Adds a finding.
    pub(crate) fn add(
        &mut self,
        (severity, group): (FindingSeverity, FindingGroup),
        subject: &str,
        message: String,
        remedy: impl Into<String>,
        locations: &[Location],
    ) {
        let mut places: Vec<Place> = locations.iter().map(|location| self.place(location)).collect();
        places.sort();
        places.dedup();
        let (subject, remedy) = (subject.to_owned(), remedy.into());
        self.findings.push(Finding { severity, group, subject, message, remedy, places });
    }

    pub(crate) fn sort(&mut self) {
        self.findings.sort_by(|a, b| {
            (a.group, a.severity, &a.subject, &a.places).cmp(&(b.group, b.severity, &b.subject, &b.places))
        });
    }
}
