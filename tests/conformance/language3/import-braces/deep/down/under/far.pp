notify { 'far': }
