# A required parameter after an optional one.
Puppet::Functions.create_function(:'vm_new::bad_order') do
  dispatch :go do
    optional_param 'Any', :first
    param 'Any', :second
  end

  def go(*) = 1
end
