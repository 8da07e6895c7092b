# Resource does not take the reference of a class
class c(Resource $x) {}
class { c: x => Class[c] }
