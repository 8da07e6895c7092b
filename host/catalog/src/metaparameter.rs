//! The closed set of metaparameters: attributes that every resource has and the host alone interprets.

/// An attribute that every resource has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Metaparameter {
    /// Another title by which references find it.
    Alias,
    /// Attributes whose changes are recorded without being managed.
    Audit,
    /// Comes before these.
    Before,
    /// The level of its log lines.
    Loglevel,
    /// Read only.
    Noop,
    /// Comes before these and refreshes them.
    Notify,
    /// Comes after these.
    Require,
    /// When it may be managed.
    Schedule,
    /// The run stage of a class.
    Stage,
    /// Comes after these and is refreshed by them.
    Subscribe,
    /// More tags.
    Tag,
}

impl Metaparameter {
    /// All of them, by name.
    pub const ALL: [Self; 11] = [
        Self::Alias,
        Self::Audit,
        Self::Before,
        Self::Loglevel,
        Self::Noop,
        Self::Notify,
        Self::Require,
        Self::Schedule,
        Self::Stage,
        Self::Subscribe,
        Self::Tag,
    ];

    /// Returns the metaparameter of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|m| m.name() == name)
    }

    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Alias => "alias",
            Self::Audit => "audit",
            Self::Before => "before",
            Self::Loglevel => "loglevel",
            Self::Noop => "noop",
            Self::Notify => "notify",
            Self::Require => "require",
            Self::Schedule => "schedule",
            Self::Stage => "stage",
            Self::Subscribe => "subscribe",
            Self::Tag => "tag",
        }
    }

    /// Returns whether its value names other resources.
    #[must_use]
    pub fn is_relationship(self) -> bool {
        matches!(self, Self::Before | Self::Notify | Self::Require | Self::Subscribe)
    }
}
