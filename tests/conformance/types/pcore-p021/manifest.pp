# Pattern[/a/,/b/]
$v = Pattern[/a/,/b/]
notify { 'a': message => [$v, "${v}"] }
