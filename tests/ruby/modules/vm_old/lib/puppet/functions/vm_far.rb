# A function of the newer API in a module without dependencies that calls functions of another module.
Puppet::Functions.create_function(:vm_far) do
  dispatch :far do
    param 'String', :name
    repeated_param 'Any', :arguments
  end

  def far(name, *arguments)
    call_function(name, *arguments)
  end
end
