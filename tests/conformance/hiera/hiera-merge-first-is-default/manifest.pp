# without a merge the first level counts, whatever is below
notify { 'r': message => lookup('h') }
