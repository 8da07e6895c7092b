# extra
notify { ['a','b','c','d','e']: }
Notify['a'] -> Notify['b'] ~> Notify['c']
Notify['e'] <- Notify['d']
Notify['a', 'b'] -> [Notify['d'], Notify['e']]
[Notify['a'], [Notify['c']]] ~> Notify['e']
Notify <| title == 'a' |> -> Notify <| title == 'c' |> -> Notify['d']
