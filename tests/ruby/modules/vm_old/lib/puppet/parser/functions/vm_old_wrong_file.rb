# A file that defines a function of another name.
Puppet::Parser::Functions.newfunction(:vm_old_other_file, type: :rvalue) { |_args| 'other' }
