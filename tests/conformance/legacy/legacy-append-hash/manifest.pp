# += on a hash
$h = { }
class c { $h += { 'a' => 1 } }
