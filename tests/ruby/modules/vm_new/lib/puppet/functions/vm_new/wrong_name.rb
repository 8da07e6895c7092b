# A file that defines a function of another name.
Puppet::Functions.create_function(:'vm_new::another_name') do
  def another_name
    'never'
  end
end
