# data of a module looks other keys up in all layers
notify { 'r': message => lookup('m::a') }
