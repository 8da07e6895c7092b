# Resources of the catalogue, by way of the compiler of the scope.
Puppet::Functions.create_function(:'vm_new::catalog') do
  dispatch :titles do
    param 'String', :type
  end

  dispatch :parameter do
    param 'String', :type
    param 'String', :title
    param 'String', :name
  end

  def titles(type)
    closure_scope.compiler.catalog.resources.select { |r| r.type == type }.map(&:title)
  end

  def parameter(type, title, name)
    found = closure_scope.catalog.resource(type, title)
    found ? found[name.to_sym] : 'no such resource'
  end
end
