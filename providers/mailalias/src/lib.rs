//! The resource type `mailalias`: the recipients of mail to a name, as a line of `/etc/aliases`.

mod alias;
mod aliases;
mod schema;

pub use aliases::Aliases;
pub use schema::{Component, Ensure, Mailalias, MailaliasAttribute, MailaliasState};
