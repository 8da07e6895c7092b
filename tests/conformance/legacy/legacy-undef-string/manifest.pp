# undef in a string is nothing, and a word in quotes is a word
notify { 'r': message => ["<${undef}>", 'undef' == undef, undef == false] }
