# Types and type references as arguments.
Puppet::Functions.create_function(:'vm_new::type_values') do
  dispatch :look do
    param 'Type', :type
    param 'Any', :value
  end

  def look(type, value)
    types = Puppet::Pops::Types
    [type.to_s, type.name, type.simple_name, type.instance?(value), type.is_a?(types::PAnyType), type.is_a?(types::PScalarType),
     type.is_a?(types::PIntegerType), "#{type}"]
  end
end
