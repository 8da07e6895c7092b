//! Schema of the type `mailalias`.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::AbsolutePath;

    /// Manages an alias of the local mail system: to whom mail goes that is for a name.
    ///
    /// An alias is written on one line; an alias continued on lines that begin with a space is read as a
    /// whole. Programs that keep a database of aliases must be run after a change: let the resource notify an
    /// `exec` of `newaliases`. Comments, blank lines, and aliases that belong to no resource are left as they
    /// are.
    #[resource(
        name = "mailalias",
        canonicalize,
        example = "mailalias { 'webmaster':\n  recipient => ['alice', 'bob@example.com'],\n}"
    )]
    #[provider(
        name = "aliases",
        by = crate::Aliases,
        instances,
        docs = "Changes the lines of a text file."
    )]
    pub struct Mailalias {
        /// Whether there is such an alias.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// To whom the mail goes, one or a list: names, addresses, files, and commands after a `|`. Not together with `file`.
        #[property]
        pub recipient: Option<Vec<String>>,

        /// A file that lists to whom the mail goes. Not together with `recipient`.
        #[property]
        pub file: Option<AbsolutePath>,

        /// The file that the alias belongs into. An alias of this name in `/etc/aliases` is moved here.
        #[property(default = "/etc/aliases")]
        pub target: AbsolutePath,

        /// The name that mail is for. The title, unless it is given here.
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
