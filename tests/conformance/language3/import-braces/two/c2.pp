notify { 'c2': }
