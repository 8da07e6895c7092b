# extra
notify { 'ä': message => "ö${'x'}"[0], tag => 'ü' }
