function m::key($key, $options, $context) {
  if $key == 'lookup_options' { $context.not_found }
  $context.cached_file_data($options['path']) |$content| { "${key}: ${content.split("\n")[0]}" }
}
