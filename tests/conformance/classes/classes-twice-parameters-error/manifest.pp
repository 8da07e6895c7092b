# a class with parameters is declared once
class a($p = 1) { }
include a
class { 'a': p => 2 }
