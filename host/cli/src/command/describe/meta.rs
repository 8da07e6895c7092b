//! Documentation of the metaparameters, which the engine itself interprets.

use catalog::Metaparameter;

/// Returns the documentation of a metaparameter.
pub(super) fn docs(metaparameter: Metaparameter) -> &'static str {
    match metaparameter {
        Metaparameter::Alias => "Another title, by which other resources can refer to this one.",
        Metaparameter::Audit => {
            "Attributes whose changes between runs are reported although they are not managed: names of attributes, or `all`."
        }
        Metaparameter::Before => "Resources that this one is applied before.",
        Metaparameter::Loglevel => {
            "The level of log messages about changes: `debug`, `info`, `notice`, `warning`, `err`, `alert`, `emerg` or \
             `crit`. Without it, `notice`."
        }
        Metaparameter::Noop => {
            "Whether changes are only reported (`true`), or made even in a dry run (`false`). By default, the mode of the run decides."
        }
        Metaparameter::Notify => "Resources that this one is applied before, and that are refreshed if it changes.",
        Metaparameter::Require => "Resources that are applied before this one.",
        Metaparameter::Schedule => "The schedule that limits when this resource is managed.",
        Metaparameter::Stage => "The run stage of a class; only classes have it.",
        Metaparameter::Subscribe => "Resources that are applied before this one, and that refresh it if they change.",
        Metaparameter::Tag => "More tags, for `--tags`, `--skip_tags` and collectors.",
    }
}
