# a level of JSON beside one of YAML
notify { 'r': message => lookup('h', Hash, 'hash') }
