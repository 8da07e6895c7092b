# A declared type of the result, which the result may violate.
Puppet::Functions.create_function(:'vm_new::promised') do
  dispatch :give do
    param 'Any', :value
    return_type 'Integer[0, 10]'
  end

  def give(value)
    value
  end
end
