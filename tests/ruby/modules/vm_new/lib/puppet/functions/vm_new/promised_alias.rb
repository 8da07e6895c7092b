# A result whose declared type is an alias of the module.
Puppet::Functions.create_function(:'vm_new::promised_alias') do
  dispatch :give do
    param 'Any', :value
    return_type 'Vm_new::Port'
  end

  def give(value)
    value
  end
end
