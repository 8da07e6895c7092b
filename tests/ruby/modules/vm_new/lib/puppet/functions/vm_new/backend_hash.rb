# A data_hash backend that reads a file with the context.
require 'yaml'

Puppet::Functions.create_function(:'vm_new::backend_hash') do
  dispatch :all do
    param 'Struct[{ path => String[1] }]', :options
    param 'Puppet::LookupContext', :context
  end

  argument_mismatch :no_path do
    param 'Hash', :options
    param 'Puppet::LookupContext', :context
  end

  def all(options, context)
    context.cached_file_data(options['path']) { |text| YAML.safe_load(text).transform_keys { |key| "vm_new::#{key}" } }
  end

  def no_path(_options, _context)
    'vm_new::backend_hash needs a path'
  end
end
