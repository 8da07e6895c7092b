function m::data() {
  { 'm::x' => 'function', 'other' => 1 }
}
