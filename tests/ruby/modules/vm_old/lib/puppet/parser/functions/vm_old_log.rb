# Messages to the log, by the scope and by the module Puppet.
Puppet::Parser::Functions.newfunction(:vm_old_log, type: :rvalue, arity: 2) do |args|
  args[0].each { |level| Puppet.send(level, args[1]) }
  warning("scope #{args[1]}")
  err('scope error')
  args[0].size
end
