//! Schemas of the types: attributes, documentation and automatic relationships.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::{Text, Value};

    /// Runs SQL, when a query says that it has to run.
    ///
    /// `unless` and `onlyif` are queries: what counts is whether they find a row. Without either, the SQL runs each time, or with
    /// `refreshonly` when another resource has changed.
    ///
    /// As in Puppet, `$NAME` and `${NAME}` in SQL stand for variables of `environment` and `connect_settings`; a dollar sign that
    /// is meant is written `\$`. What a shell would do beyond that (`` ` ``, `$(`, `$$`, `$1`) is refused.
    ///
    /// With `unless => "SELECT 1 FROM pg_roles WHERE rolname = 'app'"`, for example, the command `CREATE ROLE app LOGIN` runs once.
    #[resource(
        name = "postgresql_psql",
        require(class = "Postgresql::Server::Service"),
        canonicalize,
        example = "postgresql_psql { 'ANALYZE':\n  \
                   db          => 'app',\n  refreshonly => true,\n}"
    )]
    #[provider(
        name = "ruby",
        by = crate::psql::Psql,
        refresh,
        docs = "Hands the SQL to `psql` as one request: of several statements all are done or none. Neither the SQL nor what \
                stands for a variable in it can be seen in the list of processes."
    )]
    pub struct PostgresqlPsql {
        /// What the SQL is called; the SQL itself where there is no `command`.
        #[parameter(namevar)]
        pub name: String,

        /// The SQL to run. The current value is `notrun` if it has to run. May be Sensitive.
        #[property(same_as = name, is = String)]
        pub command: Text,

        /// A query. Where it finds a row the SQL does not run.
        #[parameter]
        pub unless: Option<Text>,

        /// A query. Only where it finds a row the SQL runs.
        #[parameter]
        pub onlyif: Option<Text>,

        /// Variables that say how to connect, by their names: `PGHOST`, `PGUSER`, `PGPASSWORD` and so on.
        #[parameter(data_type = "Hash")]
        pub connect_settings: Option<Value>,

        /// The database. Comes before `PGDATABASE`.
        #[parameter]
        pub db: Option<String>,

        /// The port of the server. Comes before `PGPORT`.
        #[parameter(data_type = "Variant[Integer, String]")]
        pub port: Option<Value>,

        /// The schemas to look in: a name or a list of them.
        #[parameter]
        pub search_path: Option<Vec<String>>,

        /// The program: an absolute path, or `psql` to look for it.
        #[parameter(default = "psql")]
        pub psql_path: String,

        /// The user to run as.
        #[parameter(default = "postgres")]
        pub psql_user: String,

        /// The group to run as.
        #[parameter(default = "postgres")]
        pub psql_group: String,

        /// The directory to run in.
        #[parameter(default = "/tmp")]
        pub cwd: String,

        /// More variables, each as `NAME=value`: a text or a list of them. They come before `connect_settings`. May be Sensitive.
        #[parameter]
        pub environment: Option<Vec<Text>>,

        /// Run only because another resource has changed, never otherwise.
        #[parameter(default = false)]
        pub refreshonly: bool,
    }

    /// A setting in the configuration file of the server.
    ///
    /// Only the line of the setting is changed, all others stay as they are; a comment at its end stays, too.
    #[resource(
        name = "postgresql_conf",
        canonicalize,
        require(file = target),
        example = "postgresql_conf { 'max_connections':\n  ensure => present,\n  value  => 200,\n  target => '/etc/postgresql.conf',\n}"
    )]
    #[provider(name = "parsed", by = crate::conf::ConfFile, instances, docs = "Edits the file line by line.")]
    pub struct PostgresqlConf {
        /// The name of the setting. Letters, digits, underscores and dots; small and capital letters are the same.
        #[parameter(namevar, data_type = "Pattern[/\\A[\\w\\.]+\\z/]")]
        pub name: String,

        /// Whether the setting is in the file.
        #[property]
        pub ensure: Option<Ensure>,

        /// The value, without quotes: the file gets them where they are needed.
        #[property(data_type = "Variant[Integer, Float, String]")]
        pub value: Option<Value>,

        /// The file.
        #[property(default = "/etc/postgresql.conf")]
        pub target: String,
    }

    /// Sees to it that a server answers before what depends on it is applied.
    #[resource(
        name = "postgresql_conn_validator",
        example = "postgresql_conn_validator { 'the database is up':\n  run_as  => 'postgres',\n  db_name => 'postgres',\n  tries   => \
                   3,\n  sleep   => 1,\n}"
    )]
    #[provider(
        name = "ruby",
        by = crate::validator::Connection,
        confine(path("/etc/passwd")),
        docs = "Asks with `psql`."
    )]
    pub struct PostgresqlConnValidator {
        /// What the connection is called.
        #[parameter(namevar)]
        pub name: String,

        /// A connection can be made. This can only be checked, not changed: without a connection the resource
        /// fails.
        #[property(default = "present", is = String)]
        pub ensure: Answer,

        /// The database.
        #[parameter]
        pub db_name: Option<String>,

        /// The user of the database.
        #[parameter]
        pub db_username: Option<String>,

        /// The password of that user. May be Sensitive.
        #[parameter]
        pub db_password: Option<Text>,

        /// The machine that the server runs on.
        #[parameter]
        pub host: Option<String>,

        /// The port of the server.
        #[parameter]
        pub port: Option<i64>,

        /// Variables that say how to connect, by their names.
        #[parameter(data_type = "Hash")]
        pub connect_settings: Option<Value>,

        /// The seconds to wait after a try that failed.
        #[parameter(default = 2)]
        pub sleep: u32,

        /// How often to try.
        #[parameter(default = 10)]
        pub tries: u32,

        /// The program: an absolute path, or `psql` to look for it.
        #[parameter(default = "psql")]
        pub psql_path: String,

        /// The user to run as. The one who runs this, unless it is given.
        #[parameter]
        pub run_as: Option<String>,

        /// The query to try. It has to answer something.
        #[parameter(default = "SELECT 1")]
        pub command: String,
    }

    /// A slot of physical replication on a primary server.
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
        /// The name of the slot: small letters, digits and underscores.
        #[parameter(namevar, data_type = "Pattern[/\\A[a-z0-9_]+\\z/]")]
        pub name: String,

        /// Whether there is such a slot.
        #[property]
        pub ensure: Option<Ensure>,
    }

    /// What a server does.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Answer {
        /// It answers.
        Present,
    }
}

pub use package::*;
