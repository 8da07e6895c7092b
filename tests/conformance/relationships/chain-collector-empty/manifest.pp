# extra
notify { ['a','b']: }
Notify['a'] -> Notify <| title == 'none' |> -> Notify['b']
