function m::key(Variant[String, Numeric] $key, Hash $options, Puppet::LookupContext $context) {
  if $options['uri'] == 'http://i/' and $key != 'lookup_options' { "${key} at ${options['uri']}" } else { $context.not_found }
}
