# A query may compare with a float
@notify { a: message => 1.5 }
Notify <| message == 1.5 |>
