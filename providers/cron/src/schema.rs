//! Schema of the type `cron` and its provider.

#[marotte_sdk::package]
mod package {
    use crate::value::{Environment, Hours, Line, Minutes, Monthdays, Months, Special, Weekdays};

    /// Manages jobs that run at certain times: lines of a user's crontab.
    ///
    /// A job is known by the comment `# Puppet Name: NAME` above it. A line without one is taken for the job that has the same
    /// command and the same times, and stays without. What the manifest does not set stays as it is: to have a job that ran at
    /// five past run in every minute again, say `minute => absent`.
    ///
    /// Times are a number, a list of them, a range (`1-5`), steps (`*/10`, `10-40/10`), or `absent` or `*` for any; days of the week and
    /// months also names. A list runs the job at each of them.
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
        docs = "The command `crontab`. A crontab that it refuses stays as it was, and that is an error. A user who is not there, or \
                may not have a crontab, has an empty one."
    )]
    pub struct Cron {
        /// Whether there is such a job.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// The command, on one line. It runs in the bare environment of cron, so programs are best named by their full path.
        #[property(data_type = "Any")]
        pub command: Option<Line>,

        /// An occasion instead of times: `reboot`, `yearly`, `annually`, `monthly`, `weekly`, `daily`, `midnight`, `hourly`, or `absent`
        /// to have times again.
        #[property(data_type = "Any")]
        pub special: Option<Special>,

        /// The minutes, 0 to 59.
        #[property(data_type = "Any")]
        pub minute: Option<Minutes>,

        /// The hours, 0 to 23.
        #[property(data_type = "Any")]
        pub hour: Option<Hours>,

        /// The days of the week, 0 to 7 (0 and 7 are both Sunday), or their names: `Tuesday`, `tue`.
        #[property(data_type = "Any")]
        pub weekday: Option<Weekdays>,

        /// The months, 1 to 12, or their names: `December`, `dec`.
        #[property(data_type = "Any")]
        pub month: Option<Months>,

        /// The days of the month, 1 to 31.
        #[property(data_type = "Any")]
        pub monthday: Option<Monthdays>,

        /// Settings that stand before the job, as the crontab has them: `PATH=/bin:/usr/bin`. One, a list of them, or `absent`. To
        /// cron they hold for the jobs after this one, too.
        #[property(data_type = "Any")]
        pub environment: Option<Environment>,

        /// The name of the job, which stands in a comment above it.
        #[parameter(namevar)]
        pub name: String,

        /// The user whose crontab it is in and who it runs as. The one who runs this, unless it is given here.
        #[property]
        pub user: Option<String>,

        /// The crontab, which is named by its user; the same as `user`, and best left to it.
        #[property]
        pub target: Option<String>,
    }
}

pub use package::*;
