# A parameter after a repeated one.
Puppet::Functions.create_function(:'vm_new::after_repeated') do
  dispatch :go do
    repeated_param 'Any', :values
    param 'Any', :value
  end

  def go(*) = 1
end
