function m::key($key, $options, $context) {
  $context.explain || { "asked for ${key} at ${options['uri']}" }
  if $key == 'k' and $options['uri'] == 'http://b/' { 'from b' } else { $context.not_found }
}
