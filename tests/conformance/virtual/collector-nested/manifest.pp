# extra
define d() { @notify { "in-$title": tag => "z" } Notify <| tag == "z" |> }
d { ["a","b"]: }
