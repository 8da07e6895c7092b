//! Schemas of the types: attributes, documentation and automatic relationships.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::{Text, Value};

    /// A user of a database server: how it proves who it is, and how much it may do at once.
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
        docs = "Asks the server by its client, once for all users. Settings of the connection come from `/root/.my.cnf` or \
                `/root/.mylogin.cnf`."
    )]
    pub struct MysqlUser {
        /// The user and the machine that it comes from: `user@host`. Special characters are taken as they are; quotes around the
        /// user are left out.
        #[parameter(namevar)]
        pub name: String,

        /// Whether there is such a user.
        #[property]
        pub ensure: Option<Ensure>,

        /// The hash of the password, as the plugin `mysql_native_password` has it: `*` and 40 digits. May be Sensitive.
        #[property(is = String)]
        pub password_hash: Option<Text>,

        /// The plugin by which the user proves who it is.
        #[property(data_type = "Pattern[/\\A\\w+\\z/]")]
        pub plugin: Option<String>,

        /// How many connections the user can have at once. 0: as many as anybody.
        #[property(data_type = "Variant[Integer[0], Pattern[/\\A\\d+\\z/]]", is = String)]
        pub max_user_connections: Option<Value>,

        /// How often the user can connect within an hour. 0: as often as anybody.
        #[property(data_type = "Variant[Integer[0], Pattern[/\\A\\d+\\z/]]", is = String)]
        pub max_connections_per_hour: Option<Value>,

        /// How often the user can ask something within an hour. 0: as often as anybody.
        #[property(data_type = "Variant[Integer[0], Pattern[/\\A\\d+\\z/]]", is = String)]
        pub max_queries_per_hour: Option<Value>,

        /// How often the user can change something within an hour. 0: as often as anybody.
        #[property(data_type = "Variant[Integer[0], Pattern[/\\A\\d+\\z/]]", is = String)]
        pub max_updates_per_hour: Option<Value>,

        /// How a connection has to be encrypted: `NONE`, `SSL` or `X509` by itself, or any of `CIPHER name`, `ISSUER name` and
        /// `SUBJECT name`.
        #[property(unordered)]
        pub tls_options: Option<Vec<String>>,
    }

    /// What a user may do, with one table, one database or all of them.
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
        docs = "Asks the server by its client, once for all users that are concerned."
    )]
    pub struct MysqlGrant {
        /// User and table with a slash between them: `user@host/table`.
        #[parameter(namevar)]
        pub name: String,

        /// Whether the user may do anything there.
        #[property]
        pub ensure: Option<Ensure>,

        /// What the user may do: a privilege, or a list of them. `ALL` is all of them, `SELECT (a, b)` is for columns, and `PROXY`
        /// stands by itself.
        #[property]
        pub privileges: Option<Vec<String>>,

        /// Where: `database.table`, `database.*`, `*.*`, `FUNCTION database.name`, `PROCEDURE database.name`, or with `PROXY` another
        /// user.
        #[property]
        pub table: Option<String>,

        /// The user, `user@host`.
        #[property]
        pub user: Option<String>,

        /// `GRANT`, which lets the user grant its privileges to others, or `NONE`.
        #[property]
        pub options: Option<Vec<String>>,
    }

    /// A database.
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
        docs = "Asks the server by its client, once for all databases."
    )]
    pub struct MysqlDatabase {
        /// The name of the database.
        #[parameter(namevar)]
        pub name: String,

        /// Whether there is such a database. It is removed with all that is in it.
        #[property]
        pub ensure: Option<Ensure>,

        /// The character set of new tables.
        #[property(default = "utf8", data_type = "Pattern[/\\A\\w+\\z/]")]
        pub charset: String,

        /// How texts in new tables are compared.
        #[property(default = "utf8_general_ci", data_type = "Pattern[/\\A\\w+\\z/]")]
        pub collate: String,
    }

    /// A plugin of a database server.
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
        docs = "Asks the server by its client, once for all plugins."
    )]
    pub struct MysqlPlugin {
        /// The name of the plugin.
        #[parameter(namevar)]
        pub name: String,

        /// Whether the plugin is installed.
        #[property]
        pub ensure: Option<Ensure>,

        /// The library that it is in. Without it, the name of the plugin and `.so`.
        #[property(data_type = "Pattern[/\\A\\w+\\.\\w+\\z/]")]
        pub soname: Option<String>,
    }

    /// The directory that a server keeps its data in, made ready for its first start.
    #[resource(
        name = "mysql_datadir",
        require(package = "mysql-server"),
        example = "mysql_datadir { '/srv/mysql':\n  ensure => present,\n  user   => 'mysql',\n}"
    )]
    #[provider(
        name = "mysql",
        by = crate::datadir::DataDirectory,
        confine(command("mysqld")),
        docs = "Uses the server itself, or `mysql_install_db` where that does it."
    )]
    pub struct MysqlDatadir {
        /// The directory.
        #[parameter(namevar, data_type = "Pattern[/\\A\\//]")]
        pub datadir: String,

        /// The directory is initialized. Its content is never removed, so `absent` is rejected.
        #[property(is = String)]
        pub ensure: Option<Ready>,

        /// The directory that the server is installed in.
        #[parameter(data_type = "Pattern[/\\A\\//]")]
        pub basedir: Option<String>,

        /// The user that the server runs as.
        #[parameter(default = "mysql")]
        pub user: String,

        /// A file with more settings: an absolute path that ends with `.cnf`.
        #[parameter(data_type = "Pattern[/\\A\\/.*\\.cnf\\z/]")]
        pub defaults_extra_file: Option<String>,

        /// Whether the first user has no password. Otherwise one is made up and written to the log. MySQL from 5.7.6 on.
        #[parameter(default = true)]
        pub insecure: bool,

        /// The log of errors. MySQL from 5.7.6 on.
        #[parameter(data_type = "Pattern[/\\A\\//]", default = "/var/tmp/mysqld_initialize.log")]
        pub log_error: String,
    }

    /// What a directory can be made.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Ready {
        /// A server can start in it.
        Present,
    }
}

pub use package::*;
