# Without a type, a function is a statement.
Puppet::Parser::Functions.newfunction(:vm_old_untyped) do |args|
  notice("untyped #{args.size}")
end
