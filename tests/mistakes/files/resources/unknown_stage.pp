class a { }
class { 'a': stage => 'early' }
