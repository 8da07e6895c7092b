function m::dig($segments, $options, $context) {
  if $segments[0] == 'a' { $segments } else { $context.not_found }
}
