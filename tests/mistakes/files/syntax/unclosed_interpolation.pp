notify { "a ${x": }
notify { 'b': }
