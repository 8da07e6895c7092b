function m::key($key, $options, $context) {
  fail('it is broken')
}
