# A mismatch through aliases of a module
class c(M::A $x) {}
class { 'c': x => [[1], 11] }
