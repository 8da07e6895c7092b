//! Schemas of the types: attributes, documentation and automatic relationships.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::{Text, Value};

    /// Manages a user of a database server, including authentication and resource limits.
    #[resource(
        name = "mysql_user",
        require(file = "/root/.my.cnf", class = "mysql::server"),
        canonicalize,
        example = "mysql_user { 'app@localhost':\n  ensure               => present,\n  password_hash        => \
                   '*E74858DB86EBA20BC33D0AECAE8A8108C56B17FA',\n  max_user_connections => 20,\n}"
    )]
    #[provider(
        name = "mysql",
        by = crate::user::Users,
        instances,
        prefetch,
        confine(command("mysql")),
        docs = "Uses the command `mysql`, with one query for all users. Connection settings are read from \
                `/root/.my.cnf` or `/root/.mylogin.cnf`."
    )]
    pub struct MysqlUser {
        /// The user and the host from which the user connects: `user@host`. Special characters need no escaping; quotes
        /// around the user are removed.
        #[parameter(namevar)]
        pub name: String,

        /// Whether the user should exist.
        #[property]
        pub ensure: Option<Ensure>,

        /// The password hash, in the format of the plugin `mysql_native_password`: `*` and 40 digits. Can be Sensitive.
        #[property(is = String)]
        pub password_hash: Option<Text>,

        /// The authentication plugin of the user.
        #[property(data_type = "Pattern[/\\A\\w+\\z/]")]
        pub plugin: Option<String>,

        /// The maximum number of concurrent connections of the user. 0 means the limit of the server.
        #[property(data_type = "Variant[Integer[0], Pattern[/\\A\\d+\\z/]]", is = String)]
        pub max_user_connections: Option<Value>,

        /// The maximum number of connections per hour. 0 means no limit.
        #[property(data_type = "Variant[Integer[0], Pattern[/\\A\\d+\\z/]]", is = String)]
        pub max_connections_per_hour: Option<Value>,

        /// The maximum number of queries per hour. 0 means no limit.
        #[property(data_type = "Variant[Integer[0], Pattern[/\\A\\d+\\z/]]", is = String)]
        pub max_queries_per_hour: Option<Value>,

        /// The maximum number of updates per hour. 0 means no limit.
        #[property(data_type = "Variant[Integer[0], Pattern[/\\A\\d+\\z/]]", is = String)]
        pub max_updates_per_hour: Option<Value>,

        /// The required encryption of connections: `NONE`, `SSL` or `X509` on its own, or any of `CIPHER name`, `ISSUER
        /// name` and `SUBJECT name`.
        #[property(unordered)]
        pub tls_options: Option<Vec<String>>,
    }

    /// Manages the privileges of a user on a table, a database, or all databases.
    #[resource(
        name = "mysql_grant",
        require(file = "/root/.my.cnf", mysql_user = user),
        canonicalize,
        example = "mysql_grant { 'app@localhost/app.*':\n  ensure     => present,\n  user       => 'app@localhost',\n  table      \
                   => 'app.*',\n  privileges => ['SELECT', 'INSERT'],\n}"
    )]
    #[provider(
        name = "mysql",
        by = crate::grant::Grants,
        instances,
        confine(command("mysql")),
        docs = "Uses the command `mysql`, with one query for all relevant users."
    )]
    pub struct MysqlGrant {
        /// The user and the table, separated by a slash: `user@host/table`.
        #[parameter(namevar)]
        pub name: String,

        /// Whether the user should have any of the privileges.
        #[property]
        pub ensure: Option<Ensure>,

        /// The privileges: one, or a list. `ALL` means all privileges, `SELECT (a, b)` applies to columns, and `PROXY`
        /// cannot be combined with others.
        #[property]
        pub privileges: Option<Vec<String>>,

        /// The object of the privileges: `database.table`, `database.*`, `*.*`, `FUNCTION database.name`, `PROCEDURE
        /// database.name`, or another user with `PROXY`.
        #[property]
        pub table: Option<String>,

        /// The user: `user@host`.
        #[property]
        pub user: Option<String>,

        /// `GRANT`, which allows the user to grant its privileges to others, or `NONE`.
        #[property]
        pub options: Option<Vec<String>>,
    }

    /// Manages a database.
    #[resource(
        name = "mysql_database",
        require(file = "/root/.my.cnf", class = "mysql::server"),
        example = "mysql_database { 'app':\n  ensure  => present,\n  charset => 'utf8mb4',\n  collate => \
                   'utf8mb4_general_ci',\n}"
    )]
    #[provider(
        name = "mysql",
        by = crate::database::Databases,
        instances,
        confine(command("mysql")),
        docs = "Uses the command `mysql`, with one query for all databases."
    )]
    pub struct MysqlDatabase {
        /// The name of the database.
        #[parameter(namevar)]
        pub name: String,

        /// Whether the database should exist. It is removed with all of its content.
        #[property]
        pub ensure: Option<Ensure>,

        /// The default character set of tables.
        #[property(default = "utf8", data_type = "Pattern[/\\A\\w+\\z/]")]
        pub charset: String,

        /// The default collation of tables.
        #[property(default = "utf8_general_ci", data_type = "Pattern[/\\A\\w+\\z/]")]
        pub collate: String,
    }

    /// Manages a plugin of a database server.
    #[resource(
        name = "mysql_plugin",
        require(file = "/root/.my.cnf"),
        example = "mysql_plugin { 'ed25519':\n  ensure => present,\n  soname => 'auth_ed25519.so',\n}"
    )]
    #[provider(
        name = "mysql",
        by = crate::plugin::Plugins,
        instances,
        confine(command("mysql")),
        docs = "Uses the command `mysql`, with one query for all plugins."
    )]
    pub struct MysqlPlugin {
        /// The name of the plugin.
        #[parameter(namevar)]
        pub name: String,

        /// Whether the plugin should be installed.
        #[property]
        pub ensure: Option<Ensure>,

        /// The library that contains the plugin. Defaults to the name of the plugin followed by `.so`.
        #[property(data_type = "Pattern[/\\A\\w+\\.\\w+\\z/]")]
        pub soname: Option<String>,
    }

    /// Initializes the data directory of a server.
    #[resource(
        name = "mysql_datadir",
        require(package = "mysql-server"),
        example = "mysql_datadir { '/srv/mysql':\n  ensure => present,\n  user   => 'mysql',\n}"
    )]
    #[provider(
        name = "mysql",
        by = crate::datadir::DataDirectory,
        confine(command("mysqld")),
        docs = "Runs the server itself, or `mysql_install_db` for versions that require it."
    )]
    pub struct MysqlDatadir {
        /// The path of the directory.
        #[parameter(namevar, data_type = "Pattern[/\\A\\//]")]
        pub datadir: String,

        /// The directory is initialized. Its content is never removed, so `absent` is rejected.
        #[property(is = String)]
        pub ensure: Option<Ready>,

        /// The base directory of the server's installation.
        #[parameter(data_type = "Pattern[/\\A\\//]")]
        pub basedir: Option<String>,

        /// The user that runs the server.
        #[parameter(default = "mysql")]
        pub user: String,

        /// A file with additional settings: an absolute path that ends with `.cnf`.
        #[parameter(data_type = "Pattern[/\\A\\/.*\\.cnf\\z/]")]
        pub defaults_extra_file: Option<String>,

        /// Whether the initial user has no password. Otherwise a password is generated and written to the log. Requires
        /// MySQL 5.7.6 or newer.
        #[parameter(default = true)]
        pub insecure: bool,

        /// The error log. Requires MySQL 5.7.6 or newer.
        #[parameter(data_type = "Pattern[/\\A\\//]", default = "/var/tmp/mysqld_initialize.log")]
        pub log_error: String,
    }

    /// States of a data directory.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Ready {
        /// The directory is initialized.
        Present,
    }
}

pub use package::*;
