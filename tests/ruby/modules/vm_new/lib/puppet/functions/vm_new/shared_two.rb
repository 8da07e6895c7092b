# The constant of the function vm_new::shared_one, if that one was loaded before.
Puppet::Functions.create_function(:'vm_new::shared_two') do
  VM_NEW_SHARED = 'two' unless defined?(VM_NEW_SHARED)

  def shared_two
    VM_NEW_SHARED
  end
end
