# A constant whose name another function uses, too.
Puppet::Functions.create_function(:'vm_new::shared_one') do
  VM_NEW_SHARED = 'one' unless defined?(VM_NEW_SHARED)

  def shared_one
    [VM_NEW_SHARED, self.class.const_defined?(:VM_NEW_SHARED, false)]
  end
end
