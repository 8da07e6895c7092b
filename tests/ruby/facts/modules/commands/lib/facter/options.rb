# Options of commands.
Facter.add(:options_unknown) { setcode { Facter::Core::Execution.execute('fx-hello', on_failure: 1, shell: true) } }
Facter.add(:options_time_limit) { setcode { Facter::Core::Execution.execute('fx-hello', time_limit: 5) } }
Facter.add(:options_timeout) { setcode { Facter::Core::Execution.execute('fx-hello', timeout: '5') } }
Facter.add(:options_timeout_zero) { setcode { Facter::Core::Execution.execute('fx-hello', timeout: 0) } }
Facter.add(:options_timeout_nil) { setcode { Facter::Core::Execution.execute('fx-hello', timeout: nil) } }
