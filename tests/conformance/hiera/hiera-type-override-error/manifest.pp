# An override is checked
notify { 'r': message => lookup('a', { 'value_type' => Integer, 'override' => { 'a' => 'x' } }) }
