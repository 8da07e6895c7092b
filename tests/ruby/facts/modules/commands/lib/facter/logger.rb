# A logger for the error output.
Facter.add(:logger_used) { setcode { Facter::Core::Execution.execute('fx-stderr', logger: Facter::Log.new('case')) } }
Facter.add(:logger_missing) { setcode { [Facter::Core::Execution.execute('fx-missing', logger: Facter::Log.new('case'))] } }
Facter.add(:logger_shell) { setcode { [Facter::Core::Execution.execute('fx-missing; true', logger: Facter::Log.new('case'))] } }
