# extra
unless false { notify { 'u': } }
