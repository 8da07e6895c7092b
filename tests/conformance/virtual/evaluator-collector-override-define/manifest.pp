# extra
define d($v) { notify { "d-$title-$v": } }
@d { "a": v => 1 }
D <| |> { v => 2 }
