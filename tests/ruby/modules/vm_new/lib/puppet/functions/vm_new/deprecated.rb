# A warning of deprecation: given once for each key, with the place in the Ruby file.
Puppet::Functions.create_function(:'vm_new::deprecated') do
  def deprecated(text)
    3.times { Puppet.deprecation_warning(text, 'vm_new_key') }
    text
  end
end
