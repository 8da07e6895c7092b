# The block of a lambda is not passed to functions of this API.
Puppet::Parser::Functions.newfunction(:vm_old_block, type: :rvalue) do |args, *rest|
  [args.map { |value| value.class.name }, rest.size]
end
