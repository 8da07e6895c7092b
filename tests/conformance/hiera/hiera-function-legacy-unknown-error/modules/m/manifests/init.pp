class m(String $x = 'default') {
  notify { 'm': message => $x }
}
