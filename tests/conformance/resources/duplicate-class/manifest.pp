# extra
class a { }
class { 'a': }
class { 'a': }
