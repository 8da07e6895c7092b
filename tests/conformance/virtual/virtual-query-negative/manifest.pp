# A negated number can not be compared with
@notify { a: }
Notify <| title == -1 |>
