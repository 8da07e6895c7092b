class m { node 'n' { notify { 'n': } } notify { 'm': } }
