# extra
notify { 'a': tag => 'in valid' }
