# Commands instead of blocks.
Facter.add(:command_hello) { setcode 'fx-hello' }
Facter.add(:command_arguments) { setcode %q(fx-args "two words" 'single' plain) }
Facter.add(:command_pipe) { setcode 'fx-lines | grep second' }
Facter.add(:command_fail) { setcode 'fx-fail' }
Facter.add(:command_missing) { setcode 'fx-missing --version' }
Facter.add(:command_empty) { setcode 'fx-empty' }
Facter.add(:command_both) { setcode('fx-hello') { 'the block is ignored' } }
