# The text of a reference is not the reference
@notify { a: require => Notify[b] }
notify { b: }
Notify <| require == 'Notify[b]' |>
