# options by exact key and by pattern
notify { 'r': message => [lookup('h'), lookup('p_l'), lookup('q')] }
