# Requires a file of the module's library by its name on the load path.
Puppet::Functions.create_function(:'vm_new::by_load_path') do
  def by_load_path
    require 'puppet_x/vm_new/shorten'
    PuppetX::VmNew.shorten('found by the load path')
  end
end
