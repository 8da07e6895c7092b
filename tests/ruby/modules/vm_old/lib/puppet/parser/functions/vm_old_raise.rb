# Raises errors of several kinds.
module Puppet::Parser::Functions
  newfunction(:vm_old_raise, :type => :rvalue, :arity => -2) do |args|
    message = args[1] || 'the message'
    case args[0]
    when 'parse' then raise(Puppet::ParseError, "vm_old_raise(): #{message}")
    when 'puppet' then raise Puppet::Error, message
    when 'argument' then raise ArgumentError, message
    when 'text' then raise message
    when 'standard' then raise StandardError, message
    when 'function_fail' then function_fail([message])
    when 'fail' then fail(message)
    when 'fail_class' then fail Puppet::ParseError, message
    when 'zero' then 1 / 0
    when 'script' then raise NotImplementedError, message
    when 'throw' then throw :nowhere
    end
  end
end
