# extra
function f(Integer $a, String $b = 'x', *$rest) >> String { if $a > 3 { return('big') } "$a $b $rest" }
notify { 'f': message => [f(1), f(1,'q'), f(1,'q',2,3), f(5)] }
function g() { next('n') 'after' }
notify { 'g': message => g() }
function bad() >> Integer { 'str' }
notify { 'bad': message => bad() }
