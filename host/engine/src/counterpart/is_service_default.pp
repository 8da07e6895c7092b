# Tells whether a value stands for what the service itself has by default.
function is_service_default(Any $value) >> Boolean {
  # Comparing is blind to case, and this is not.
  $value =~ String and $value =~ /\A<SERVICE DEFAULT>\z/
}
