# The attribute of a query may be quoted
@notify { a: }
Notify <| 'title' == a |>
