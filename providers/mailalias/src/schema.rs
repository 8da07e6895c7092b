//! Schema of the type `mailalias`.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::AbsolutePath;

    /// Manages an alias of the local mail system, which redirects mail for a name to recipients.
    ///
    /// An alias is written on one line; an alias with continuation lines, which begin with a space, is read as a whole.
    /// If the mail system uses an alias database, it must be rebuilt after a change: let the resource notify an `exec`
    /// of `newaliases`. Comments, blank lines and unmanaged aliases are preserved.
    #[resource(
        name = "mailalias",
        canonicalize,
        example = "mailalias { 'webmaster':\n  recipient => ['alice', 'bob@example.com'],\n}"
    )]
    #[provider(
        name = "aliases",
        by = crate::Aliases,
        instances,
        docs = "Edits individual lines of a text file."
    )]
    pub struct Mailalias {
        /// Whether the alias should exist.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// The recipients, one or a list: names, addresses, files, and commands after a `|`. Cannot be combined with
        /// `file`.
        #[property]
        pub recipient: Option<Vec<String>>,

        /// A file that contains the recipients. Cannot be combined with `recipient`.
        #[property]
        pub file: Option<AbsolutePath>,

        /// The file for the alias. An existing alias of this name in `/etc/aliases` is moved there.
        #[property(default = "/etc/aliases")]
        pub target: AbsolutePath,

        /// The name of the alias. Defaults to the title.
        #[parameter(namevar)]
        pub name: String,
    }
}

use marotte_sdk::prelude::*;
pub use package::*;

impl Canonicalize for Mailalias {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        if row.recipient.is_some() && row.file.is_some() {
            problems.error(row, None, "You cannot specify both a recipient and a file");
        }
        // A line that begins with whitespace continues the previous line.
        if row.name.is_empty()
            || row.name != row.name.trim()
            || row.name.starts_with('#')
            || row.name.contains([':', '\n', '\r'])
        {
            problems.error(row, MailaliasAttribute::Name, format!("Invalid alias name {:?}", row.name));
        }
        let recipients = row.recipient.iter().flatten().map(String::as_str);
        if recipients.chain(row.file.as_deref()).any(|recipient| recipient.contains(['\n', '\r'])) {
            problems.error(row, MailaliasAttribute::Recipient, "Recipients cannot include newlines");
        }
        if row.recipient.as_ref().is_some_and(|recipients| recipients.iter().any(String::is_empty)) {
            problems.error(row, MailaliasAttribute::Recipient, "Recipients cannot be empty");
        }
    }
}
