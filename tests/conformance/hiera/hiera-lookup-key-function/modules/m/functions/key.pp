function m::key($key, $options, $context) {
  case $key {
    'lookup_options': { $context.not_found }
    'a': {
      $context.cache('one', 1)
      $context.cache_all({ 'two' => 2, 'three' => 3 })
      Hash([['x', [$context.cache_has_key('one'), $context.cached_value('two'), $context.cached_value('none') =~ Undef, "${context.environment_name}", $context.module_name =~ Undef, $context.interpolate('%{kernel}'), $options]]])
    }
    'c': {
      $context.explain || { 'never said' }
      $context.cached_entries |$k, $v| { notice("${k}=${v}") }
      $context.cached_entries |$e| { notice($e) }
      $context.cached_entries.map |$e| { $e[0] }
    }
    default: { $context.not_found }
  }
}
