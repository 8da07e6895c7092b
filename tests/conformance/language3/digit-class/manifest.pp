# Names of classes and defined types may begin with a digit
class 7zip { notify { '7zip': } }
class 7zip::2nd($p = 1) { notify { '2nd': message => $p } }
define 3d($x) { notify { $name: message => $x } }
include 7zip
class { '7zip::2nd': p => 2 }
3d { 'cube': x => $7zip::2nd::p, require => Class['7zip'] }
