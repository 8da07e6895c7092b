# extra
class a { }
class b { }
$r = include('a','b')
notify { 'r': message => $r }
