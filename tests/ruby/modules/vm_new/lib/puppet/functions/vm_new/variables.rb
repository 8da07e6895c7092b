# Variables of the scope in which the function was defined: by lookupvar, [] and include?.
Puppet::Functions.create_function(:'vm_new::variables') do
  dispatch :look do
    repeated_param 'String', :names
  end

  def look(*names)
    scope = closure_scope
    names.map { |name| [name, scope.include?(name), scope[name], scope.lookupvar(name)] }
  end
end
