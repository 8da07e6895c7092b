# extra
notify { 'a': stage => 'main' }
