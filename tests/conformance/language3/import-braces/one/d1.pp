notify { 'd1': }
