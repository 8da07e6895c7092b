# extra
notify { 'a': }
return()
notify { 'b': }
