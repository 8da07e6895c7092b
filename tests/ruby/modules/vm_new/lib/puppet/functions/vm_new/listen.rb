# Aliases of the module as types of parameters.
Puppet::Functions.create_function(:'vm_new::listen') do
  dispatch :address do
    param 'Vm_new::Port', :port
    optional_param 'Vm_new::Options', :options
  end

  def address(port, options = {})
    "#{options.fetch('host', '*')}:#{port}#{'/tls' if options['tls']}"
  end
end
