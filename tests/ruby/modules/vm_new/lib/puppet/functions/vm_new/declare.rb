# Declares resources by functions of the language, as modules do.
Puppet::Functions.create_function(:'vm_new::declare') do
  dispatch :declare do
    param 'String', :type
    param 'Hash[String, Hash]', :resources
  end

  def declare(type, resources)
    call_function('create_resources', type, resources)
    closure_scope.catalog.resources.map(&:ref).grep(/\A#{type}\[/i)
  end
end
