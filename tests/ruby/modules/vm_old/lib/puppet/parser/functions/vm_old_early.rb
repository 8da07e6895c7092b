# Leaves the body of the function by next, and by return within a lambda.
Puppet::Parser::Functions.newfunction(:vm_old_early, type: :rvalue, arity: 1) do |args|
  next 'early' if args[0] == 'next'

  inner = lambda { return 'from the lambda' }
  return "left with #{inner.call}" if args[0] == 'return'

  inner.call
end
