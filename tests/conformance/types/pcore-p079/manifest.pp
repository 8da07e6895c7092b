# URI[{scheme=>'http'}]
$v = URI[{scheme=>'http'}]
notify { 'a': message => [$v, "${v}"] }
