# The output of commands.
Facter.add(:execute_hello) { setcode { Facter::Core::Execution.execute('fx-hello') } }
Facter.add(:execute_lines) { setcode { Facter::Core::Execution.execute('fx-lines') } }
Facter.add(:execute_pipe) { setcode { Facter::Core::Execution.execute("fx-lines | sed -n 's/ *second/found/p'") } }
Facter.add(:execute_redirect) { setcode { Facter::Core::Execution.execute('fx-version 2>&1') } }
Facter.add(:execute_discard) { setcode { Facter::Core::Execution.execute('fx-stderr 2>/dev/null') } }
Facter.add(:execute_list) { setcode { Facter::Core::Execution.execute('fx-hello; fx-hello && exit 2') } }
Facter.add(:execute_variable) { setcode { Facter::Core::Execution.execute('fx-args "$((1 + 2))" `fx-args x` $(fx-hello)') } }
Facter.add(:execute_json) { setcode { JSON.parse(Facter::Core::Execution.execute('fx-json')) } }
Facter.add(:execute_absolute) { setcode { Facter::Core::Execution.execute("#{Facter::Core::Execution.which('fx-hello')} x") } }
Facter.add(:execute_class) { setcode { Facter::Core::Execution.execute('fx-hello').class.name } }
Facter.add(:execute_encoding) { setcode { Facter::Core::Execution.execute('fx-unicode').encoding.to_s } }
Facter.add(:execute_version) { setcode { Facter::Util::Resolution.exec('fx-version 2>&1')[/\d+\.\d+\.\d+/] } }
