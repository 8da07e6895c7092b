//! Schema of the type `hocon_setting`.

#[marotte_sdk::package]
mod package {
    use crate::setting::Setting;

    /// Manages a setting in a file in HOCON, the format of the configuration of Puppet Server and of other programs on the
    /// JVM, or in JSON.
    ///
    /// The rest of the file is preserved, with its comments. A new setting is added to the object that contains others with the
    /// same beginning of the name, or at the end of the file. A missing file is created. References to other settings
    /// (`${name}`) are resolved when values are compared; files that the file includes are not read.
    ///
    /// **Autorequires:** the file, if it is managed.
    #[resource(
        name = "hocon_setting",
        title = "(.*)" => (setting),
        require(file = path),
        canonicalize,
        example = "hocon_setting { 'webserver.port':\n  path  => '/etc/acme.conf',\n  value => 8140,\n}",
        example = "hocon_setting { 'an origin':\n  path    => '/etc/acme.conf',\n  setting => 'cors.origins',\n  value   => \
                   'https://example.com',\n  type    => 'array_element',\n}"
    )]
    #[provider(name = "ruby", by = crate::Hocon, docs = "Named as in the module; it needs neither Ruby nor a gem.")]
    pub struct HoconSetting {
        /// Whether the file has the setting. With the type `array_element`, whether its array has one of the values.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// The name of the setting: keys separated by dots. A key with other characters than letters, digits, `_` and `-` is
        /// written in double quotes. Defaults to the title.
        #[parameter(namevar, default = "")]
        pub setting: String,

        /// The absolute path of the file. A file whose name ends with `.json` is JSON.
        #[parameter(namevar, default = "")]
        pub path: String,

        /// The value: a text, number or Boolean, an array or a hash. Required unless the setting is to be absent. Can contain
        /// Sensitive texts.
        #[property(data_type = "Any")]
        pub value: Option<Vec<Setting>>,

        /// The type that the value must have. Without it, an array with one element stands for the element.
        #[parameter]
        pub r#type: Option<Kind>,
    }

    /// States of a setting.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Ensure {
        /// The file has it.
        Present,
        /// The file does not have it.
        #[choice(absent)]
        Absent,
    }

    /// Types of values.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Kind {
        /// `true` or `false`.
        Boolean,
        /// A text, which is quoted.
        String,
        /// A value in HOCON, which is written as it is.
        Text,
        /// A number, which can be given as text.
        Number,
        /// An array, also with one element.
        Array,
        /// Elements that are added to an array, or removed from it.
        ArrayElement,
        /// A hash.
        Hash,
    }
}

pub use package::*;
