notify { 'inner': }
