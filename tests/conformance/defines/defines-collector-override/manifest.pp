# A collector changes a parameter of an instance before it is evaluated
define d($x=1) { notify { "n-$title-$x": } }
d { v: x => 2 }
D <| title == v |> { x => 5 }
