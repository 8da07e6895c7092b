# Raises an error of its own from another one; the cause is not shown.
Puppet::Functions.create_function(:'vm_new::wrapped_error') do
  def wrapped_error(text)
    Integer(text)
  rescue ArgumentError
    raise Puppet::ParseError, "vm_new::wrapped_error(): not a number: #{text}"
  end
end
