//! Schemas of the types `ini_setting` and `ini_subsetting`.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::AbsolutePath;

    use crate::value::{Key, PartPosition, TrimmedText};

    /// Manages a setting in an INI file.
    ///
    /// Comments, order, indentation and the spaces around separators in the rest of the file are preserved. A new
    /// setting is added below a commented-out setting of the same name, or at the end of its section; a section without
    /// remaining lines is removed. If a setting occurs several times, all occurrences are changed.
    ///
    /// **Autorequires:** the directory of the file, if it is managed.
    #[resource(
        name = "ini_setting",
        canonicalize,
        relate,
        example = "ini_setting { 'the port of the app':\n  path    => '/etc/app.ini',\n  section => 'server',\n  setting \
                   => 'port',\n  value   => '8080',\n}"
    )]
    #[provider(name = "ruby", by = crate::Settings, refresh, docs = "Reads and writes the whole file.")]
    pub struct IniSetting {
        /// Whether the setting should exist, or the section if `setting` is not set. A section is removed only if it is
        /// empty.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// The value. Can be Sensitive, a number or a Boolean. Leading and trailing whitespace is ignored.
        #[property]
        pub value: Option<TrimmedText>,

        /// An arbitrary name for the resource; it has no effect.
        #[parameter(namevar)]
        pub name: String,

        /// The section. An empty text means the settings before the first section.
        #[parameter(default = "")]
        pub section: String,

        /// The name of the setting. If not set, the section itself is managed.
        #[parameter]
        pub setting: Option<Key>,

        /// Whether to create a missing section. If not, the setting is skipped.
        #[parameter(default = true)]
        pub force_new_section_creation: bool,

        /// The path of the file. It is created if missing.
        #[parameter(required)]
        pub path: AbsolutePath,

        /// How values are shown in messages. They are shown only if differences are shown at all.
        #[parameter(default = "true")]
        pub show_diff: ShowDiff,

        /// The separator between the name and the value of a new setting. Names in the file end at this separator,
        /// ignoring spaces around it.
        #[parameter(default = " = ")]
        pub key_val_separator: String,

        /// The text before the name of a section.
        #[parameter(default = "[")]
        pub section_prefix: String,

        /// The text after the name of a section.
        #[parameter(default = "]")]
        pub section_suffix: String,

        /// The text used to indent a new setting.
        #[parameter(default = " ")]
        pub indent_char: String,

        /// How often to repeat `indent_char` before a new setting. By default, a new setting is indented like its
        /// neighbours.
        #[parameter]
        pub indent_width: Option<u32>,

        /// Whether to change the setting only on refresh.
        #[parameter(default = false)]
        pub refreshonly: bool,
    }

    /// Manages a part of a value in an INI file, such as one option of a list of options.
    ///
    /// The value is split at the separators; other parts and the quotes around the value are preserved. A part with a
    /// value of its own is identified by its name and the separator after it: in `-Xmx512m`, by `-Xmx` with an empty
    /// separator.
    #[resource(
        name = "ini_subsetting",
        canonicalize,
        example = "ini_subsetting { 'the memory of the app':\n  path              => '/etc/app.conf',\n  setting           => \
                   'JAVA_ARGS',\n  subsetting        => '-Xmx',\n  value             => '512m',\n  key_val_separator => \
                   '=',\n  quote_char        => '\"',\n}"
    )]
    #[provider(name = "ruby", by = crate::Subsettings, docs = "Reads and writes the whole file.")]
    pub struct IniSubsetting {
        /// Whether the part should exist.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// The value of the part. It cannot be Sensitive, since the rest of the line is not.
        #[property]
        pub value: Option<TrimmedText>,

        /// An arbitrary name for the resource; it has no effect.
        #[parameter(namevar)]
        pub name: String,

        /// The section. An empty text means the settings before the first section.
        #[parameter(default = "")]
        pub section: String,

        /// The name of the setting that contains the part.
        #[parameter(required)]
        pub setting: Key,

        /// The name of the part.
        #[parameter(required)]
        pub subsetting: String,

        /// The separator between parts.
        #[parameter(default = " ")]
        pub subsetting_separator: String,

        /// The separator between the name and the value of a part.
        #[parameter(default = "")]
        pub subsetting_key_val_separator: String,

        /// The path of the file. It is created if missing.
        #[parameter(required)]
        pub path: AbsolutePath,

        /// How values are shown in messages. They are shown only if differences are shown at all.
        #[parameter(default = "true")]
        pub show_diff: ShowDiff,

        /// The separator between the name and the value of a new setting. Names in the file end at this separator,
        /// ignoring spaces around it.
        #[parameter(default = " = ")]
        pub key_val_separator: String,

        /// The quotes to put around a value that is not quoted yet: none, `"` or `'`.
        #[parameter(default = "")]
        pub quote_char: String,

        /// Whether to compare parts as a whole, for parts without a value.
        #[parameter(default = "false")]
        pub use_exact_match: Switch,

        /// The position of a new part.
        #[parameter(default = "end")]
        pub insert_type: InsertType,

        /// The part to which `before` and `after` refer, or the number for `index`.
        #[parameter(data_type = "Variant[String, Integer]")]
        pub insert_value: Option<PartPosition>,

        /// Whether to remove the setting with its last part; otherwise its value is left empty.
        #[parameter(default = "false")]
        pub delete_if_empty: Switch,
    }

    /// How values are shown in messages.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum ShowDiff {
        /// In plain text.
        #[choice(aliases("yes"))]
        True,
        /// As a digest.
        Md5,
        /// Not at all.
        #[choice(aliases("no"))]
        False,
    }

    /// The position of a new part.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum InsertType {
        /// At the beginning.
        Start,
        /// At the end.
        End,
        /// Before the part in `insert_value`, or at the end if it does not exist.
        Before,
        /// After the part in `insert_value`, or at the end if it does not exist.
        After,
        /// After as many parts as given by `insert_value`.
        Index,
    }

    /// A Boolean.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Switch {
        /// Yes.
        True,
        /// No.
        False,
    }
}

pub use package::*;
