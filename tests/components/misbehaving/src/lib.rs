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

/// The description of the types.
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
        /// Whether it is there.
        #[property(default = "present")]
        pub ensure: Ensure,
    }

    /// Asks for more and more memory while reading.
    #[resource(name = "hostile_memory")]
    #[provider(name = "hostile_memory", by = super::MemoryProvider)]
    pub struct HostileMemory {
        /// The title.
        #[parameter(namevar)]
        pub name: String,
        /// Whether it is there.
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
        /// Whether it is there.
        #[property(default = "present")]
        pub ensure: Ensure,
    }

    /// Writes while it should only read.
    #[resource(name = "hostile_write_in_get")]
    #[provider(name = "hostile_write_in_get", by = super::WriteInGetProvider)]
    pub struct HostileWriteInGet {
        /// The title.
        #[parameter(namevar)]
        pub name: String,
        /// Whether it is there.
        #[property(default = "present")]
        pub ensure: Ensure,
        /// The file that it writes.
        #[parameter(required)]
        pub path: String,
    }

    /// Says that it is never there, and writes when it is to make it so.
    #[resource(name = "hostile_write_in_noop")]
    #[provider(name = "hostile_write_in_noop", by = super::WriteInNoopProvider)]
    pub struct HostileWriteInNoop {
        /// The title.
        #[parameter(namevar)]
        pub name: String,
        /// Whether it is there.
        #[property(default = "present")]
        pub ensure: Ensure,
        /// The file that it writes.
        #[parameter(required)]
        pub path: String,
    }

    /// Writes into `/elsewhere`, where it has no business.
    #[resource(name = "hostile_outside")]
    #[provider(name = "hostile_outside", by = super::OutsideProvider)]
    pub struct HostileOutside {
        /// The title.
        #[parameter(namevar)]
        pub name: String,
        /// Whether it is there.
        #[property(default = "present")]
        pub ensure: Ensure,
        /// The directory below which it may write.
        #[parameter(required)]
        pub path: String,
        /// The way it takes.
        #[parameter(required)]
        pub how: Way,
    }

    /// Plays a trick in one of its calls.
    #[resource(name = "hostile", canonicalize, relate)]
    #[provider(name = "hostile", by = super::TrickProvider, refresh, generate, expand)]
    pub struct Hostile {
        /// The title.
        #[parameter(namevar)]
        pub name: String,
        /// Whether it is there.
        #[property(default = "present")]
        pub ensure: Ensure,
        /// The trick.
        #[parameter(default = "nothing")]
        pub trick: Trick,
        /// The call that it is played in.
        #[parameter(default = "get")]
        pub call: Call,
        /// The file that is granted.
        #[parameter]
        pub path: Option<String>,
        /// A file that is not.
        #[parameter]
        pub other: Option<String>,
        /// A secret that is not granted.
        #[parameter]
        pub password: Option<Text>,
        /// A command of the manifest.
        #[parameter]
        pub command: Option<String>,
    }

    /// Panics before there is any row.
    #[resource(name = "hostile_open")]
    #[provider(name = "hostile_open", by = super::OpenProvider)]
    pub struct HostileOpen {
        /// The title.
        #[parameter(namevar)]
        pub name: String,
        /// Whether it is there.
        #[property(default = "present")]
        pub ensure: Ensure,
    }

    /// Makes a file if it is missing.
    #[resource(name = "well_behaved")]
    #[provider(name = "well_behaved", by = super::WellBehavedProvider)]
    pub struct WellBehaved {
        /// The title.
        #[parameter(namevar)]
        pub name: String,
        /// Whether it is there.
        #[property(default = "present")]
        pub ensure: Ensure,
        /// The file.
        #[parameter(required)]
        pub path: String,
    }

    /// Presence.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Ensure {
        /// There.
        Present,
        /// Not there.
        #[choice(absent)]
        Absent,
    }

    /// Ways out of a directory.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Way {
        /// By the other directory's own path.
        Direct,
        /// Through the link `out` in the directory.
        Symlink,
        /// Through `..`.
        Dots,
        /// Through a link that it makes itself, which the grant allows.
        OwnLink,
        /// To what such a link leads to: a new mode for the other directory, no file in it.
        Follow,
    }

    /// Calls of the host in which a trick can be played.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Call {
        /// Munging, where nothing can be touched.
        Canonicalize,
        /// As before, for relations.
        Relate,
        /// Making resources before the run.
        Generate,
        /// Making resources at its turn.
        Expand,
        /// Reading.
        Get,
        /// Writing.
        Set,
        /// Reacting.
        Refresh,
    }

    /// Tricks.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Trick {
        /// None.
        Nothing,
        /// Panics.
        Panic,
        /// Never comes back.
        Loop,
        /// Calls itself without end.
        Recursion,
        /// Asks for more and more memory.
        Hoard,
        /// Logs without end.
        LogLines,
        /// Logs one line that is too long.
        LogLine,
        /// Prints without end.
        Print,
        /// Calls the host without end.
        Calls,
        /// Sleeps for longer than the host lives.
        Sleep,
        /// Says much too much of what went wrong.
        HugeError,
        /// Writes control characters for terminals in an error message.
        EscapeError,
        /// Looks for the host's environment and arguments.
        Environment,
        /// Looks for the host's files.
        Files,
        /// Wants to see the password.
        Reveal,
        /// Puts a secret into a file that it was never given.
        ForgedToken,
        /// Puts the password into a file a million times.
        SecretFlood,
        /// Writes the file of another resource.
        Other,
        /// Reads it.
        ReadOther,
        /// Makes its file everybody's.
        Mode,
        /// Writes its file.
        Write,
        /// Writes the other file very often.
        Writes,
        /// Asks more at once than the host takes.
        Questions,
        /// Stages files without end.
        Stage,
        /// Runs a query that never ends.
        SlowQuery,
        /// Runs a query that says too much.
        FloodQuery,
        /// Runs a query that writes.
        LyingQuery,
        /// Runs a query that speaks to another machine.
        ChattyQuery,
        /// Runs the line in `other` as a query and logs its output.
        OwnQuery,
        /// Writes its file twice, and keeps the first content under the name with the suffix in `other`.
        Backup,
        /// Writes the password to its file, and logs in hexadecimal all attempts to read, digest and compare
        /// it.
        Oracle,
        /// The same with the passwords of all other resources.
        Steal,
        /// Moves the other file to its own, and its own to the other.
        Rename,
        /// Makes its directory and all above it.
        Parents,
        /// Wants a file of its own to be run in place of the granted command.
        OwnTool,
        /// Wants code of its own to be loaded into the granted command.
        OwnCode,
        /// Wants another command to be run than the manifest's.
        OwnCommand,
        /// Says that the manifest granted another file.
        OwnGrant,
        /// Asks for a resource that asks for a resource, and so on.
        Offspring,
    }
}
