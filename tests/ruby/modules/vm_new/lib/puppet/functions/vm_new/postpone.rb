# Creates deferred values, by the class and by the type.
Puppet::Functions.create_function(:'vm_new::postpone') do
  dispatch :by_type do
    param 'String', :name
    param 'Array', :arguments
  end

  dispatch :look do
    param 'Deferred', :deferred
  end

  def by_type(name, arguments)
    Puppet::Pops::Types::TypeFactory.deferred.create(name, arguments)
  end

  def look(deferred)
    [deferred.name, deferred.arguments, deferred.class.name]
  end
end
