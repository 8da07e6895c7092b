# Appending to a hash of an inherited class; a key that is there gets the new value
class base { $opts = { 'a' => 1, 'b' => 2 } }
class sub inherits base { $opts += { 'b' => 3, 'c' => 4 }  notify { 'r': message => $opts } }
include sub
notify { 'b': message => $base::opts }
