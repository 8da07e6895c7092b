# extra
class t { @notify { 'in': } }
define dd() { @notify { "dd-$title": } }
include t
dd { 'x': }
Notify <| tag == 't' |>
Notify <| tag == 'dd' |>
