# The empty string is false wherever truth is asked for
$e = ''
if $e { notify { 'no': } } else { notify { 'else': } }
unless $e { notify { 'unless': } }
notify { 'r': message => [! $e, $e or false, 'x' and $e, not ''] }
