# A value, any number of arguments, the short form.
Puppet::Parser::Functions.newfunction(:vm_old_sum, type: :rvalue, doc: 'Sums its arguments.') do |args|
  args.flatten.map { |value| value.is_a?(String) ? value.to_f : value }.inject(0) { |a, b| a + b }
end
