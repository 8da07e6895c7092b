# extra
notify { "r": message => "$title $name" }
