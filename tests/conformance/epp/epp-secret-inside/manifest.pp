# A printed secret makes the whole text one
$t = inline_epp('user=<%= $u %> pw=<%= $p %>', { 'u' => 'me', 'p' => Sensitive('pw') })
notify { 'r': message => $t }
notify { 's': message => "${t}" }
notify { 'u': message => $t.unwrap }
