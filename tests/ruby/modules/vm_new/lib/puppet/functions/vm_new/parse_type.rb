# Parses the text of a type and checks a value against it.
Puppet::Functions.create_function(:'vm_new::parse_type') do
  dispatch :check do
    param 'String', :text
    param 'Any', :value
  end

  def check(text, value)
    type = Puppet::Pops::Types::TypeParser.singleton.parse(text)
    [type, type.instance?(value), type.to_s, type.class.name.split('::').last]
  end
end
