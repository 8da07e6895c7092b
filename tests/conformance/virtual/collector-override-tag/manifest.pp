# extra
@notify { "a": }
Notify <| title == "a" |> { tag => ["new"] }
Notify <| tag == "new" |> { message => "m" }
