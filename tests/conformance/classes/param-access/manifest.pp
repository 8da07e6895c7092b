# extra
notify { 'a': message => 'm', tag => ['x'] }
notify { 'b': message => Notify['a']['message'] }
Notify { withpath => true }
notify { 'c': message => [Notify['c0']['withpath'], Notify['a']['noop'], Notify['a']['message','tag']] }
notify { 'c0': }
