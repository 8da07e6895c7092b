# unique does not take hashes
notify { 'r': message => lookup('a', Any, 'unique') }
