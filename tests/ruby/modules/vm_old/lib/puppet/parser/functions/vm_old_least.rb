# At least one argument: a negative arity.
module Puppet::Parser::Functions
  newfunction(:vm_old_least, :type => :rvalue, :arity => -2) do |args|
    first, *others = args
    "#{first} and #{others.length} more"
  end
end
