# extra
class a { Notify { message => 'def' } notify { 'n': } Notify['n'] { message => 'own' } }
include a
