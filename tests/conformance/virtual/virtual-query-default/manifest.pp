# default can not be compared with
@notify { a: message => default }
Notify <| message == default |>
