# extra
class k { notify { 'k': } }
class { 'k': noop => true, tag => 'zz', require => Notify['z'] }
notify { 'z': }
