# Commands without expansion, with their error output.
Facter.add(:direct_both) { setcode { Facter::Core::Execution.execute_command('fx-stderr') } }
Facter.add(:direct_missing) { setcode { [Facter::Core::Execution.execute_command('fx-missing')] } }
Facter.add(:direct_fail_value) { setcode { Facter::Core::Execution.execute_command('fx-missing a', 'value') } }
Facter.add(:direct_raise) { setcode { Facter::Core::Execution.execute_command('fx-missing', :raise) } }
Facter.add(:direct_shell) { setcode { Facter::Core::Execution.execute_command('fx-missing; echo done') } }
Facter.add(:direct_noexec) { setcode { Facter::Core::Execution.execute_command('/etc/passwd', :raise) } }
Facter.add(:direct_timeout) { setcode { Facter::Core::Execution.execute_command('fx-slow', nil, nil, 1) } }
