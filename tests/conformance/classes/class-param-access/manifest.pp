# extra
class k($a = 1) { }
include k
notify { 'b': message => [Class['k']['a'], Class['k']['noop']] }
