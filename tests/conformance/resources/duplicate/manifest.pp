# extra
notify { 'a': }
notify { 'a': }
