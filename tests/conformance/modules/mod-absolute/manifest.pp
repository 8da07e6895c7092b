# extra
include ::a
class { "::a::b": }
notify { "x": require => Class["::a::b"] }
