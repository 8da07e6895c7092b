# A query that is nothing is none
@notify { a: }
Notify <| $x |>
