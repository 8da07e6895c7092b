# site is a word: its block is read as a resource
site { notify { 'x': } }
