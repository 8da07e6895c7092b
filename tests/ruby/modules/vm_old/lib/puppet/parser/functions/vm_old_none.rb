# No argument at all.
module Puppet::Parser::Functions
  newfunction(:vm_old_none, :type => :rvalue, :arity => 0) do |args|
    "none #{args.inspect}"
  end
end
