//! Providers that each misbehave in one way, and a well-behaved one, for tests of the sandbox. This code is not an
//! example to copy.

mod outside;
mod stuck;
mod trick;
mod write;

pub use outside::OutsideProvider;
pub use stuck::{LoopProvider, MemoryProvider, PanicProvider};
pub use trick::{OpenProvider, TrickProvider};
pub use write::{WellBehavedProvider, WriteInGetProvider, WriteInNoopProvider};

/// Schema of the types.
#[marotte_sdk::package]
pub mod schema {
    use marotte_sdk::Text;

    /// Never comes back from reading.
    #[resource(name = "hostile_loop")]
    #[provider(name = "hostile_loop", by = super::LoopProvider)]
    pub struct HostileLoop {
        /// The title.
        #[parameter(namevar)]
        pub name: String,
        /// Whether the resource exists.
        #[property(default = "present")]
        pub ensure: Ensure,
    }

    /// Allocates memory without end while reading.
    #[resource(name = "hostile_memory")]
    #[provider(name = "hostile_memory", by = super::MemoryProvider)]
    pub struct HostileMemory {
        /// The title.
        #[parameter(namevar)]
        pub name: String,
        /// Whether the resource exists.
        #[property(default = "present")]
        pub ensure: Ensure,
    }

    /// Panics while reading.
    #[resource(name = "hostile_panic")]
    #[provider(name = "hostile_panic", by = super::PanicProvider)]
    pub struct HostilePanic {
        /// The title.
        #[parameter(namevar)]
        pub name: String,
        /// Whether the resource exists.
        #[property(default = "present")]
        pub ensure: Ensure,
    }

    /// Writes while reading.
    #[resource(name = "hostile_write_in_get")]
    #[provider(name = "hostile_write_in_get", by = super::WriteInGetProvider)]
    pub struct HostileWriteInGet {
        /// The title.
        #[parameter(namevar)]
        pub name: String,
        /// Whether the resource exists.
        #[property(default = "present")]
        pub ensure: Ensure,
        /// The file to write.
        #[parameter(required)]
        pub path: String,
    }

    /// Reports its resource as absent in each run, and writes when it is set.
    #[resource(name = "hostile_write_in_noop")]
    #[provider(name = "hostile_write_in_noop", by = super::WriteInNoopProvider)]
    pub struct HostileWriteInNoop {
        /// The title.
        #[parameter(namevar)]
        pub name: String,
        /// Whether the resource exists.
        #[property(default = "present")]
        pub ensure: Ensure,
        /// The file to write.
        #[parameter(required)]
        pub path: String,
    }

    /// Writes to `/elsewhere` without a grant.
    #[resource(name = "hostile_outside")]
    #[provider(name = "hostile_outside", by = super::OutsideProvider)]
    pub struct HostileOutside {
        /// The title.
        #[parameter(namevar)]
        pub name: String,
        /// Whether the resource exists.
        #[property(default = "present")]
        pub ensure: Ensure,
        /// The directory with a write grant.
        #[parameter(required)]
        pub path: String,
        /// The way out of the directory.
        #[parameter(required)]
        pub how: Way,
    }

    /// Performs an attack in one of its calls.
    #[resource(name = "hostile", canonicalize, relate)]
    #[provider(name = "hostile", by = super::TrickProvider, refresh, generate, expand)]
    pub struct Hostile {
        /// The title.
        #[parameter(namevar)]
        pub name: String,
        /// Whether the resource exists.
        #[property(default = "present")]
        pub ensure: Ensure,
        /// The attack.
        #[parameter(default = "nothing")]
        pub trick: Trick,
        /// The call in which the attack is performed.
        #[parameter(default = "get")]
        pub call: Call,
        /// A file with a grant.
        #[parameter]
        pub path: Option<String>,
        /// A file without a grant.
        #[parameter]
        pub other: Option<String>,
        /// A secret without a grant.
        #[parameter]
        pub password: Option<Text>,
        /// A command given in the manifest.
        #[parameter]
        pub command: Option<String>,
    }

    /// Panics when the provider is opened.
    #[resource(name = "hostile_open")]
    #[provider(name = "hostile_open", by = super::OpenProvider)]
    pub struct HostileOpen {
        /// The title.
        #[parameter(namevar)]
        pub name: String,
        /// Whether the resource exists.
        #[property(default = "present")]
        pub ensure: Ensure,
    }

    /// Creates a file if it is missing.
    #[resource(name = "well_behaved")]
    #[provider(name = "well_behaved", by = super::WellBehavedProvider)]
    pub struct WellBehaved {
        /// The title.
        #[parameter(namevar)]
        pub name: String,
        /// Whether the resource exists.
        #[property(default = "present")]
        pub ensure: Ensure,
        /// The file to create.
        #[parameter(required)]
        pub path: String,
    }

    /// Presence.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Ensure {
        /// Exists.
        Present,
        /// Does not exist.
        #[choice(absent)]
        Absent,
    }

    /// Ways out of a directory.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Way {
        /// By the path of the other directory.
        Direct,
        /// Through the link `out` in the directory.
        Symlink,
        /// Through `..`.
        Dots,
        /// Through a link that the component creates, which the grant allows.
        OwnLink,
        /// Through such a link: sets the mode of the other directory itself.
        Follow,
    }

    /// Calls of the host in which an attack can be performed.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Call {
        /// Normalisation of values, without access to the system.
        Canonicalize,
        /// Automatic relations, without access to the system.
        Relate,
        /// Generation of resources before the run.
        Generate,
        /// Generation of resources when the resource is applied.
        Expand,
        /// Reading.
        Get,
        /// Writing.
        Set,
        /// Refreshing.
        Refresh,
    }

    /// Attacks.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Trick {
        /// None.
        Nothing,
        /// Panics.
        Panic,
        /// Never returns.
        Loop,
        /// Searches for a pattern with a huge program in a long text.
        Search,
        /// Calls itself without end.
        Recursion,
        /// Allocates memory without end.
        Hoard,
        /// Logs without end.
        LogLines,
        /// Logs a line that is too long.
        LogLine,
        /// Prints without end.
        Print,
        /// Calls the host without end.
        Calls,
        /// Sleeps for longer than the limit.
        Sleep,
        /// Returns an error message of 20 MiB.
        HugeError,
        /// Returns an error message with terminal control characters.
        EscapeError,
        /// Reads the environment and arguments of the host.
        Environment,
        /// Opens a file of the host through WASI.
        Files,
        /// Requests the value of the password.
        Reveal,
        /// Writes a secret by a token that it was not given.
        ForgedToken,
        /// Writes the password to a file a million times.
        SecretFlood,
        /// Writes the file of another resource.
        Other,
        /// Reads the file of another resource.
        ReadOther,
        /// Makes its file world-writable.
        Mode,
        /// Writes its file.
        Write,
        /// Writes the other file repeatedly.
        Writes,
        /// Passes more data in one call than the host accepts.
        Questions,
        /// Stages files without end.
        Stage,
        /// Runs a query that never ends.
        SlowQuery,
        /// Runs a query that prints too much.
        FloodQuery,
        /// Runs a query that writes a file.
        LyingQuery,
        /// Runs a query that opens a network connection.
        ChattyQuery,
        /// Runs the line in `other` as a query and logs its output.
        OwnQuery,
        /// Writes its file twice, with a backup of the first content under the suffix in `other`.
        Backup,
        /// Writes the password to its file, and logs in hexadecimal all attempts to read, digest and compare
        /// it.
        Oracle,
        /// The same as `Oracle` with the passwords of all other resources.
        Steal,
        /// Renames the other file to its own path, and its own file to the other path.
        Rename,
        /// Creates its directory with all parents.
        Parents,
        /// Sets PATH so that its own file is run instead of the granted command.
        OwnTool,
        /// Sets LD_PRELOAD to load its own code into the granted command.
        OwnCode,
        /// Replaces the command given in the manifest.
        OwnCommand,
        /// Replaces the granted path in `canonicalize`.
        OwnGrant,
        /// Generates resources that generate resources without end.
        Offspring,
    }
}
