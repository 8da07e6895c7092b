//! Schemas of the types: attributes, documentation and automatic relationships.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::{Text, Value};

    /// Manages a virtual host, which has its own exchanges, queues and permissions.
    #[resource(name = "rabbitmq_vhost", require(service = "rabbitmq-server"), example = "rabbitmq_vhost { 'app': }")]
    #[provider(
        name = "rabbitmqctl",
        by = crate::vhost::Vhosts,
        instances,
        confine(command("rabbitmqctl")),
        docs = "Queries and changes the broker with `rabbitmqctl` 3.7 or newer, as `root` on the broker's host."
    )]
    pub struct RabbitmqVhost {
        /// The name, without spaces.
        #[parameter(namevar, data_type = "Pattern[/\\A\\S+\\z/]")]
        pub name: String,

        /// Whether the virtual host should exist. It is removed with all of its content.
        #[property(default = "present")]
        pub ensure: Ensure,
    }

    /// Manages a user of a broker.
    #[resource(
        name = "rabbitmq_user",
        require(service = "rabbitmq-server"),
        canonicalize,
        example = "rabbitmq_user { 'app':\n  password => Sensitive('secret'),\n  tags     => ['monitoring'],\n}"
    )]
    #[provider(
        name = "rabbitmqctl",
        by = crate::user::Users,
        instances,
        prefetch,
        confine(command("rabbitmqctl")),
        docs = "Queries all users at once. Passwords are passed to `rabbitmqctl` 3.7 or newer on standard input."
    )]
    pub struct RabbitmqUser {
        /// The name, without spaces.
        #[parameter(namevar, data_type = "Pattern[/\\A\\S+\\z/]")]
        pub name: String,

        /// Whether the user should exist. A new user requires a password.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// The password. It is verified in every run, and never read or shown. Can be Sensitive.
        #[property(is = String)]
        pub password: Option<Text>,

        /// Whether the user is an administrator.
        #[property(default = "false")]
        pub admin: Switch,

        /// Additional tags such as `monitoring`. The tag of administrators is set by `admin`.
        #[property(unordered, default = [])]
        pub tags: Vec<String>,
    }

    /// Manages the permissions of a user in a virtual host. Each permission is a pattern of names.
    #[resource(
        name = "rabbitmq_user_permissions",
        require(service = "rabbitmq-server"),
        relate,
        example = "rabbitmq_user_permissions { 'app@/':\n  configure_permission => '^app',\n  read_permission      => \
                   '.*',\n  write_permission     => '^app',\n}"
    )]
    #[provider(
        name = "rabbitmqctl",
        by = crate::permissions::Permissions,
        confine(command("rabbitmqctl")),
        docs = "Queries the broker once for each virtual host. The broker rejects invalid patterns."
    )]
    pub struct RabbitmqUserPermissions {
        /// The user and the virtual host: `user@vhost`.
        #[parameter(namevar, data_type = "Pattern[/\\A\\S+@\\S+\\z/]")]
        pub name: String,

        /// Whether the user should have any permissions.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// The exchanges and queues that the user can create and remove. The default for a new user is none.
        #[property]
        pub configure_permission: Option<String>,

        /// The exchanges and queues that the user can read from, like `configure_permission`.
        #[property]
        pub read_permission: Option<String>,

        /// The exchanges and queues that the user can write to, like `configure_permission`.
        #[property]
        pub write_permission: Option<String>,
    }

    /// Manages a plugin of a broker.
    #[resource(name = "rabbitmq_plugin", canonicalize, example = "rabbitmq_plugin { 'rabbitmq_stomp': }")]
    #[provider(
        name = "rabbitmqplugins",
        by = crate::plugin::Plugins,
        instances,
        confine(command("rabbitmq-plugins")),
        docs = "Lists all explicitly enabled plugins at once with `rabbitmq-plugins`."
    )]
    pub struct RabbitmqPlugin {
        /// The name, without spaces.
        #[parameter(namevar, data_type = "Pattern[/\\A\\S+\\z/]")]
        pub name: String,

        /// Whether the plugin should be enabled.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// The umask for created files, as a text of octal digits.
        #[parameter(default = "0022")]
        pub umask: String,
    }

    /// Manages a policy, which applies to all queues and exchanges whose names match a pattern.
    #[resource(
        name = "rabbitmq_policy",
        require(service = "rabbitmq-server"),
        canonicalize,
        relate,
        example = "rabbitmq_policy { 'short-lived@/':\n  pattern    => '^tmp\\.',\n  applyto    => 'queues',\n  priority   => \
                   1,\n  definition => { 'message-ttl' => '60000' },\n}"
    )]
    #[provider(
        name = "rabbitmqctl",
        by = crate::policy::Policies,
        confine(command("rabbitmqctl")),
        docs = "Queries the broker once for each virtual host."
    )]
    pub struct RabbitmqPolicy {
        /// The name and the virtual host: `name@vhost`.
        #[parameter(namevar, data_type = "Pattern[/\\A\\S+@\\S+\\z/]")]
        pub name: String,

        /// Whether the policy should exist.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// The pattern of names. Required for a new policy.
        #[property]
        pub pattern: Option<String>,

        /// The kind of objects to which the policy applies.
        #[property(default = "all")]
        pub applyto: ApplyTo,

        /// The definition, with a text for each key. Required for a new policy. The values of some keys, such as
        /// `message-ttl`, must be numbers.
        #[property(data_type = "Hash")]
        pub definition: Option<Value>,

        /// The priority. Of several policies that match an object, the one with the highest priority applies.
        #[property(default = 0, data_type = "Variant[Integer[0], Pattern[/\\A\\d+\\z/]]")]
        pub priority: Value,
    }

    /// Manages a parameter of a broker component, such as a shovel or the upstream of a federation.
    #[resource(
        name = "rabbitmq_parameter",
        require(service = "rabbitmq-server"),
        canonicalize,
        relate,
        example = "rabbitmq_parameter { 'elsewhere@/':\n  component_name => 'federation-upstream',\n  value          => { \
                   'uri' => 'amqp://elsewhere', 'expires' => '360000' },\n}"
    )]
    #[provider(
        name = "rabbitmqctl",
        by = crate::parameter::Parameters,
        confine(command("rabbitmqctl")),
        docs = "Queries the broker once for each virtual host."
    )]
    pub struct RabbitmqParameter {
        /// The name and the virtual host: `name@vhost`.
        #[parameter(namevar, data_type = "Pattern[/\\A\\S+@\\S+\\z/]")]
        pub name: String,

        /// Whether the parameter should exist.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// The component, such as `shovel`. Required for a new parameter.
        #[property]
        pub component_name: Option<String>,

        /// The value, with a text or Boolean for each key. Required for a new parameter. A text that contains an
        /// integer is converted. Cannot be Sensitive.
        #[property(data_type = "Hash")]
        pub value: Option<Value>,
    }

    /// Manages an exchange. Its properties are set on creation; an existing exchange is not changed.
    #[resource(
        name = "rabbitmq_exchange",
        canonicalize,
        relate,
        example = "rabbitmq_exchange { 'events@/':\n  type     => 'topic',\n  durable  => true,\n  user     => 'guest',\n  password \
                   => Sensitive('guest'),\n}"
    )]
    #[provider(
        name = "rabbitmqadmin",
        by = crate::exchange::Exchanges,
        instances,
        prefetch,
        confine(command("rabbitmqctl")),
        docs = "Queries with `rabbitmqctl` and makes changes with `rabbitmqadmin`, which requires the plugin \
                `rabbitmq_management`. User and password are passed in a file."
    )]
    pub struct RabbitmqExchange {
        /// The name and the virtual host: `name@vhost`.
        #[parameter(namevar, data_type = "Pattern[/\\A\\S*@\\S+\\z/]")]
        pub name: String,

        /// Whether the exchange should exist.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// The type of the exchange: `direct`, `fanout`, `topic` or `headers`. Required for a new exchange.
        #[parameter(data_type = "Pattern[/\\A\\S+\\z/]")]
        pub r#type: Option<String>,

        /// Whether the exchange survives a restart of the broker.
        #[parameter(default = false)]
        pub durable: bool,

        /// Whether the exchange is deleted with its last binding.
        #[parameter(default = false)]
        pub auto_delete: bool,

        /// Whether only other exchanges can publish to the exchange.
        #[parameter(default = false)]
        pub internal: bool,

        /// Additional arguments for the type of exchange.
        #[parameter(data_type = "Hash")]
        pub arguments: Option<Value>,

        /// The user that creates and removes the exchange.
        #[parameter(default = "guest", data_type = "Pattern[/\\A\\S+\\z/]")]
        pub user: String,

        /// The password of the user. Can be Sensitive.
        #[parameter(default = "guest")]
        pub password: Text,
    }

    /// Manages a queue. Its properties are set on creation; an existing queue is not changed.
    #[resource(
        name = "rabbitmq_queue",
        relate,
        example = "rabbitmq_queue { 'mails@/':\n  arguments => { 'x-message-ttl' => 60000 },\n}"
    )]
    #[provider(
        name = "rabbitmqadmin",
        by = crate::queue::Queues,
        instances,
        prefetch,
        confine(command("rabbitmqctl")),
        docs = "Queries with `rabbitmqctl` and makes changes with `rabbitmqadmin`, which requires the plugin \
                `rabbitmq_management`. User and password are passed in a file."
    )]
    pub struct RabbitmqQueue {
        /// The name and the virtual host: `name@vhost`.
        #[parameter(namevar, data_type = "Pattern[/\\A\\S*@\\S+\\z/]")]
        pub name: String,

        /// Whether the queue should exist. It is removed with its messages.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// Whether the queue survives a restart of the broker.
        #[parameter(default = true)]
        pub durable: bool,

        /// Whether it is deleted with its last consumer.
        #[parameter(default = false)]
        pub auto_delete: bool,

        /// Additional arguments such as `x-message-ttl`.
        #[parameter(data_type = "Hash")]
        pub arguments: Option<Value>,

        /// The user that creates and removes the queue.
        #[parameter(default = "guest", data_type = "Pattern[/\\A\\S+\\z/]")]
        pub user: String,

        /// The password of the user. Can be Sensitive.
        #[parameter(default = "guest")]
        pub password: Text,
    }

    /// Manages a binding, which routes messages of an exchange to a queue or to another exchange.
    ///
    /// The title is `source@destination@vhost`, or any name without an `@` if these are given as attributes.
    #[resource(
        name = "rabbitmq_binding",
        title = "^([^@]*)$" => (name),
        title = "^((\\S+)@(\\S+)@(\\S+))$" => (name, source, destination, vhost),
        canonicalize,
        relate,
        example = "rabbitmq_binding { 'sales to reports':\n  source      => 'amq.topic',\n  destination => 'reports',\n  vhost       => \
                   '/',\n  routing_key => 'sales.#',\n}"
    )]
    #[provider(
        name = "rabbitmqadmin",
        by = crate::binding::Bindings,
        instances,
        prefetch,
        confine(command("rabbitmqctl")),
        docs = "Queries with `rabbitmqctl` and makes changes with `rabbitmqadmin`, which requires the plugin \
                `rabbitmq_management`. User and password are passed in a file."
    )]
    pub struct RabbitmqBinding {
        /// An arbitrary name for the binding.
        #[parameter(namevar)]
        pub name: String,

        /// Whether the binding should exist. A binding with arguments cannot be removed, since its routing key does not
        /// identify it.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// The source exchange.
        #[property(namevar, default = "", data_type = "Pattern[/\\A\\S*\\z/]")]
        pub source: String,

        /// The destination queue or exchange.
        #[property(namevar, default = "", data_type = "Pattern[/\\A\\S*\\z/]")]
        pub destination: String,

        /// The virtual host.
        #[property(namevar, default = "/", data_type = "Pattern[/\\A\\S+\\z/]")]
        pub vhost: String,

        /// The routing key of the messages.
        #[property(namevar, default = "", data_type = "Pattern[/\\A\\S*\\z/]")]
        pub routing_key: String,

        /// The type of the destination.
        #[property(default = "queue")]
        pub destination_type: Destination,

        /// Additional arguments. They cannot be changed for an existing binding.
        #[property(data_type = "Hash")]
        pub arguments: Option<Value>,

        /// The user that creates and removes the binding.
        #[parameter(default = "guest", data_type = "Pattern[/\\A\\S+\\z/]")]
        pub user: String,

        /// The password of the user. Can be Sensitive.
        #[parameter(default = "guest")]
        pub password: Text,
    }

    /// Manages the Erlang cookie, the secret shared by the nodes of a broker.
    #[resource(
        name = "rabbitmq_erlang_cookie",
        example = "rabbitmq_erlang_cookie { '/var/lib/rabbitmq/.erlang.cookie':\n  content      => Sensitive('EOKOWXQREETZSHFNTPEY'),\n  \
                   force        => true,\n  service_name => 'rabbitmq-server',\n}"
    )]
    #[provider(
        name = "ruby",
        by = crate::cookie::Cookie,
        confine(command("rabbitmqctl")),
        docs = "Writes the file while the broker is stopped."
    )]
    pub struct RabbitmqErlangCookie {
        /// The path of the cookie file.
        #[parameter(namevar)]
        pub path: String,

        /// The secret, without spaces. It is never shown. Can be Sensitive.
        #[property(is = String, data_type = "Variant[Pattern[/\\A\\S+\\z/], Sensitive[Pattern[/\\A\\S+\\z/]]]")]
        pub content: Option<Text>,

        /// Whether the database of the broker can be removed, since it cannot be read with a different secret.
        #[parameter(default = false)]
        pub force: bool,

        /// The owner of the file.
        #[parameter(default = "rabbitmq")]
        pub rabbitmq_user: String,

        /// The group of the file.
        #[parameter(default = "rabbitmq")]
        pub rabbitmq_group: String,

        /// The home directory of the broker, whose database is in `mnesia` below it.
        #[parameter(default = "/var/lib/rabbitmq")]
        pub rabbitmq_home: String,

        /// The service to stop before the change.
        #[parameter(data_type = "Pattern[/\\A\\S+\\z/]")]
        pub service_name: Option<String>,
    }

    /// Kinds of objects to which a policy applies.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum ApplyTo {
        /// Queues and exchanges.
        All,
        /// Exchanges.
        Exchanges,
        /// Queues.
        Queues,
    }

    /// Types of destinations.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Destination {
        /// A queue.
        Queue,
        /// An exchange.
        Exchange,
    }

    /// A Boolean.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Switch {
        /// Yes.
        True,
        /// No.
        False,
    }
}

pub use package::*;
