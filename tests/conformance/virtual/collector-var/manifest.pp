# extra
$t = "b"
@notify { ["a","b"]: }
Notify <| title == $t |>
$h = { k => "a" }
Notify <| title == $h["k"] |>
