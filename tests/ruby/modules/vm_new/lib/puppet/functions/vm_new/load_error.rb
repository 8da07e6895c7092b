# Raises while the file is loaded.
raise Puppet::Error, 'raised while loading' if Puppet.version

Puppet::Functions.create_function(:'vm_new::load_error') do
  def load_error = 1
end
