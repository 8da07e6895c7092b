# Overrides and defaults can be interpolated in data
notify { 'r': message => lookup('a', { 'override' => { 'v' => 'O' }, 'default_values_hash' => { 'w' => 'D' } }) }
