# Constants of the module of functions, one of them a lambda.
module Puppet::Parser::Functions
  VM_OLD_LIMIT = 3 unless defined?(VM_OLD_LIMIT)
  VM_OLD_CUT = ->(text) { text[0, VM_OLD_LIMIT] } unless defined?(VM_OLD_CUT)

  newfunction(:vm_old_helper, :type => :rvalue, :arity => 1) do |args|
    Puppet::Parser::Functions::VM_OLD_CUT.call(args[0]) + VM_OLD_LIMIT.to_s
  end
end
