notify { 'near': }
