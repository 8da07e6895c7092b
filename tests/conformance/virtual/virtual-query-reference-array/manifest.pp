# A reference in an array is found
@notify { a: require => [Notify[b]] }
notify { b: }
Notify <| require == Notify[b] |>
