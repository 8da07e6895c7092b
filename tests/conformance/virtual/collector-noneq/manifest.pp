# extra
@notify { "a": tag => ["x","y"] }
@notify { "b": tag => "x" }
Notify <| tag != "y" |>
