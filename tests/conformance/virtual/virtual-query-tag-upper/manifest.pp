# Tags are compared in lower case
@notify { a: tag => 'A' }
Notify <| tag == 'A' |>
