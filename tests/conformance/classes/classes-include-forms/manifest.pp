# include takes names, arrays and types
class a { }
class b { }
class c { }
class d { }
$r = include('a', ['::b', [Class['c']]], Class['d'])
notify { 'r': message => "${r}" }
