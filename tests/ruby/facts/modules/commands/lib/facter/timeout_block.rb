# Time limits of the standard library.
require 'timeout'
Facter.add(:limit_fast) { setcode { Timeout.timeout(5) { 'fast' } } }
Facter.add(:limit_command) { setcode { Timeout.timeout(1) { Facter::Core::Execution.execute('fx-slow') } } }
Facter.add(:limit_rescued) do
  setcode do
    Timeout.timeout(1) { Facter::Core::Execution.execute('fx-slow') }
  rescue Timeout::Error => e
    [e.class.name, e.message]
  end
end
Facter.add(:limit_raised) { setcode { raise Timeout::Error, 'my own' } }
