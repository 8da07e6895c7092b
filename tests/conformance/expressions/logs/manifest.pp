# extra
class k { notice('a', [1,'b'], { 'x' => undef }, undef, 'c') warning("w") err('e') }
define d() { notice("in $title") }
include k
d { 'x': }
node default { notice('node') }
function f() { notice('f') }
f()
alert('a') crit('c') emerg('e') info('i') debug('d')
