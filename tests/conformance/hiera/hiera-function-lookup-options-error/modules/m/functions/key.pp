function m::key($key, $options, $context) {
  'text'
}
