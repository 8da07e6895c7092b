# The scope of the caller, injected as a parameter.
Puppet::Functions.create_function(:'vm_new::calling_scope', Puppet::Functions::InternalFunction) do
  dispatch :look do
    scope_param
    param 'String', :name
    optional_param 'Any', :default
  end

  def look(scope, name, default = 'unset')
    scope.exist?(name) ? scope[name] : default
  end
end
