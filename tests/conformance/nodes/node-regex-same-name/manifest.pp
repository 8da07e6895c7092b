# Regexes whose names are the same without their signs clash
node /^ab$/ { notify { '1': } }
node /ab/ { notify { '2': } }
