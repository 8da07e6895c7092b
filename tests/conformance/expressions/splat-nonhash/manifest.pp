# extra
notify { 'b': * => [1] }
