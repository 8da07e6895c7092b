# A fact that is not there is undef
@notify { a: }
Notify <| title == $facts['nope'] |>
