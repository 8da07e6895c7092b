notify { 'a1': }
