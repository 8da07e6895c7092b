# A number is not the text of it
@notify { a: message => '1.0' }
Notify <| message == 1 |>
