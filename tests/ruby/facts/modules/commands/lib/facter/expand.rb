# Command lines with the path of the program.
Facter.add(:expand_words) { setcode { Facter::Core::Execution.expand_command('fx-args a b') } }
Facter.add(:expand_alone) { setcode { Facter::Core::Execution.expand_command('fx-hello') } }
Facter.add(:expand_space) { setcode { Facter::Core::Execution.expand_command('"fx space" a') } }
Facter.add(:expand_missing) { setcode { Facter::Core::Execution.expand_command('fx-missing a').inspect } }
Facter.add(:expand_quoted) { setcode { Facter::Core::Execution.expand_command("'fx-hello' \"a\"") } }
Facter.add(:expand_pipe) { setcode { Facter::Core::Execution.expand_command('fx-hello|cat').inspect } }
Facter.add(:absolute_path) { setcode { ['/a', 'a', './a', 'C:\\a'].map { |path| Facter::Core::Execution.absolute_path?(path) } } }
Facter.add(:absolute_windows) { setcode { ['/a', 'C:\\a', 'c:/a', '\\\\host\\share', '\\\\?\\a', 'C:a'].map { |path| Facter::Core::Execution.absolute_path?(path, :windows) } } }
Facter.add(:absolute_posix) { setcode { Facter::Core::Execution.absolute_path?('C:\\a', :posix) } }
