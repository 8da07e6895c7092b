# A warning of deprecation, with the place in the Ruby file.
Puppet::Parser::Functions.newfunction(:vm_old_deprecated, type: :statement, arity: 1) do |args|
  Puppet.deprecation_warning(args[0])
end
