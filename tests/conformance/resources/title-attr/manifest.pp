# extra
notify { "a": title => "x" }
