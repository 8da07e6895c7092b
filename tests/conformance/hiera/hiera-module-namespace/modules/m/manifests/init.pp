class m($p) { notify { 'm': message => $p } }
