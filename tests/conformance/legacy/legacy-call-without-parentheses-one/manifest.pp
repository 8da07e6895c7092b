# A word and a value are two statements
foo 'x'
notify { 'a': }
