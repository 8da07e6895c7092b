class a($fooBar = 1, $pLain = undef) { notify { "a ${fooBar}": } }
class { 'a': fooBar => 7 }
define d($someThing, $noTail = 'x') { notify { "d ${someThing} ${noTail}": } }
d { 'one': someThing => 2 }
class b($withDefault = 'y') { }
include b
