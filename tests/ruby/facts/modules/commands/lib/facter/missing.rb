# Programs that are missing.
Facter.add(:missing_default) { setcode { Facter::Core::Execution.execute('fx-missing --all') } }
Facter.add(:missing_raise) { setcode { Facter::Core::Execution.execute('fx-missing', on_fail: :raise) } }
Facter.add(:missing_nil) { setcode { [Facter::Core::Execution.execute('fx-missing', on_fail: nil)] } }
Facter.add(:missing_false) { setcode { Facter::Core::Execution.execute('fx-missing', { on_fail: false }) } }
Facter.add(:missing_text) { setcode { Facter::Core::Execution.execute('fx-missing', on_fail: 'absent') } }
Facter.add(:missing_list) { setcode { Facter::Core::Execution.execute('fx-missing', on_fail: %w[a b]) } }
Facter.add(:missing_symbol) { setcode { Facter::Core::Execution.execute('fx-missing', on_fail: :failed) } }
Facter.add(:missing_exec) { setcode { [Facter::Core::Execution.exec('fx-missing'), Facter::Util::Resolution.exec('fx-missing')] } }
Facter.add(:missing_later) { setcode { Facter::Core::Execution.execute('fx-hello; fx-missing') } }
Facter.add(:missing_path) { setcode { Facter::Core::Execution.execute('/nowhere/fx-hello', on_fail: 'no path') } }
Facter.add(:missing_noexec) { setcode { Facter::Core::Execution.execute('fx-noexec', on_fail: 'not executable') } }
Facter.add(:missing_directory) { setcode { Facter::Core::Execution.execute('/usr', on_fail: 'a directory') } }
Facter.add(:missing_empty) { setcode { Facter::Core::Execution.execute('', on_fail: 'no command') } }
Facter.add(:missing_rescue) do
  setcode do
    Facter::Core::Execution.execute('fx-missing')
  rescue Facter::Core::Execution::ExecutionFailure => e
    "#{e.class}: #{e.message}"
  end
end
