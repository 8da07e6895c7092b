//! Owns the longer texts of the help: of the program, and of the verb that most come for.

/// What follows the verbs.
pub(super) const MAROTTE: &str = "\
First steps:
  marotte apply -e \"file { '/tmp/hello': content => 'world' }\" --noop   say what would change, and change nothing
  marotte apply -e \"file { '/tmp/hello': content => 'world' }\"          change it
  marotte undo                                                         take it back
  marotte resource file /tmp                                           see how something is
  marotte describe file                                                learn what a type can do
  marotte help apply                                                   learn about a verb

Settings: each is a flag of each verb, a variable and a line in marotte.conf, in that order of strength:
  marotte apply site.pp --tags web       MAROTTE_TAGS=web       tags = web
  marotte config print --origin          what they are, and where they are from

Files:
  /etc/marotte/marotte.conf              settings (~/.config/marotte for others than root)
  /etc/marotte/environments/NAME         manifests and modules of an environment
  /etc/marotte/hiera.yaml                data for all environments
  /var/lib/marotte                       journals for undo, reports, caches (~/.local/state/marotte)

Environment: MAROTTE_SETTING for each setting; NO_COLOR for no colours; TZ for the times in logs; SSL_CERT_FILE and SSL_CERT_DIR
for whom to trust on the network.

Exit codes: 0 it was done, 1 it could not be. 'marotte help VERB' tells of others.";

/// What follows the flags of `apply`.
pub(super) const APPLY: &str = "\
Examples:
  marotte apply site.pp                                  make this machine as the manifest says
  marotte apply site.pp --noop --show_diff               say what would change, with the differences of contents
  marotte apply site.pp --tags web,db                    only what has one of these tags
  marotte apply -e 'include ntp' --modulepath ./modules  a class of a module
  marotte apply site.pp --root ./image                   a tree instead of this machine
  marotte apply --catalog node1.json                     a catalog that was compiled before
  marotte apply site.pp --plan-out plan && marotte apply site.pp --plan plan

Exit codes: 0 the run went through, 1 it could not start or the manifest is wrong.
With --detailed-exitcodes: 2 there were changes, 4 there were failures, 6 both, 0 nothing to do.
With --pending-exitcodes: as these, and 8 more if a dry run found something to change.
With --plan: 16 the catalog or the machine is not as it was planned. With --loadclasses: 63 the list of classes can't be read.

Files: classfile and resourcefile with --write-catalog-summary; lastrunreport and lastrunfile after each run; 'marotte config print'
says where they are.";

#[cfg(test)]
mod tests {
    use clap::{Command, CommandFactory as _};

    /// Looks at a verb and those beneath it.
    fn check(command: &mut Command, name: &str) {
        let mut short: Vec<char> = command.get_arguments().filter_map(|flag| flag.get_short()).collect();
        short.sort_unstable();
        assert!(short.windows(2).all(|pair| pair[0] != pair[1]), "a letter of '{name}' means two flags: {short:?}");
        if command.get_subcommands().next().is_none() {
            let help = command.render_long_help().to_string();
            for part in ["Examples:\n", "Exit codes: ", "Settings:\n"] {
                assert!(help.contains(part), "the help of '{name}' has no {part:?}:\n{help}");
            }
        }
        for verb in command.get_subcommands_mut().filter(|verb| verb.get_name() != "help") {
            let name = format!("{name} {}", verb.get_name());
            assert!(verb.get_about().is_some(), "'{name}' does not say what it does");
            for flag in verb.get_arguments().filter(|flag| !flag.is_hide_set()) {
                assert!(flag.get_help().is_some(), "'{name}' does not explain {}", flag.get_id());
            }
            check(verb, &name);
        }
    }

    #[test]
    fn each_verb_is_explained() {
        let mut command = crate::args::Cli::command();
        command.build();
        check(&mut command, "marotte");
    }
}
