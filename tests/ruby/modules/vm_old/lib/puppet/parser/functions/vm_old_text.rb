# The text of an argument.
Puppet::Parser::Functions.newfunction(:vm_old_text, type: :rvalue, arity: 1) do |args|
  [args[0].to_s, args[0].nil?, args[0] == :undef, args[0] == '', args[0].respond_to?(:empty?) && args[0].empty?]
end
