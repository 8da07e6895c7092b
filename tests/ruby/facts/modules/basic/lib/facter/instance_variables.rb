# Instance variables in the block belong to the resolution.
Facter.add(:ivar_command) do
  @path = '/opt/x'
  confine { @path }
  setcode { @path }
end
Facter.add(:ivar_other) { setcode { @path.inspect } }
