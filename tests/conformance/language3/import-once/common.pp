notify { 'common': }
