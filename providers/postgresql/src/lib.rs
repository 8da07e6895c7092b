//! The resource types for PostgreSQL: `postgresql_psql`, `postgresql_conf`, `postgresql_conn_validator` and
//! `postgresql_replication_slot`. SQL is passed to `psql` on standard input, never as an argument.

mod conf;
mod psql;
mod schema;
mod settings;
mod slot;
mod sql;
#[cfg(test)]
mod tests;
mod validator;

pub use conf::ConfFile;
pub use psql::Psql;
pub use schema::{
    Answer, Component, Ensure, PostgresqlConf, PostgresqlConfAttribute, PostgresqlConfState, PostgresqlConnValidator,
    PostgresqlConnValidatorAttribute, PostgresqlConnValidatorState, PostgresqlPsql, PostgresqlPsqlAttribute,
    PostgresqlPsqlState, PostgresqlReplicationSlot, PostgresqlReplicationSlotAttribute, PostgresqlReplicationSlotState,
};
pub use slot::Slots;
pub use validator::Connection;
