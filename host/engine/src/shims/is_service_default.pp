# Returns whether a value represents the default of the service itself.
function is_service_default(Any $value) >> Boolean {
  # `==` ignores case, a match does not.
  $value =~ String and $value =~ /\A<SERVICE DEFAULT>\z/
}
