# A reference that is not the one
@notify { a: require => Notify[b] }
notify { b: }
Notify <| require != Notify[b] |>
