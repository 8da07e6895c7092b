# A value in parentheses can be compared with
@notify { a: }
Notify <| title == ('a') |>
