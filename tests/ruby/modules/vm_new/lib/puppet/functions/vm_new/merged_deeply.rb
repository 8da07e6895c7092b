require 'deep_merge'

# Merges hashes with the gem that comes with Puppet.
Puppet::Functions.create_function(:'vm_new::merged_deeply') do
  dispatch :merged do
    param 'Hash', :target
    param 'Hash', :source
    optional_param 'Hash[String, Boolean]', :options
  end

  def merged(target, source, options = {})
    options = options.transform_keys(&:to_sym)
    copy = ->(value) { Marshal.load(Marshal.dump(value)) }
    [copy[target].deep_merge!(copy[source], options), copy[target].deep_merge(copy[source], options)]
  end
end
