//! Metaparameters: attributes that every resource has and that only the host interprets.

/// A metaparameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Metaparameter {
    /// An additional title for references.
    Alias,
    /// Attributes whose changes are recorded but not managed.
    Audit,
    /// Resources that come after this one.
    Before,
    /// The level of the resource's log messages.
    Loglevel,
    /// Whether changes are only reported.
    Noop,
    /// Resources that come after this one and are refreshed by it.
    Notify,
    /// Resources that come before this one.
    Require,
    /// The schedule that restricts when the resource is managed.
    Schedule,
    /// The run stage of a class.
    Stage,
    /// Resources that come before this one and refresh it.
    Subscribe,
    /// Additional tags.
    Tag,
}

impl Metaparameter {
    /// All metaparameters, by name.
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

    /// Returns the metaparameter with this name.
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

    /// Returns whether the value refers to other resources.
    #[must_use]
    pub fn is_relationship(self) -> bool {
        matches!(self, Self::Before | Self::Notify | Self::Require | Self::Subscribe)
    }
}
