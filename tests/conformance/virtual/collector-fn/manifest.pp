# extra
@notify { ["a","b"]: }
Notify <| title == upcase("a") |>
