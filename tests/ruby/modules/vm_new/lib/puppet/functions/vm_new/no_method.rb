# A dispatch to a method that is missing.
Puppet::Functions.create_function(:'vm_new::no_method') do
  dispatch :absent do
    param 'Any', :value
  end
end
