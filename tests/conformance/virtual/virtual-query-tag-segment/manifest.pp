# A segment of a qualified tag is a tag
@notify { a: tag => 'x::y' }
Notify <| tag == 'x' |>
