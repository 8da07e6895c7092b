# extra
class q { notify { 'q': message => 'x' } }
include q
Notify <| title == 'zzz' |> { message => 'y' }
notify { 'zzz': }
Notify['q'] { message => 'overridden' }
