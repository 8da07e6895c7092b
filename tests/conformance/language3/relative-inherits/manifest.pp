# The class that is inherited from is looked for in the namespace of the class
class a::base { notify { 'a::base': } }
class base { notify { 'base': } }
class a::sub inherits base { Notify['a::base'] { message => 'sub' } }
include a::sub
