# What stands left of an empty collector takes its place, and is named as a type where it is not there.
File['/x'] -> Notify <| title == 'no' |> -> Notify['a']
notify { 'a': }
