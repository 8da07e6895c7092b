# A type of function that does not exist.
Puppet::Parser::Functions.newfunction(:vm_old_bad_type, type: :expression) { |_args| 1 }
