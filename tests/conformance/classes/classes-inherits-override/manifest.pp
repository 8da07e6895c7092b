# an inheriting class overrides and appends
class a { notify { 'x': message => 'a', tag => ['one'] } }
class b inherits a { Notify['x'] { message => "b of ${title}", tag +> ['two'] } }
include b
