# A value of default_values_hash is checked
notify { 'r': message => lookup('x', { 'value_type' => Integer, 'default_values_hash' => { 'x' => 'x' } }) }
