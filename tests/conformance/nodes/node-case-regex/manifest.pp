# A regex sees the name in small letters
node /^WWW/ { notify { 'big': } }
node /^www/ { notify { 'small': message => $0 } }
