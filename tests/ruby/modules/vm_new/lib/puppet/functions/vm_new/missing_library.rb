# Requires a library that does not exist.
require 'vm_new_no_such_library'

Puppet::Functions.create_function(:'vm_new::missing_library') do
  def missing_library = 1
end
