//! Schema of the type `cron` and its provider.

#[marotte_sdk::package]
mod package {
    use crate::value::{Environment, Hours, Line, Minutes, Monthdays, Months, Special, Weekdays};

    /// Manages cron jobs, which are lines of a user's crontab.
    ///
    /// A job is identified by the comment `# Puppet Name: NAME` above it. A line without such a comment is treated as
    /// the job with the same command and times; no comment is added. Times that the manifest does not set are left
    /// unchanged: to run a job every minute that ran at a certain minute before, set `minute => absent`.
    ///
    /// A time is a number, a range (`1-5`), steps (`*/10`, `10-40/10`), a list of these, or `absent` or `*` for any
    /// time. Days of the week and months can also be given by name.
    #[resource(
        name = "cron",
        require(user = user),
        canonicalize,
        example = "cron { 'rotate the logs':\n  command => '/usr/sbin/logrotate /etc/logrotate.conf',\n  user    => 'root',\n  hour    \
                   => [2, 14],\n  minute  => 30,\n}",
        example = "cron { 'warm the cache':\n  command     => '/usr/local/bin/warm --all',\n  user        => 'root',\n  special     => \
                   'reboot',\n  environment => ['PATH=/usr/bin:/bin', 'MAILTO=admin@example.com'],\n}"
    )]
    #[provider(
        name = "crontab",
        by = crate::Crontab,
        instances,
        confine(command("crontab"), not(fact("os.family", "Solaris", "AIX"))),
        docs = "The command `crontab`. If it rejects a crontab, the previous one is kept and an error is reported. The \
                crontab of a user who does not exist or is not allowed to have one is assumed to be empty."
    )]
    pub struct Cron {
        /// Whether the job should exist.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// The command, on one line. Use full paths for programs, since cron sets a minimal environment.
        #[property(data_type = "Any")]
        pub command: Option<Line>,

        /// A special schedule instead of times: `reboot`, `yearly`, `annually`, `monthly`, `weekly`, `daily`,
        /// `midnight`, `hourly`, or `absent` to use times again.
        #[property(data_type = "Any")]
        pub special: Option<Special>,

        /// The minutes at which to run the job, 0 to 59.
        #[property(data_type = "Any")]
        pub minute: Option<Minutes>,

        /// The hours at which to run the job, 0 to 23.
        #[property(data_type = "Any")]
        pub hour: Option<Hours>,

        /// The days of the week on which to run the job: 0 to 7 (0 and 7 are both Sunday), or names such as `Tuesday`
        /// or `tue`.
        #[property(data_type = "Any")]
        pub weekday: Option<Weekdays>,

        /// The months in which to run the job: 1 to 12, or names such as `December` or `dec`.
        #[property(data_type = "Any")]
        pub month: Option<Months>,

        /// The days of the month on which to run the job, 1 to 31.
        #[property(data_type = "Any")]
        pub monthday: Option<Monthdays>,

        /// Environment settings before the job, as in a crontab (`PATH=/bin:/usr/bin`): one, a list, or `absent`. cron
        /// also applies them to later jobs in the crontab.
        #[property(data_type = "Any")]
        pub environment: Option<Environment>,

        /// The name of the job, which is written in a comment above it.
        #[parameter(namevar)]
        pub name: String,

        /// The user who runs the job, and whose crontab contains it. Defaults to the current user.
        #[property]
        pub user: Option<String>,

        /// The crontab, identified by its user. The same as `user`, which should be preferred.
        #[property]
        pub target: Option<String>,
    }
}

pub use package::*;
