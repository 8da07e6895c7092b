# extra
class k { notify { "r": } }
class { "k": tag => "x", noop => true, nosuch => 1 }
