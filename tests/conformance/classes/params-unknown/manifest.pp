# extra
class c($a = 1) { }
class { 'c': aa => 1, zz => 2 }
