# Changes its arguments.
Puppet::Parser::Functions.newfunction(:vm_old_append, type: :rvalue, arity: 2) do |args|
  target, value = args
  target.is_a?(Hash) ? target['added'] = value : target << value
  args << 'ignored'
  target
end
