# Where nothing follows that can be negated, not is a word
$h = { not => 1, 'x' => not }
define not($not = 'n') { notify { $name: message => $not } }
not { 'a': not => 'b' }
notify { 'r': message => [$h['not'], $h['x'], $h[not]] }
