# A match variable without a match is no error when strict
notify { 'r': message => "<$1>" }
