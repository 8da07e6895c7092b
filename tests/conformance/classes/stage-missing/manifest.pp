# extra
class a { }
class { 'a': stage => 'nope' }
