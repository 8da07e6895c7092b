//! Schemas of the types: attributes, documentation and automatic relationships.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::{Text, Value};

    /// Executes SQL if a query shows that it is needed.
    ///
    /// `unless` and `onlyif` are queries; only whether they return a row is significant. Without them, the SQL is
    /// executed in every run, or only on refresh with `refreshonly`.
    ///
    /// As in Puppet, `$NAME` and `${NAME}` in SQL are replaced with variables of `environment` and `connect_settings`;
    /// a literal dollar sign is written as `\$`. Other shell syntax (`` ` ``, `$(`, `$$`, `$1`) is rejected.
    ///
    /// For example, with `unless => "SELECT 1 FROM pg_roles WHERE rolname = 'app'"`, the command `CREATE ROLE app
    /// LOGIN` is executed once.
    #[resource(
        name = "postgresql_psql",
        require(class = "Postgresql::Server::Service"),
        canonicalize,
        relate,
        example = "postgresql_psql { 'ANALYZE':\n  \
                   db          => 'app',\n  refreshonly => true,\n}"
    )]
    #[provider(
        name = "ruby",
        by = crate::psql::Psql,
        refresh,
        docs = "Passes the SQL to `psql` as a single request, so that either all statements take effect or none. \
                Neither the SQL nor the values of its variables are visible in the process list."
    )]
    pub struct PostgresqlPsql {
        /// An arbitrary name, or the SQL itself if `command` is not set.
        #[parameter(namevar)]
        pub name: String,

        /// The SQL to run. The current value is `notrun` if it has to run. May be Sensitive.
        #[property(same_as = name, is = String)]
        pub command: Text,

        /// A query. The SQL is executed unless it returns a row.
        #[parameter]
        pub unless: Option<Text>,

        /// A query. The SQL is executed only if it returns a row.
        #[parameter]
        pub onlyif: Option<Text>,

        /// Connection settings, by the names of their variables: `PGHOST`, `PGUSER`, `PGPASSWORD` and so on.
        #[parameter(data_type = "Hash")]
        pub connect_settings: Option<Value>,

        /// The database. Overrides `PGDATABASE`.
        #[parameter]
        pub db: Option<String>,

        /// The port of the server. Overrides `PGPORT`.
        #[parameter(data_type = "Variant[Integer, String]")]
        pub port: Option<Value>,

        /// The schema search path: a name, or a list.
        #[parameter]
        pub search_path: Option<Vec<String>>,

        /// The program: an absolute path, or `psql` to use the search path.
        #[parameter(default = "psql")]
        pub psql_path: String,

        /// The user to run the program as.
        #[parameter(default = "postgres")]
        pub psql_user: String,

        /// The group to run the program as.
        #[parameter(default = "postgres")]
        pub psql_group: String,

        /// The working directory of the program.
        #[parameter(default = "/tmp")]
        pub cwd: String,

        /// Additional variables, each as `NAME=value`: a text or a list. They override `connect_settings`. Can be
        /// Sensitive.
        #[parameter]
        pub environment: Option<Vec<Text>>,

        /// Execute the SQL only on refresh.
        #[parameter(default = false)]
        pub refreshonly: bool,

        /// The instance of the server. The anchor `postgresql::server::service::end::INSTANCE` is required, if there is
        /// one.
        #[parameter(default = "main")]
        pub instance: String,

        /// Whether the SQL is kept out of the log, also in the message of the change. An error of the server can still
        /// contain parts of it, unless the SQL itself is Sensitive.
        #[parameter(default = false)]
        pub sensitive: bool,
    }

    /// Manages a setting in the configuration file of the server.
    ///
    /// Only the line of the setting is changed; a comment at its end and all other lines are preserved.
    #[resource(
        name = "postgresql_conf",
        canonicalize,
        require(file = target),
        example = "postgresql_conf { 'max_connections':\n  ensure => present,\n  value  => 200,\n  target => '/etc/postgresql.conf',\n}"
    )]
    #[provider(name = "parsed", by = crate::conf::ConfFile, instances, docs = "Edits the file line by line.")]
    pub struct PostgresqlConf {
        /// The name of the setting, unless `key` is set.
        #[parameter(namevar)]
        pub name: String,

        /// The name of the setting: letters, digits, underscores and dots. Letter case is ignored.
        #[parameter(same_as = name, data_type = "Pattern[/\\A[\\w\\.]+\\z/]")]
        pub key: String,

        /// Whether the setting should exist.
        #[property]
        pub ensure: Option<Ensure>,

        /// The value without quotes, which are added if necessary.
        #[property(data_type = "Variant[Integer, Float, String]")]
        pub value: Option<Value>,

        /// The comment at the end of the line. Without it, an existing comment is preserved.
        #[property]
        pub comment: Option<String>,

        /// The path of the configuration file.
        #[property(default = "/etc/postgresql.conf")]
        pub target: String,
    }

    /// Waits until a server accepts connections before its dependents are applied.
    #[resource(
        name = "postgresql_conn_validator",
        example = "postgresql_conn_validator { 'the database is up':\n  run_as  => 'postgres',\n  db_name => 'postgres',\n  tries   => \
                   3,\n  sleep   => 1,\n}"
    )]
    #[provider(
        name = "ruby",
        by = crate::validator::Connection,
        confine(path("/etc/passwd")),
        docs = "Tests the connection with `psql`."
    )]
    pub struct PostgresqlConnValidator {
        /// An arbitrary name for the connection.
        #[parameter(namevar)]
        pub name: String,

        /// A connection can be made. This can only be checked, not changed: without a connection the resource
        /// fails.
        #[property(default = "present", is = String)]
        pub ensure: Answer,

        /// The database.
        #[parameter]
        pub db_name: Option<String>,

        /// The database user.
        #[parameter]
        pub db_username: Option<String>,

        /// The password of the user. Can be Sensitive.
        #[parameter]
        pub db_password: Option<Text>,

        /// The host of the server.
        #[parameter]
        pub host: Option<String>,

        /// The port of the server.
        #[parameter]
        pub port: Option<i64>,

        /// Connection settings, by the names of their variables.
        #[parameter(data_type = "Hash")]
        pub connect_settings: Option<Value>,

        /// The time in seconds to sleep after a failed attempt.
        #[parameter(default = 2)]
        pub sleep: u32,

        /// The maximum number of attempts.
        #[parameter(default = 10)]
        pub tries: u32,

        /// The program: an absolute path, or `psql` to use the search path.
        #[parameter(default = "psql")]
        pub psql_path: String,

        /// The user to run the program as. Defaults to the current user.
        #[parameter]
        pub run_as: Option<String>,

        /// The query to execute. It must return something.
        #[parameter(default = "SELECT 1")]
        pub command: String,
    }

    /// Manages a physical replication slot of a primary server.
    #[resource(
        name = "postgresql_replication_slot",
        example = "postgresql_replication_slot { 'standby': ensure => present }"
    )]
    #[provider(
        name = "ruby",
        by = crate::slot::Slots,
        instances,
        confine(command("psql"), contains("/etc/passwd", "postgres:")),
        docs = "Queries and changes the server on this system with `psql`, as the user `postgres`."
    )]
    pub struct PostgresqlReplicationSlot {
        /// The name of the slot: lower-case letters, digits and underscores.
        #[parameter(namevar, data_type = "Pattern[/\\A[a-z0-9_]+\\z/]")]
        pub name: String,

        /// Whether the slot should exist.
        #[property]
        pub ensure: Option<Ensure>,
    }

    /// States of a connection.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Answer {
        /// The server accepts connections.
        Present,
    }
}

pub use package::*;
