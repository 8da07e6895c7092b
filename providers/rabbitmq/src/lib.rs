//! The resource types for RabbitMQ. The state of a broker is read as JSON, once for each relevant virtual
//! host. Passwords are never passed as command arguments.

mod admin;
mod binding;
mod cookie;
mod ctl;
mod exchange;
mod parameter;
mod permissions;
mod plugin;
mod policy;
mod queue;
mod schema;
#[cfg(test)]
mod tests;
mod user;
mod vhost;

pub use binding::Bindings;
pub use cookie::Cookie;
pub use exchange::Exchanges;
pub use parameter::Parameters;
pub use permissions::Permissions;
pub use plugin::Plugins;
pub use policy::Policies;
pub use queue::Queues;
pub use schema::*;
pub use user::Users;
pub use vhost::Vhosts;
