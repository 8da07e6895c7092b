# Exactly two arguments, the long form.
module Puppet::Parser::Functions
  newfunction(:vm_old_pair, :type => :rvalue, :arity => 2, :doc => <<-EOS
    Gives its two arguments in reverse order.
    EOS
  ) do |arguments|
    arguments.reverse
  end
end
