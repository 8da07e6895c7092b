//! Candidates for a word: values with descriptions, and whether the shell adds paths.

/// A candidate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Candidate {
    /// The complete word.
    pub(super) value: String,
    /// A description on one line; can be empty.
    pub(super) description: String,
}

/// Paths that the shell adds to the candidates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Paths {
    Files,
    Directories,
}

impl Paths {
    /// Returns the name in the output for the scripts.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Files => "files",
            Self::Directories => "directories",
        }
    }
}

/// The candidates for a word.
#[derive(Debug, Default)]
pub(super) struct Candidates {
    pub(super) values: Vec<Candidate>,
    pub(super) paths: Option<Paths>,
}

impl From<Paths> for Candidates {
    fn from(paths: Paths) -> Self {
        Self { values: Vec::new(), paths: Some(paths) }
    }
}

impl<S: AsRef<str>> FromIterator<S> for Candidates {
    fn from_iter<I: IntoIterator<Item = S>>(values: I) -> Self {
        let mut candidates = Self::default();
        values.into_iter().for_each(|value| candidates.add(value.as_ref(), ""));
        candidates
    }
}

impl Candidates {
    /// Adds a candidate. Values with control characters cannot be completed and are omitted.
    pub(super) fn add(&mut self, value: &str, description: &str) {
        if !value.is_empty() && !value.contains(char::is_control) {
            let description = description.lines().next().unwrap_or_default().replace(char::is_control, " ");
            self.values.push(Candidate { value: value.to_owned(), description });
        }
    }

    /// Adds other candidates.
    pub(super) fn extend(&mut self, other: Self) {
        self.values.extend(other.values);
        self.paths = self.paths.or(other.paths);
    }

    /// Adds a text before each value.
    pub(super) fn with_prefix(mut self, prefix: &str) -> Self {
        self.values.iter_mut().for_each(|candidate| candidate.value.insert_str(0, prefix));
        self
    }

    /// Removes the values that do not start with a text.
    pub(super) fn starting_with(mut self, text: &str) -> Self {
        self.values.retain(|candidate| candidate.value.starts_with(text));
        self
    }
}
