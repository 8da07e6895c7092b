define a::d() {
  file { "/x": nope => 1 }
}