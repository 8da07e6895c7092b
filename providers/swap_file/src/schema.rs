//! Schema of the type `swap_file`.

#[marotte_sdk::package]
mod package {
    use crate::swapon::Number;

    /// Manages whether a file is used as swap space.
    ///
    /// The file must exist, with the size of the swap space: its content is overwritten when it is prepared. The type does not create
    /// or remove it, and does not change `/etc/fstab`.
    #[resource(
        name = "swap_file",
        canonicalize,
        example = "exec { '/usr/bin/fallocate -l 512M /swapfile':\n  creates => '/swapfile',\n  umask   => '0077',\n}\n-> swap_file { \
                   '/swapfile':\n  ensure => present,\n}"
    )]
    #[provider(
        name = "linux",
        by = crate::Swapon,
        instances,
        confine(fact("kernel", "Linux"), command("swapon"), command("swapoff"), command("mkswap")),
        docs = "Uses the commands `mkswap`, `swapon` and `swapoff`."
    )]
    pub struct SwapFile {
        /// Whether the file is used as swap space. The file is prepared with `mkswap` first.
        #[property]
        pub ensure: Option<Ensure>,

        /// The absolute path of the file. Defaults to the title.
        #[parameter(namevar)]
        pub file: String,

        /// The kind of swap space: `file` or `partition`. Cannot be changed.
        #[property]
        pub r#type: Option<String>,

        /// The size in KiB. Cannot be changed.
        #[property(data_type = "Any")]
        pub size: Option<Number>,

        /// The size in use, in KiB. Cannot be changed.
        #[property(data_type = "Any")]
        pub used: Option<Number>,

        /// The priority. Cannot be changed.
        #[property(data_type = "Any")]
        pub priority: Option<Number>,
    }
}

pub use package::*;
