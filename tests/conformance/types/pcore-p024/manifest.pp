# Regexp[/a/]
$v = Regexp[/a/]
notify { 'a': message => [$v, "${v}"] }
