class a {
  include a::b
}