# Parses the text of a type with the loaders of the environment, as modules do to find aliases.
Puppet::Functions.create_function(:'vm_new::parse_in_scope') do
  dispatch :check do
    param 'String', :text
    param 'Any', :value
  end

  def check(text, value)
    type = Puppet::Pops::Types::TypeParser.singleton.parse(text, Puppet.lookup(:loaders).private_environment_loader)
    real = type.is_a?(Puppet::Pops::Types::PTypeAliasType) ? type.resolved_type.to_s : 'no alias'
    [type.to_s, real, type.instance?(value)]
  end
end
