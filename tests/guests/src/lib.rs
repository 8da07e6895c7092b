//! Owns providers that misbehave, each in one way, and one that behaves. They are what the sandbox is tested with: nothing here is
//! ever to be copied.

mod outside;
mod stuck;
mod write;

pub use outside::OutsideProvider;
pub use stuck::{LoopProvider, MemoryProvider, PanicProvider};
pub use write::{WellBehavedProvider, WriteInGetProvider, WriteInNoopProvider};

/// The description of the types.
#[marotte_sdk::package]
pub mod schema {
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
        /// The folder beneath which it may write.
        #[parameter(required)]
        pub path: String,
        /// The way it takes.
        #[parameter(required)]
        pub how: Way,
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

    /// Ways out of a folder.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Way {
        /// By the other folder's own path.
        Direct,
        /// Through the link `out` in the folder.
        Symlink,
        /// Through `..`.
        Dots,
        /// Through a link that it makes itself, which the grant allows.
        OwnLink,
        /// To what such a link leads to: a new mode for the other folder, no file in it.
        Follow,
    }
}
