# extra
Class <| |>
