# extra
notify { "a": provider => "x" }
