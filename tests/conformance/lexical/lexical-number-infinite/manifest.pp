# A float beyond all bounds is refused without a place
notify { 'r': message => [1e400] }
