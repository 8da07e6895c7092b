# extra
@notify { "a": message => ["x","y"] }
@notify { "b": message => "x" }
Notify <| message == "x" |>
