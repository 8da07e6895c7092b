function m::data() {
  5
}
