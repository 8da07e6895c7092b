# extra
notify { 'a': message => 'x' }
class z { Notify <| title == 'a' |> { message => 'y' } }
include z
