# Output that is not UTF-8.
Facter.add(:binary_output) { setcode { Facter::Core::Execution.execute('fx-binary', on_fail: 'failed') } }
Facter.add(:binary_setcode) { setcode 'fx-binary' }
Facter.add(:binary_hex) { setcode { Facter::Core::Execution.execute_command('fx-binary; true') } }
Facter.add(:unicode_output) { setcode { Facter::Core::Execution.execute('fx-unicode') } }
Facter.add(:unicode_length) { setcode { Facter::Core::Execution.execute('fx-unicode').length } }
