class m::sub {
  notify { 'a'
}
