notify { 'b': }
