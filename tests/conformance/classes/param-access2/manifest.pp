# extra
Notify { withpath => true }
notify { 'c0': }
notify { 'c': message => [Notify['c0']['withpath'], Notify['c0']['noop'], Notify['c0']['message','withpath']] }
