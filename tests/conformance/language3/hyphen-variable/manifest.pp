# Names of variables may have hyphens, in code, strings and parameters
$foo-bar = 'top'
class a-b($in-side = 'p') { $x-y = 'xy'  notify { 'r': message => "$foo-bar ${x-y} ${in-side}" } }
include a-b
notify { 'q': message => [$a-b::x-y, "$a-b::in-side", $::foo-bar] }
