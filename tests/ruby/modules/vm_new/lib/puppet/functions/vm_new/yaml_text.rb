# YAML out and in.
require 'yaml'

Puppet::Functions.create_function(:'vm_new::yaml_text') do
  dispatch :write do
    param 'Any', :value
  end

  dispatch :read do
    param 'String', :text
    param 'Enum[read]', :how
  end

  def write(value)
    value.to_yaml
  end

  def read(text, _how)
    YAML.safe_load(text, permitted_classes: [Symbol], aliases: true)
  end
end
