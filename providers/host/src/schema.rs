//! Schema of the type `host`.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::AbsolutePath;

    use crate::value::{Address, Alias, Comment, Name};

    /// Manages an entry of the table of hosts, `/etc/hosts`: which address a name has, without asking any server.
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
        docs = "Changes the lines of a text file."
    )]
    pub struct Host {
        /// Whether there is such an entry.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// The address, of IPv4 or IPv6. Every entry has one: without it none can be made.
        #[property]
        pub ip: Option<Address>,

        /// Other names of the host, in this order. An empty list takes them all away.
        #[property]
        pub host_aliases: Option<Vec<Alias>>,

        /// What stands behind a `#` at the end of the line. The empty text takes it away.
        #[property]
        pub comment: Option<Comment>,

        /// The file that the entry belongs into. An entry of this name in `/etc/hosts` is moved here.
        #[property(default = "/etc/hosts")]
        pub target: AbsolutePath,

        /// The name of the host. The title, unless it is given here.
        #[parameter(namevar)]
        pub name: Name,
    }
}

pub use package::*;
