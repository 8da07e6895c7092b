# Raises while the body of the function is evaluated.
Puppet::Functions.create_function(:'vm_new::body_error') do
  raise ArgumentError, 'raised in the body'
end
