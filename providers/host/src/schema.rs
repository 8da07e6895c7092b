//! Schema of the type `host`.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::AbsolutePath;

    use crate::value::{Address, Alias, Comment, Name};

    /// Manages an entry of the hosts file `/etc/hosts`, which maps names to addresses.
    ///
    /// Entries are identified by their name, the first one after the address. If several entries have the
    /// same name, the resource refers to the last one, and `ensure => absent` removes all of them. Comments,
    /// blank lines, and lines that belong to no resource are left as they are.
    #[resource(
        name = "host",
        example = "host { 'db.example.com':\n  ip           => '192.0.2.7',\n  host_aliases => ['db', 'db1'],\n  comment      \
                   => 'the database',\n}"
    )]
    #[provider(
        name = "parsed",
        by = crate::Parsed,
        instances,
        docs = "Edits individual lines of a text file."
    )]
    pub struct Host {
        /// Whether the entry should exist.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// The IPv4 or IPv6 address of the host. Required to create an entry.
        #[property]
        pub ip: Option<Address>,

        /// Other names of the host, in this order. An empty list removes all of them.
        #[property]
        pub host_aliases: Option<Vec<Alias>>,

        /// A comment at the end of the line, after a `#`. An empty text removes it.
        #[property]
        pub comment: Option<Comment>,

        /// The file for the entry. An existing entry of this name in `/etc/hosts` is moved there.
        #[property(default = "/etc/hosts")]
        pub target: AbsolutePath,

        /// The name of the host. Defaults to the title.
        #[parameter(namevar)]
        pub name: Name,
    }
}

pub use package::*;
