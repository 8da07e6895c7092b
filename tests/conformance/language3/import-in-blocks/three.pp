class three { notify { 'three': message => $two } }
