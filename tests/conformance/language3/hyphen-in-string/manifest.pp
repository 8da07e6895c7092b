# In a string the name ends before a hyphen if there is no longer variable
$name-x = 'own'
$host = 'www'
$a-b = 'ab'
notify { 'r': message => ["$host-conf", "$a-b-c", "$host-$a-b", "${host}-conf", "$host-", "$nope-x"] }
