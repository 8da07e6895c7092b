//! Providers that need grants: hosts, environment variables, owners and modes, other resources. Each performs the
//! operation in its attributes, permitted or not, and passes on the result of the host.

mod fetcher;
mod finder;
mod leaker;
mod network;
mod owner;
mod seer;

pub use fetcher::FetcherProvider;
pub use finder::FinderProvider;
pub use leaker::LeakerProvider;
pub use network::AskerProvider;
pub use owner::OwnerProvider;
pub use seer::SeerProvider;

/// The description of the types.
#[marotte_sdk::package]
pub mod schema {
    use marotte_sdk::Text;

    /// Sends a request, and logs the response.
    #[resource(name = "asker")]
    #[provider(name = "asker", by = super::AskerProvider)]
    pub struct Asker {
        /// The title.
        #[parameter(namevar)]
        pub name: String,
        /// Whether it has asked.
        #[property(default = "present")]
        pub ensure: Ensure,
        /// The URL requested while reading.
        #[parameter]
        pub url: Option<String>,
        /// The URL changed by the resource.
        #[parameter]
        pub change: Option<String>,
        /// The URL requested without a grant by attribute.
        #[parameter]
        pub other: Option<String>,
        /// The method for changes: GET or POST.
        #[parameter]
        pub method: Option<String>,
        /// A header beside: its name.
        #[parameter]
        pub header: Option<String>,
        /// What the header holds.
        #[parameter]
        pub value: Option<Text>,
        /// The body that is sent.
        #[parameter]
        pub body: Option<String>,
        /// How long it waits, in milliseconds.
        #[parameter]
        pub patience: Option<i64>,
        /// As often it asks.
        #[parameter]
        pub times: Option<i64>,
    }

    /// Downloads a file.
    #[resource(name = "fetcher")]
    #[provider(name = "fetcher", by = super::FetcherProvider)]
    pub struct Fetcher {
        /// The file.
        #[parameter(namevar)]
        pub path: String,
        /// Whether it is there.
        #[property(default = "present")]
        pub ensure: Ensure,
        /// Where from.
        #[parameter(required)]
        pub url: String,
        /// The digest, by SHA-256.
        #[parameter]
        pub sha256: Option<String>,
        /// By way of a file on trial, with mode 0600.
        #[parameter]
        pub staged: Option<bool>,
        /// Something that only it should know.
        #[parameter]
        pub secret: Option<Text>,
        /// A second secret, which no grant lets other providers use.
        #[parameter]
        pub hidden: Option<Text>,
    }

    /// Changes owners and modes.
    #[resource(name = "owner")]
    #[provider(name = "owner", by = super::OwnerProvider)]
    pub struct Owner {
        /// The title.
        #[parameter(namevar)]
        pub name: String,
        /// Whether it is done.
        #[property(default = "present")]
        pub ensure: Ensure,
        /// The path that is changed.
        #[parameter(required)]
        pub path: String,
        /// How.
        #[parameter(required)]
        pub how: How,
    }

    /// Logs what of the environment it sees, and what its command does.
    #[resource(name = "seer")]
    #[provider(name = "seer", by = super::SeerProvider)]
    pub struct Seer {
        /// The variables, separated by commas.
        #[parameter(namevar)]
        pub name: String,
        /// Whether it has looked.
        #[property(default = "present")]
        pub ensure: Ensure,
    }

    /// Logs the resources of a type.
    #[resource(name = "finder", canonicalize)]
    #[provider(name = "finder", by = super::FinderProvider)]
    pub struct Finder {
        /// The type.
        #[parameter(namevar)]
        pub name: String,
        /// Whether it has looked.
        #[property(default = "present")]
        pub ensure: Ensure,
        /// The attributes.
        #[parameter(required)]
        pub columns: Vec<String>,
        /// A secret of its own, which it may see.
        #[parameter]
        pub own: Option<Text>,
    }

    /// Tries to find out a secret.
    #[resource(name = "leaker")]
    #[provider(name = "leaker", by = super::LeakerProvider)]
    pub struct Leaker {
        /// A file of its own.
        #[parameter(namevar)]
        pub path: String,
        /// Whether it has tried.
        #[property(default = "present")]
        pub ensure: Ensure,
        /// The secret, which it may not see.
        #[parameter]
        pub secret: Option<Text>,
        /// The attribute of a fetcher that has the secret.
        #[parameter]
        pub found: Option<String>,
        /// The suffix of backups.
        #[parameter]
        pub backup: Option<String>,
        /// How it tries.
        #[parameter(required)]
        pub how: Leak,
    }

    /// Ways to find out a secret. All but the first four write it to a file first.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Leak {
        /// Reads the file that an earlier run has written.
        Later,
        /// Its digest.
        Digest,
        /// As the input of a command that prints its input.
        Input,
        /// Within a line of a file.
        Line,
        /// Reads the file.
        Read,
        /// Reads the file as text.
        ReadText,
        /// The digest of the file.
        ReadDigest,
        /// The difference from another content.
        Diff,
        /// Reads a copy that the host has made.
        Copy,
        /// Reads the file under another name.
        Rename,
        /// Reads the backup of the file.
        Backup,
        /// Reads a file on trial.
        Staged,
        /// Compares the file with all numbers of four digits.
        Guess,
        /// As the input of a command, from the file.
        File,
        /// By a command that could read the file.
        Command,
        /// Reads the file once it has another content.
        Replaced,
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

    /// Ways to change owners and modes.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum How {
        /// A new file with the suid bit.
        WriteSuid,
        /// Sets the suid bit on the existing object.
        Suid,
        /// Sets the sgid bit on the existing object.
        Sgid,
        /// A file on trial with the suid bit.
        StageSuid,
        /// A file that belongs nowhere, with the suid bit.
        TemporarySuid,
        /// Replaces the content of the existing object.
        Rewrite,
        /// Gives the existing object another owner.
        Chown,
        /// Keeps the owner of the existing object.
        Keep,
        /// A new directory for another owner.
        Directory,
        /// A new link for another owner.
        Link,
        /// A plain mode.
        Mode,
    }
}
