# What is not set equals the empty string, in comparisons and options
if $nothing == '' { notify { 'equal': } }
$x = $nothing ? { '' => 'empty', default => 'set' }
case '' { undef: { notify { 'case': } } }
notify { 'r': message => $x }
