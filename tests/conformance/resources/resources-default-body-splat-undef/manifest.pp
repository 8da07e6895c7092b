# undef in a body takes the default of the expression away
$defaults = {message => 'm'}
notify { default: * => $defaults; 'a': ; 'b': message => undef }
