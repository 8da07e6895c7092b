# extra
class c(Integer[1,5] $a, Enum['x','y'] $b = 'x') { }
class { 'c': a => 10, b => 'z' }
