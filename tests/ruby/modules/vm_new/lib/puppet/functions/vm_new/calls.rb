# Calls other functions by name: built in, in the Puppet language, in Ruby by either API.
Puppet::Functions.create_function(:'vm_new::calls') do
  dispatch :invoke do
    param 'String', :name
    repeated_param 'Any', :arguments
  end

  def invoke(name, *arguments)
    [name, call_function(name, *arguments)]
  end
end
