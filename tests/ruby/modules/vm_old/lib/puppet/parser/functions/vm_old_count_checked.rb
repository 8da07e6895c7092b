# Checks the number and the types of its arguments by itself.
module Puppet::Parser::Functions
  newfunction(:vm_old_count_checked, :type => :rvalue) do |args|
    if args.size < 1 || args.size > 2
      raise(Puppet::ParseError, "vm_old_count_checked(): Wrong number of arguments given (#{args.size} for 1..2)")
    end
    raise Puppet::ParseError, "vm_old_count_checked(): needs a text, not #{args[0].class}" unless args[0].is_a?(String)

    args[0].strip.squeeze + args[1].to_s
  end
end
