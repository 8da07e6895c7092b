# All variables of the scope as a hash.
Puppet::Functions.create_function(:'vm_new::scope_hash') do
  dispatch :names do
    repeated_param 'String', :wanted
  end

  def names(*wanted)
    all = closure_scope.to_hash
    wanted.to_h { |name| [name, all.key?(name) ? all[name].class.name : 'missing'] }
  end
end
