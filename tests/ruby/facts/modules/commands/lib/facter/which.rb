# Paths of programs.
Facter.add(:which_found) { setcode { Facter::Core::Execution.which('fx-hello') } }
Facter.add(:which_resolution) { setcode { Facter::Util::Resolution.which('fx-hello') } }
Facter.add(:which_missing) { setcode { [Facter::Core::Execution.which('fx-missing'), Facter::Core::Execution.which('/nowhere/x'), Facter::Core::Execution.which('fx-noexec')] } }
Facter.add(:which_absolute) { setcode { Facter::Core::Execution.which(Facter::Core::Execution.which('fx-hello')) } }
Facter.add(:which_directory) { setcode { Facter::Core::Execution.which('/usr').inspect } }
Facter.add(:which_space) { setcode { Facter::Core::Execution.which('fx space') } }
Facter.add(:which_paths) { setcode { Facter::Core::Execution.search_paths.last(2) } }
