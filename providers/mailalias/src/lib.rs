//! The resource type `mailalias`: who gets the mail of a name, a line of `/etc/aliases`.

mod alias;
mod aliases;
mod schema;

pub use aliases::Aliases;
pub use schema::{Component, Ensure, Mailalias, MailaliasAttribute, MailaliasState};
