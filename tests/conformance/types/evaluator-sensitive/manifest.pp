# extra
define d(Sensitive[String] $p) { notify { "x": message => $p } }
d { 'a': p => Sensitive('secret') }
notice(Sensitive('x'))
notify { 'y': message => "v ${Sensitive('q')}" }
