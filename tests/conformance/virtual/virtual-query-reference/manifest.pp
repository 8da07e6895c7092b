# A query may compare with a reference
@notify { a: require => Notify[b] }
notify { b: }
Notify <| require == Notify[b] |>
