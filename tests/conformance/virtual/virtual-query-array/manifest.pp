# An array can not be compared with
@notify { a: }
Notify <| title == [a,b] |>
