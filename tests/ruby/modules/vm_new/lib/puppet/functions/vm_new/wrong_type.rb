# A parameter whose type does not exist.
Puppet::Functions.create_function(:'vm_new::wrong_type') do
  dispatch :go do
    param 'Vm_new::Nowhere', :value
  end

  def go(value)
    value
  end
end
