# A function that includes a module of the library.
require_relative '../../../puppet_x/vm_new/mixin'

Puppet::Functions.create_function(:'vm_new::mixed') do
  include PuppetX::VmNew::Mixin

  dispatch :shout do
    param 'String', :text
  end
end
