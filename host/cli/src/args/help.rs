//! Longer help texts of the program and of `apply`.

/// Text after the list of commands.
pub(super) const MAROTTE: &str = "\
First steps:
  # report what would change, apply it, undo it
  marotte apply -e \"file { '/tmp/hello': content => 'world' }\" --noop
  marotte apply -e \"file { '/tmp/hello': content => 'world' }\"
  marotte undo
  # show a resource of this system, describe a resource type
  marotte resource file /tmp
  marotte describe file
  # show the help of a command, show a topic
  marotte help apply
  marotte help getting-started

Topics: getting-started, settings, grants, providers, migrating, scheduled-runs, exit-codes

Settings can be given as a flag, an environment variable or in marotte.conf; the first wins:
  marotte apply site.pp --tags web       MAROTTE_TAGS=web       tags = web
  marotte config print --origin          show all settings with their origin

Files:
  /etc/marotte/marotte.conf        settings
  /etc/marotte/environments/NAME   manifests and modules of an environment
  /etc/marotte/hiera.yaml          data for all environments
  /var/lib/marotte                 state: journals, reports, caches
For users other than root the directories are ~/.config/marotte and ~/.local/state/marotte.

Environment: MAROTTE_SETTING for each setting; NO_COLOR disables colours; TZ selects the time zone of log times; SSL_CERT_FILE and \
SSL_CERT_DIR select trusted certificates.

Exit codes: 0 success, 1 failure. 'marotte help exit-codes' lists others.";

/// Text after the flags of `apply`.
pub(super) const APPLY: &str = "\
Examples:
  # apply a manifest to this system
  marotte apply site.pp
  # report what would change, with differences
  marotte apply site.pp --noop --show_diff
  # apply only resources with these tags
  marotte apply site.pp --tags web,db
  # apply a class of a module
  marotte apply -e 'include ntp' --modulepath ./modules
  # manage a tree instead of this system
  marotte apply site.pp --root ./image
  # apply a Git repository with an environment
  marotte apply --repo /srv/site --branch main
  # save the changes of a dry run, and make exactly these changes
  marotte apply site.pp --plan-out plan
  marotte apply --plan plan

Exit codes: 0 the run completed, 1 it could not start, the manifest does not compile, or --repo could not be fetched.
With --detailed-exitcodes: 2 changes, 4 failures, 6 both, 0 no changes.
With --pending-exitcodes: as above, plus 8 if a dry run found pending changes.
With --plan: 16 the catalog or the system has drifted. With --loadclasses: 63 classfile cannot be read.

Files: lastrunreport and lastrunfile after each run; classfile and resourcefile with --write_catalog_summary; 'marotte config print' \
shows their paths.";

#[cfg(test)]
mod tests {
    use clap::Command;

    /// Checks a command and its subcommands.
    fn check(command: &mut Command, name: &str) {
        let mut short: Vec<char> = command.get_arguments().filter_map(|flag| flag.get_short()).collect();
        short.sort_unstable();
        assert!(short.windows(2).all(|pair| pair[0] != pair[1]), "two flags of '{name}' share a letter: {short:?}");
        check_layout(&command.get_after_help().map(ToString::to_string).unwrap_or_default(), name);
        if command.get_subcommands().next().is_none() {
            let help = command.render_help().to_string();
            for part in ["Examples:\n", "Exit codes: ", "Settings ("] {
                assert!(help.contains(part), "the help of '{name}' has no {part:?}:\n{help}");
            }
            let lines = help.lines().count();
            assert!(lines <= 100, "the help of '{name}' has {lines} lines");
        }
        for verb in command.get_subcommands_mut().filter(|verb| verb.get_name() != "help") {
            let name = format!("{name} {}", verb.get_name());
            assert!(verb.get_about().is_some(), "'{name}' has no description");
            for flag in verb.get_arguments().filter(|flag| !flag.is_hide_set()) {
                assert!(flag.get_help().is_some(), "'{name}' does not explain {}", flag.get_id());
            }
            check(verb, &name);
        }
    }

    /// Checks that a text can be wrapped: examples and tables fit in 80 columns, and paragraphs have no line breaks.
    fn check_layout(text: &str, name: &str) {
        let is_paragraph = |line: &str| !line.is_empty() && !line.starts_with(' ') && !line.ends_with(':');
        let starts = ["Exit codes: ", "With --"];
        for (line, next) in text.lines().zip(text.lines().skip(1).chain([""])) {
            assert!(
                !line.starts_with(' ') || line.len() <= 78,
                "an example of '{name}' has {} columns: {line}",
                line.len()
            );
            let is_broken =
                is_paragraph(line) && is_paragraph(next) && !starts.iter().any(|start| next.starts_with(start));
            assert!(!is_broken, "a paragraph in the help of '{name}' has a line break after: {line}");
        }
    }

    #[test]
    fn help_explains_each_command() {
        let mut command = crate::args::command();
        command.build();
        check(&mut command, "marotte");
    }
}
