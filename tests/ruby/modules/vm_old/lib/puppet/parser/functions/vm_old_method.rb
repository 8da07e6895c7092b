# Defines a method, which Puppet forbids in files of this API.
module Puppet::Parser::Functions
  def self.vm_old_cut(text)
    text[0, 3]
  end

  newfunction(:vm_old_method, :type => :rvalue, :arity => 1) do |args|
    Puppet::Parser::Functions.vm_old_cut(args[0])
  end
end
