# What commands write to their error output.
Facter.add(:errors_output) { setcode { Facter::Core::Execution.execute('fx-stderr') } }
Facter.add(:errors_only) { setcode { Facter::Core::Execution.execute('fx-version') } }
Facter.add(:errors_exec) { setcode { Facter::Util::Resolution.exec('fx-stderr extra words') } }
Facter.add(:errors_setcode) { setcode 'fx-fail' }
