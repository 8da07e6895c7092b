notify { 'z': }
