# Without expansion.
Facter.add(:unexpanded_builtin) { setcode { Facter::Core::Execution.execute('echo "from the shell"', expand: false) } }
Facter.add(:unexpanded_simple) { setcode { Facter::Core::Execution.execute('echo simple', expand: false) } }
Facter.add(:unexpanded_program) { setcode { Facter::Core::Execution.execute('fx-hello; true', expand: false, on_fail: 'failed') } }
Facter.add(:expanded_builtin) { setcode { Facter::Core::Execution.execute('cd / && pwd', on_fail: 'cd is no program') } }
