# Sets a variable of the calling scope and adds a resource.
module Puppet::Parser::Functions
  newfunction(:vm_old_setvar, :type => :statement, :arity => 2) do |args|
    setvar(args[0], args[1])
  end
end
