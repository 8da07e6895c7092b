# merge unique flattens and takes each once
notify { 'r': message => lookup('l', Array, 'unique') }
