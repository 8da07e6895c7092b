# A call can not be compared with
@notify { a: }
Notify <| title == upcase('a') |>
