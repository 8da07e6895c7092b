# A statement: it gives no value.
module Puppet::Parser::Functions
  newfunction(:vm_old_say, :type => :statement, :arity => 1) do |args|
    Puppet.notice("said #{args[0]}")
    'a value that is lost'
  end
end
