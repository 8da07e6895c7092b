# extra
@notify { ['a','b']: message => 'x', tag => 't' }
Notify <| tag == 't' |> { message => 'y', withpath => true }
