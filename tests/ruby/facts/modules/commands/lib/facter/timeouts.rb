# Commands that take too long.
Facter.add(:timeout_raise) { setcode { Facter::Core::Execution.execute('fx-slow', timeout: 1) } }
Facter.add(:timeout_nil) { setcode { [Facter::Core::Execution.execute('fx-slow', timeout: 1, on_fail: nil)] } }
Facter.add(:timeout_resolution, timeout: 1) { setcode { Facter::Core::Execution.execute('fx-slow') } }
Facter.add(:timeout_resolution) { setcode { 'after the time limit' } }
Facter.add(:timeout_rescued, timeout: 1, name: 'rescued') do
  has_weight 2
  setcode do
    Facter::Core::Execution.execute('fx-slow')
  rescue StandardError
    'not rescued'
  end
end
Facter.add(:timeout_fast, timeout: 5) { setcode { Facter::Core::Execution.execute('fx-hello') } }
