# A type can not be compared with
@notify { a: }
Notify <| title == Notify |>
