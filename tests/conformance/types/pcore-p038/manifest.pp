# Struct[{a=>Integer}]
$v = Struct[{a=>Integer}]
notify { 'a': message => [$v, "${v}"] }
