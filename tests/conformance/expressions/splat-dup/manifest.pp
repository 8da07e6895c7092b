# extra
notify { 'b': message => 'x', * => { 'message' => true } }
