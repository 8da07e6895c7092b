# The reference of a class is Type[Resource] where it does not fit
class c(String $x) {}
class { c: x => Class['c'] }
