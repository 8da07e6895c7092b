# extra
class base { Notify { message => 'base' } notify { 'b': } }
class child inherits base { notify { 'c': } }
include child
