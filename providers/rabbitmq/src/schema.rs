//! Schemas of the types: attributes, documentation and automatic relationships.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::{Text, Value};

    /// A virtual host: exchanges, queues and permissions of its own.
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

        /// Whether there is such a virtual host. It is removed with all that is in it.
        #[property(default = "present")]
        pub ensure: Ensure,
    }

    /// A user of a broker.
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
        docs = "Asks the broker once for all users; passwords go to `rabbitmqctl`, of version 3.7 or newer, by its input."
    )]
    pub struct RabbitmqUser {
        /// The name, without spaces.
        #[parameter(namevar, data_type = "Pattern[/\\A\\S+\\z/]")]
        pub name: String,

        /// Whether there is such a user. A new one needs a password.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// The password. Whether it is the right one is tried each time; it is never read and never shown. May be Sensitive.
        #[property(is = String)]
        pub password: Option<Text>,

        /// Whether the user is an administrator.
        #[property(default = "false")]
        pub admin: Switch,

        /// More tags, `monitoring` for example. That of an administrator is `admin`.
        #[property(unordered, default = [])]
        pub tags: Vec<String>,
    }

    /// What a user may do in a virtual host. Each of the three is a pattern of names.
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

        /// Whether the user may do anything there.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// Which exchanges and queues the user may make and remove. A new user without this may do so with none.
        #[property]
        pub configure_permission: Option<String>,

        /// Which the user may read from.
        #[property]
        pub read_permission: Option<String>,

        /// Which the user may write to.
        #[property]
        pub write_permission: Option<String>,
    }

    /// A plugin of a broker.
    #[resource(name = "rabbitmq_plugin", canonicalize, example = "rabbitmq_plugin { 'rabbitmq_stomp': }")]
    #[provider(
        name = "rabbitmqplugins",
        by = crate::plugin::Plugins,
        instances,
        confine(command("rabbitmq-plugins")),
        docs = "Asks `rabbitmq-plugins` once for all plugins that are enabled by themselves."
    )]
    pub struct RabbitmqPlugin {
        /// The name, without spaces.
        #[parameter(namevar, data_type = "Pattern[/\\A\\S+\\z/]")]
        pub name: String,

        /// Whether the plugin is enabled.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// The permissions to withhold from files that are made, as a text of octal digits.
        #[parameter(default = "0022")]
        pub umask: String,
    }

    /// What holds for all queues and exchanges whose names match a pattern.
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
        docs = "Asks the broker once for each virtual host."
    )]
    pub struct RabbitmqPolicy {
        /// The name and the virtual host: `name@vhost`.
        #[parameter(namevar, data_type = "Pattern[/\\A\\S+@\\S+\\z/]")]
        pub name: String,

        /// Whether there is such a policy.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// The pattern of names, which a new policy needs.
        #[property]
        pub pattern: Option<String>,

        /// What the policy is for.
        #[property(default = "all")]
        pub applyto: ApplyTo,

        /// What holds: a text for each key, which a new policy needs. Of some keys, `message-ttl` for example, the text has to be a
        /// number.
        #[property(data_type = "Hash")]
        pub definition: Option<Value>,

        /// Of several policies for the same name that with the highest number counts.
        #[property(default = 0, data_type = "Variant[Integer[0], Pattern[/\\A\\d+\\z/]]")]
        pub priority: Value,
    }

    /// A parameter of a component of a broker, such as a shovel or an upstream of a federation.
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
        docs = "Asks the broker once for each virtual host."
    )]
    pub struct RabbitmqParameter {
        /// The name and the virtual host: `name@vhost`.
        #[parameter(namevar, data_type = "Pattern[/\\A\\S+@\\S+\\z/]")]
        pub name: String,

        /// Whether there is such a parameter.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// The component, `shovel` for example, which a new parameter needs.
        #[property]
        pub component_name: Option<String>,

        /// The value, which a new parameter needs: for each key a text, true or false. A text that is a whole number becomes one.
        /// It can't be Sensitive.
        #[property(data_type = "Hash")]
        pub value: Option<Value>,
    }

    /// An exchange. Its properties are set on creation; an existing exchange is not changed.
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
        docs = "Asks by `rabbitmqctl` and tells by `rabbitmqadmin`, which needs the plugin `rabbitmq_management`. User and \
                password are handed to it in a file."
    )]
    pub struct RabbitmqExchange {
        /// The name and the virtual host: `name@vhost`.
        #[parameter(namevar, data_type = "Pattern[/\\A\\S*@\\S+\\z/]")]
        pub name: String,

        /// Whether there is such an exchange.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// The kind of exchange, which a new one needs: `direct`, `fanout`, `topic`, `headers`.
        #[parameter(data_type = "Pattern[/\\A\\S+\\z/]")]
        pub r#type: Option<String>,

        /// Whether it outlives the broker.
        #[parameter(default = false)]
        pub durable: bool,

        /// Whether it goes with the last of its bindings.
        #[parameter(default = false)]
        pub auto_delete: bool,

        /// Whether only other exchanges write to it.
        #[parameter(default = false)]
        pub internal: bool,

        /// More that its kind knows.
        #[parameter(data_type = "Hash")]
        pub arguments: Option<Value>,

        /// Who makes and removes it.
        #[parameter(default = "guest", data_type = "Pattern[/\\A\\S+\\z/]")]
        pub user: String,

        /// The password of that user. May be Sensitive.
        #[parameter(default = "guest")]
        pub password: Text,
    }

    /// A queue. Its properties are set on creation; an existing queue is not changed.
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
        docs = "Asks by `rabbitmqctl` and tells by `rabbitmqadmin`, which needs the plugin `rabbitmq_management`. User and \
                password are handed to it in a file."
    )]
    pub struct RabbitmqQueue {
        /// The name and the virtual host: `name@vhost`.
        #[parameter(namevar, data_type = "Pattern[/\\A\\S*@\\S+\\z/]")]
        pub name: String,

        /// Whether there is such a queue. It is removed with the messages in it.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// Whether it outlives the broker.
        #[parameter(default = true)]
        pub durable: bool,

        /// Whether it is deleted with its last consumer.
        #[parameter(default = false)]
        pub auto_delete: bool,

        /// More that a queue knows, such as `x-message-ttl`.
        #[parameter(data_type = "Hash")]
        pub arguments: Option<Value>,

        /// Who makes and removes it.
        #[parameter(default = "guest", data_type = "Pattern[/\\A\\S+\\z/]")]
        pub user: String,

        /// The password of that user. May be Sensitive.
        #[parameter(default = "guest")]
        pub password: Text,
    }

    /// Lets messages of an exchange go to a queue or to another exchange.
    ///
    /// The title is `source@destination@vhost`, or any name without an `@` where these are given as attributes.
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
        docs = "Asks by `rabbitmqctl` and tells by `rabbitmqadmin`, which needs the plugin `rabbitmq_management`. User and \
                password are handed to it in a file."
    )]
    pub struct RabbitmqBinding {
        /// What the binding is called.
        #[parameter(namevar)]
        pub name: String,

        /// Whether there is such a binding. One that has arguments can't be removed: its broker knows it by more than its key.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// The exchange that the messages come from.
        #[property(namevar, default = "", data_type = "Pattern[/\\A\\S*\\z/]")]
        pub source: String,

        /// Where the messages go.
        #[property(namevar, default = "", data_type = "Pattern[/\\A\\S*\\z/]")]
        pub destination: String,

        /// The virtual host.
        #[property(namevar, default = "/", data_type = "Pattern[/\\A\\S+\\z/]")]
        pub vhost: String,

        /// Which messages go there.
        #[property(namevar, default = "", data_type = "Pattern[/\\A\\S*\\z/]")]
        pub routing_key: String,

        /// What the destination is.
        #[property(default = "queue")]
        pub destination_type: Destination,

        /// More that the exchange knows to go by. A binding that is there can't get others.
        #[property(data_type = "Hash")]
        pub arguments: Option<Value>,

        /// Who makes and removes it.
        #[parameter(default = "guest", data_type = "Pattern[/\\A\\S+\\z/]")]
        pub user: String,

        /// The password of that user. May be Sensitive.
        #[parameter(default = "guest")]
        pub password: Text,
    }

    /// The secret that the nodes of a broker know each other by.
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
        /// The file.
        #[parameter(namevar)]
        pub path: String,

        /// The secret, without spaces. It is never shown. May be Sensitive.
        #[property(is = String, data_type = "Variant[Pattern[/\\A\\S+\\z/], Sensitive[Pattern[/\\A\\S+\\z/]]]")]
        pub content: Option<Text>,

        /// Whether what the broker has kept so far may be removed. It can't be read with another secret.
        #[parameter(default = false)]
        pub force: bool,

        /// The user that owns the file.
        #[parameter(default = "rabbitmq")]
        pub rabbitmq_user: String,

        /// The group that owns the file.
        #[parameter(default = "rabbitmq")]
        pub rabbitmq_group: String,

        /// The home directory of the broker; its database is in `mnesia` there.
        #[parameter(default = "/var/lib/rabbitmq")]
        pub rabbitmq_home: String,

        /// The service that is stopped before.
        #[parameter(data_type = "Pattern[/\\A\\S+\\z/]")]
        pub service_name: Option<String>,
    }

    /// What a policy is for.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum ApplyTo {
        /// Queues and exchanges.
        All,
        /// Exchanges.
        Exchanges,
        /// Queues.
        Queues,
    }

    /// What a binding ends at.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Destination {
        /// A queue.
        Queue,
        /// An exchange.
        Exchange,
    }

    /// Yes or no.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Switch {
        /// Yes.
        True,
        /// No.
        False,
    }
}

pub use package::*;
