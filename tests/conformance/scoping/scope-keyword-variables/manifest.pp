# Keywords as names of variables
$if = 1
$default = 2
$function = 3
notify { 'r': message => [$if, "${default}", "$function"] }
