# References to resources and classes as arguments.
Puppet::Functions.create_function(:'vm_new::reference') do
  dispatch :resource do
    param 'Type[Resource]', :reference
  end

  dispatch :class_name do
    param 'Type[Class]', :reference
  end

  def resource(reference)
    ['resource', reference.type_name, reference.title, reference.to_s, reference.class.name.split('::').last]
  end

  def class_name(reference)
    ['class', reference.class_name, reference.to_s]
  end
end
