//! The resource types for MySQL and MariaDB: `mysql_user`, `mysql_grant`, `mysql_database`, `mysql_plugin`
//! and `mysql_datadir`. SQL is passed to the client on standard input, never as an argument, and all names in
//! it are quoted.

mod account;
mod client;
mod database;
mod datadir;
mod grant;
mod plugin;
mod schema;
#[cfg(test)]
mod tests;
mod user;
mod version;

pub use database::Databases;
pub use datadir::DataDirectory;
pub use grant::Grants;
pub use plugin::Plugins;
pub use schema::{
    Component, Ensure, MysqlDatabase, MysqlDatabaseAttribute, MysqlDatabaseState, MysqlDatadir, MysqlDatadirAttribute,
    MysqlDatadirState, MysqlGrant, MysqlGrantAttribute, MysqlGrantState, MysqlPlugin, MysqlPluginAttribute,
    MysqlPluginState, MysqlUser, MysqlUserAttribute, MysqlUserState,
};
pub use user::Users;
