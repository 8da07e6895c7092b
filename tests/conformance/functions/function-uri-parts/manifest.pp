# the parts of a URI
$u = URI('https://h/p?q')
$o = URI('mailto:a@b')
notify { 'r': message => [
  $u.scheme,
  $u.port,
  $u.userinfo,
  $u.query,
  $u.fragment,
  $u.opaque,
  $o.scheme,
  $o.opaque,
  $o.path,
  URI('http://h:81').port,
  URI('x://h').port,
] }
