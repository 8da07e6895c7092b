# Names of defined types may have hyphens, in declarations and references
define my-thing($x = 1) { notify { "t-${name}": message => $x } }
my-thing { 'a': x => 2 }
my-thing { 'b': require => My-thing['a'] }
My-thing { x => 3 }
My-thing <| title == 'b' |> { x => 4 }
