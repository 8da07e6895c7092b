# The word not negates what follows, as tightly as the sign does
$off = false
if not $off { notify { 'if': } }
$r = not true
notify { 'r': message => [$r, not ($off or true), not not true, not $off and $off] }
