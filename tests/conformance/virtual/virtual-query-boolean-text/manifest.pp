# A boolean is not the text of it
@notify { a: message => 'true' }
Notify <| message == true |>
