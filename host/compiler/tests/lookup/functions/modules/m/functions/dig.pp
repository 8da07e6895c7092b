function m::dig($segments, $options, $context) {
  if $segments[0] == 'd' { $segments } else { $context.not_found }
}
