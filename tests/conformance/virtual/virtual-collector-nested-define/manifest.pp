# a collector finds what defined types declare
define d { @notify { "v-${title}": tag => 'q' } }
d { ['a', 'b']: }
Notify <| tag == 'q' |>
