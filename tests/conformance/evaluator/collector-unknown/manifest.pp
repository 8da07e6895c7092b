# extra
Nosuch <| |>
