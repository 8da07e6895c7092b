# extra
class a { notify { ['n','m']: message => 'x' } }
class b inherits a { Notify['n','m'] { message => 'y' } }
include b
