# References to resources as arguments.
Puppet::Parser::Functions.newfunction(:vm_old_reference, type: :rvalue, arity: 1) do |args|
  value = args[0]
  [value.class.name, value.to_s, value.respond_to?(:type) && value.type.to_s, value.respond_to?(:title) && value.title]
end
