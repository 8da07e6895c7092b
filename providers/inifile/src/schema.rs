//! Schemas of the types `ini_setting` and `ini_subsetting`.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::AbsolutePath;

    use crate::value::{Key, PartPosition, TrimmedText};

    /// Manages a setting in a file of settings in sections.
    ///
    /// Everything else in the file stays as it is: comments, order, indentation, blanks around separators. A new setting goes
    /// below a comment that looks like it, or to the end of its section; a section that loses its last line goes too. A
    /// setting that stands there several times is changed each time.
    ///
    /// **Relations by themselves**: the directory of the file comes first, if it is managed.
    #[resource(
        name = "ini_setting",
        canonicalize,
        relate,
        example = "ini_setting { 'the port of the app':\n  path    => '/etc/app.ini',\n  section => 'server',\n  setting \
                   => 'port',\n  value   => '8080',\n}"
    )]
    #[provider(name = "ruby", by = crate::Settings, refresh, docs = "Reads and writes the file as a whole.")]
    pub struct IniSetting {
        /// Whether the setting is there; without `setting`, whether the section is. Only an empty section can be made absent.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// The value. It may be Sensitive; numbers and Booleans are taken too. Blanks at its ends don't count.
        #[property]
        pub value: Option<TrimmedText>,

        /// What this resource is called; nothing follows from it.
        #[parameter(namevar)]
        pub name: String,

        /// The section. The empty text is what stands before the first one.
        #[parameter(default = "")]
        pub section: String,

        /// The name of the setting. Without it the resource is about the section.
        #[parameter]
        pub setting: Option<Key>,

        /// Whether to create a missing section. If not, the setting is skipped.
        #[parameter(default = true)]
        pub force_new_section_creation: bool,

        /// The file. It is made if it is not there.
        #[parameter(required)]
        pub path: AbsolutePath,

        /// How values are shown when they change. Whatever it says, they are only shown where differences are.
        #[parameter(default = "true")]
        pub show_diff: ShowDiff,

        /// What a new setting has between its name and its value. Without its blanks it is what names end at.
        #[parameter(default = " = ")]
        pub key_val_separator: String,

        /// What stands before the name of a section.
        #[parameter(default = "[")]
        pub section_prefix: String,

        /// What stands behind the name of a section.
        #[parameter(default = "]")]
        pub section_suffix: String,

        /// What a new setting is indented with.
        #[parameter(default = " ")]
        pub indent_char: String,

        /// How often `indent_char` stands before a new setting. Without it a setting begins as its neighbours do.
        #[parameter]
        pub indent_width: Option<u32>,

        /// Change the setting only because another resource has changed, never otherwise.
        #[parameter(default = false)]
        pub refreshonly: bool,
    }

    /// Manages one part of a value in a file of settings: one option in a line of options.
    ///
    /// The value is taken apart at the separators; other parts stay as they are. Quotes around the whole are kept. A part
    /// with a value of its own is found by its name and what stands between the two: `-Xmx` and nothing in `-Xmx512m`.
    #[resource(
        name = "ini_subsetting",
        canonicalize,
        example = "ini_subsetting { 'the memory of the app':\n  path              => '/etc/app.conf',\n  setting           => \
                   'JAVA_ARGS',\n  subsetting        => '-Xmx',\n  value             => '512m',\n  key_val_separator => \
                   '=',\n  quote_char        => '\"',\n}"
    )]
    #[provider(name = "ruby", by = crate::Subsettings, docs = "Reads and writes the file as a whole.")]
    pub struct IniSubsetting {
        /// Whether the part is there.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// The value of the part. Not Sensitive: the rest of the line is no secret either.
        #[property]
        pub value: Option<TrimmedText>,

        /// What this resource is called; nothing follows from it.
        #[parameter(namevar)]
        pub name: String,

        /// The section. The empty text is what stands before the first one.
        #[parameter(default = "")]
        pub section: String,

        /// The name of the setting that the part belongs to.
        #[parameter(required)]
        pub setting: Key,

        /// The name of the part.
        #[parameter(required)]
        pub subsetting: String,

        /// What stands between two parts.
        #[parameter(default = " ")]
        pub subsetting_separator: String,

        /// What stands between the name of a part and its value.
        #[parameter(default = "")]
        pub subsetting_key_val_separator: String,

        /// The file. It is made if it is not there.
        #[parameter(required)]
        pub path: AbsolutePath,

        /// How values are shown when they change. Whatever it says, they are only shown where differences are.
        #[parameter(default = "true")]
        pub show_diff: ShowDiff,

        /// What a new setting has between its name and its value. Without its blanks it is what names end at.
        #[parameter(default = " = ")]
        pub key_val_separator: String,

        /// What to put around the whole value if it has no quotes yet: nothing, `"` or `'`.
        #[parameter(default = "")]
        pub quote_char: String,

        /// Whether parts are compared as a whole. For parts that have no value.
        #[parameter(default = "false")]
        pub use_exact_match: Switch,

        /// Where a new part goes.
        #[parameter(default = "end")]
        pub insert_type: InsertType,

        /// The part that `before` and `after` mean, or the number that `index` means.
        #[parameter(data_type = "Variant[String, Integer]")]
        pub insert_value: Option<PartPosition>,

        /// Whether the setting goes with its last part. If not, it is left empty.
        #[parameter(default = "false")]
        pub delete_if_empty: Switch,
    }

    /// How values are shown.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum ShowDiff {
        /// As they are.
        #[choice(aliases("yes"))]
        True,
        /// As a digest.
        Md5,
        /// Not at all.
        #[choice(aliases("no"))]
        False,
    }

    /// Where a new part goes.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum InsertType {
        /// To the beginning.
        Start,
        /// To the end.
        End,
        /// Before the part that `insert_value` names, or to the end.
        Before,
        /// Behind the part that `insert_value` names, or to the end.
        After,
        /// Behind as many parts as `insert_value` says.
        Index,
    }

    /// Yes or no.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Switch {
        /// Yes.
        True,
        /// No.
        False,
    }
}

pub use package::*;
