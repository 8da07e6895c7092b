notify { 'one': }
