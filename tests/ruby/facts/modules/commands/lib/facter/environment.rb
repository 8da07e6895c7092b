# Variables of commands.
Facter.add(:environment_language) { setcode { Facter::Core::Execution.execute('fx-env') } }
Facter.add(:environment_with) { setcode { Facter::Core::Execution.with_env('FX_VALUE' => 'set') { Facter::Core::Execution.execute('fx-env') } } }
Facter.add(:environment_after) { setcode { [Facter::Core::Execution.execute('fx-env'), ENV['FX_VALUE'].inspect] } }
Facter.add(:environment_result) { setcode { Facter::Util::Resolution.with_env('FX_VALUE' => 'x') { ENV['FX_VALUE'] * 2 } } }
Facter.add(:environment_restored) do
  setcode do
    ENV['FX_VALUE'] = 'before'
    Facter::Core::Execution.with_env('FX_VALUE' => 'within') { raise 'leave' }
  rescue RuntimeError
    ENV.delete('FX_VALUE')
  end
end
Facter.add(:environment_ruby) do
  setcode do
    ENV['FX_VALUE'] = 'from Ruby'
    Facter::Core::Execution.execute('fx-env').tap { ENV.delete('FX_VALUE') }
  end
end
Facter.add(:environment_assignment) { setcode { Facter::Core::Execution.execute('FX_VALUE=inline fx-env', on_fail: 'no such program') } }
Facter.add(:environment_path) do
  setcode do
    Facter::Core::Execution.with_env('PATH' => '/nowhere') { [Facter::Core::Execution.which('fx-hello'), Facter::Core::Execution.execute('fx-hello', on_fail: 'gone')] }
  end
end
