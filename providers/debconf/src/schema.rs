//! Schema of the type `debconf`.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::Text;

    /// Manages the answer to a question in the debconf database of Debian and its derivatives.
    ///
    /// Packages read these answers when they are installed or reconfigured; changing an answer does not reconfigure an
    /// installed package. With `absent`, the package no longer uses the question, which is removed when no other package
    /// uses it.
    #[resource(
        name = "debconf",
        canonicalize,
        example = "debconf { 'tzdata/Areas':\n  type  => 'select',\n  value => 'Europe',\n}",
        example = "debconf { 'start at boot':\n  item    => 'shared/acme-start',\n  package => 'acme-server',\n  type    => 'boolean',\n  \
                   value   => 'true',\n  seen    => true,\n}"
    )]
    #[provider(
        name = "debian",
        by = crate::Database,
        confine(
            fact("os.family", "Debian"),
            command("debconf-communicate"),
            command("debconf-set-selections"),
            path("/var/cache/debconf")
        ),
        docs = "Uses the commands `debconf-communicate` and `debconf-set-selections`."
    )]
    pub struct Debconf {
        /// Whether the answer should exist.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// The name of the resource, and the name of the question if `item` is not set. Defaults to the title.
        #[parameter(namevar)]
        pub name: String,

        /// The name of the question: a package, a slash and the rest of the name, such as `tzdata/Areas`. With different
        /// titles, the same question can be managed for several packages.
        #[parameter(data_type = "Pattern[/\\A[a-z0-9][a-z0-9:.+-]+\\/[a-zA-Z0-9\\/_.+-]+\\z/]")]
        pub item: Option<String>,

        /// The package to which the question belongs. The default is the part of its name before the first slash.
        #[parameter(data_type = "Pattern[/\\A[a-z0-9][a-z0-9:.+-]+\\z/]")]
        pub package: Option<String>,

        /// The type of the question. Required unless `ensure` is `absent`.
        #[parameter]
        pub r#type: Option<Kind>,

        /// The answer, one line. Leading and trailing whitespace is removed. Can be Sensitive.
        #[property]
        pub value: Option<Text>,

        /// Whether the question counts as answered, so that it is not asked again.
        #[property]
        pub seen: Option<Seen>,
    }

    /// Types of questions.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Kind {
        /// A text.
        String,
        /// `true` or `false`.
        Boolean,
        /// One of several choices.
        Select,
        /// Any number of several choices, separated by commas.
        Multiselect,
        /// A note, which has no answer.
        Note,
        /// A longer text.
        Text,
        /// A password.
        Password,
        /// A title, which has no answer.
        Title,
    }

    /// Whether a question counts as answered.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Seen {
        /// It does.
        True,
        /// It does not.
        False,
    }
}

pub use package::*;

impl Kind {
    /// Returns its name in the database.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Boolean => "boolean",
            Self::Select => "select",
            Self::Multiselect => "multiselect",
            Self::Note => "note",
            Self::Text => "text",
            Self::Password => "password",
            Self::Title => "title",
        }
    }
}

impl Debconf {
    /// Returns the name of the question.
    pub(crate) fn question(&self) -> &str {
        self.item.as_deref().unwrap_or(&self.name)
    }

    /// Returns the package to which the question belongs.
    pub(crate) fn owner(&self) -> &str {
        let question = self.question();
        self.package.as_deref().unwrap_or_else(|| question.split_once('/').map_or(question, |(package, _)| package))
    }
}
