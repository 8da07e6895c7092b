# An error class of the helper library.
require_relative '../../../puppet_x/vm_new/failure'

Puppet::Functions.create_function(:'vm_new::own_error') do
  def own_error(code)
    raise PuppetX::VmNew::Failure, code
  end
end
