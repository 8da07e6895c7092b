# A lookup_key backend with the methods of its context.
Puppet::Functions.create_function(:'vm_new::backend_key') do
  dispatch :find do
    param 'String', :key
    param 'Hash', :options
    param 'Puppet::LookupContext', :context
  end

  def find(key, options, context)
    return context.cached_value(key) if context.cache_has_key(key)

    case key
    when 'vm_new::keyed' then context.cache(key, "keyed #{options['flavour']} #{context.module_name} #{context.environment_name}")
    when 'vm_new::mixed_text' then context.interpolate('name %{trusted.certname} %{nope}')
    when 'vm_new::raw_text' then 'raw %{trusted.certname}'
    when 'vm_new::explained'
      context.explain { 'never shown' }
      [context.class.name, context.cache_has_key(key), context.cached_value(key)]
    when 'vm_new::all_cached'
      context.cache_all('a' => 1, 'b' => 2)
      context.cached_entries.sort.to_h
    when 'vm_new::nil_value' then nil
    when 'vm_new::symbolic' then :symbol
    when 'vm_new::broken' then raise Puppet::DataBinding::LookupError, 'the backend broke'
    when 'vm_new::options' then options.reject { |name, _| name == 'path' }
    when 'vm_new::calls' then call_function('join', [1, 2], '-')
    else context.not_found
    end
  end
end
