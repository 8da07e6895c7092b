# JSON out and in.
require 'json'

Puppet::Functions.create_function(:'vm_new::json_text') do
  dispatch :read do
    param 'String', :text
    param 'Enum[read]', :how
  end

  dispatch :write do
    param 'Any', :value
    optional_param 'Boolean', :pretty
  end

  def read(text, _how)
    JSON.parse(text)
  end

  def write(value, pretty = false)
    pretty ? JSON.pretty_generate(value) : value.to_json
  end
end
