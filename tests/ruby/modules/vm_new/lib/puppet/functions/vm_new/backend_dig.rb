# A data_dig backend: gets the key in parts.
Puppet::Functions.create_function(:'vm_new::backend_dig') do
  dispatch :dig do
    param 'Array[Variant[String, Integer]]', :segments
    param 'Hash', :options
    param 'Puppet::LookupContext', :context
  end

  def dig(segments, options, context)
    return context.not_found unless segments.first == 'vm_new::dug'

    found = segments.drop(1).reduce(options['tree']) { |tree, part| tree.nil? ? nil : tree[part] }
    found.nil? ? context.not_found : found
  end
end
