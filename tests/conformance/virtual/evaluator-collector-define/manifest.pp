# extra
define d($v = 1) { notify { "d-$title": message => $v } @notify { "v-$title": } }
@d { 'a': }
@d { 'b': v => 2 }
D <| title == 'b' |>
Notify <| |>
