# data of a module is not for another
notify { 'r': message => lookup('n::a', Any, first, 'none') }
