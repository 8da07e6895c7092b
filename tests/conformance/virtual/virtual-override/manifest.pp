# extra
class a { @notify { "n": message => "x" } }
class b inherits a { Notify["n"] { message => "y" } realize Notify["n"] }
include b
